/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_RING_SOURCE_H
#define PERF_SESSION_RING_SOURCE_H

#include "session/source.h"

struct record_live;
struct record_round;

/* Rings as a source of records. Zeroed but for what is borrowed: live and pause. */
struct ring_source {
	struct record_live *live;
	/* Called between two rounds. True: go on at once; false: wait for news. */
	bool (*pause)(void *ctx);
	void *ctx;

	const struct record_round *round; /* NULL: none yet */
	size_t part;			  /* of the round, that is handed out */
	size_t at;			  /* in it */
};

/* @rings is borrowed. The records end when the rounds do. */
struct session_source session_source__of_rings(struct ring_source *rings);

#endif
