/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_DEFERRED_H
#define PERF_SESSION_DEFERRED_H

#include <linux/perf_event.h>

#include "types.h"

/* Newer than the uapi headers of 6.8: {u64 cookie, u64 nr, u64 ips[nr], sample_id}. */
#define PERF_RECORD_CALLCHAIN_DEFERRED 22

/*
 * Samples that wait for the user's part of their call chain, which a later record brings. Zeroed is
 * empty.
 */
struct deferred {
	struct held_sample *first, *last;
	size_t nr;
	u64 bytes;
};

struct held_sample {
	struct held_sample *next;
	u64 cookie;
	u32 tid;
	u32 event; /* index */
	u64 offset;
	struct perf_event_header header[]; /* the whole record follows */
};

/* Copies @header's record and what is known of it. 0 or -ENOMEM. */
int deferred__hold(struct deferred *deferred, const struct perf_event_header *header,
		   const struct held_sample *what);

/* The oldest that waits for @cookie in @tid, which the caller frees; NULL: none. */
struct held_sample *deferred__take(struct deferred *deferred, u64 cookie, u32 tid);

/* The oldest of all when @all, or else when too many wait; the caller frees it. */
struct held_sample *deferred__take_oldest(struct deferred *deferred, bool all);

void deferred__exit(struct deferred *deferred);

#endif
