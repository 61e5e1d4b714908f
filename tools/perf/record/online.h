/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_ONLINE_H
#define PERF_RECORD_ONLINE_H

#include "types.h"

/* Which CPUs are online, looked at once a second. Zeroed is not known yet. */
struct online {
	const char *path; /* of the list; NULL: the kernel's */
	int *cpus;	  /* as told */
	int nr;
	int *seen; /* at the last look */
	int nr_seen;
	u64 next_ns; /* CLOCK_MONOTONIC */
};

/* Looks when it is time; @change is called for each CPU that went, or came: that is told when it is there at
 * two looks, because events do not run on one that is still coming. The first call only looks. */
void online__poll(struct online *online, void (*change)(void *ctx, int cpu, bool came), void *ctx);
void online__exit(struct online *online);

#endif
