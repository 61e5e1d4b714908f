/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_HANDOVER_H
#define PERF_SESSION_HANDOVER_H

#include "session/runs.h"

/*
 * Batches of entries from the thread that puts them in order to the one that looks at them. There
 * are few, so that what is in them is still in the cache.
 */
#define BATCH_ENTRIES 1024

struct batch {
	size_t nr;
	u64 records; /* that the source has given so far */
	struct ordered_entry entries[BATCH_ENTRIES];
};

struct handover;
struct handover *handover__new(void); /* NULL: out of memory */
void handover__delete(struct handover *handover);

/* The giving side. An empty batch, which may take a while; NULL: the other side wants no more. */
struct batch *handover__blank(struct handover *handover);
/* Hands over the batch that blank() gave last. */
void handover__put(struct handover *handover);
/* Waits until the other side is done with all that was put, or wants no more. */
void handover__drain(struct handover *handover);
/* There will be no more. */
void handover__end(struct handover *handover);

/* The taking side. The next batch in the order of put(); NULL: there are no more. */
struct batch *handover__next(struct handover *handover);
/* Is done with the batch that next() gave last. */
void handover__done(struct handover *handover);
/* Wants no more. */
void handover__stop(struct handover *handover);

#endif
