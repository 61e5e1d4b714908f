/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_RUNS_H
#define PERF_SESSION_RUNS_H

#include <linux/perf_event.h>

#include "arena.h"

/* A record that waits for its turn. Its bytes lie in a block, where they are kept. */
struct ordered_entry {
	u64 time_ns;
	u64 offset;			  /* in the source */
	struct perf_event_header *header; /* native order, the body follows as it came */
	u32 event;			  /* the caller's number of the event */
	u32 seq;			  /* of several with one time, which came first */
};

/* Does @a come before @b? Numbers may have wrapped around between the two. */
static inline bool ordered_entry__before(const struct ordered_entry *a,
					 const struct ordered_entry *b)
{
	return a->time_ns != b->time_ns ? a->time_ns < b->time_ns : (s32)(a->seq - b->seq) < 0;
}

#define RUN_CHUNK_ENTRIES 127

struct run_chunk {
	struct run_chunk *next;
	u64 unused[3];
	struct ordered_entry entries[RUN_CHUNK_ENTRIES];
};

/*
 * Entries in runs that are in order each: what comes from one ring is one run, so that there are
 * few, and no entry is moved while it waits.
 */
struct run {
	struct run_chunk *first, *last;
	u32 at, end; /* the oldest entry in first, and behind the newest in last */
	u64 newest_ns;
};

struct runs {
	struct run *list; /* by newest_ns, the largest first */
	size_t nr, cap;
	size_t recent; /* the run that grew last */
	struct run_chunk *spare;
	struct arena arena;
};

/* 0 or -ENOMEM. */
int runs__push_anywhere(struct runs *runs, const struct ordered_entry *entry);

/* Is the entry of that time the next one of run @i? */
static inline bool runs__goes_to(const struct runs *runs, size_t i, u64 time_ns)
{
	return i < runs->nr && runs->list[i].newest_ns <= time_ns &&
	       (!i || runs->list[i - 1].newest_ns > time_ns);
}

/* The same, fast where the entry follows the one before. */
static inline int runs__push(struct runs *runs, const struct ordered_entry *entry)
{
	struct run *run;

	if (!runs__goes_to(runs, runs->recent, entry->time_ns))
		return runs__push_anywhere(runs, entry);
	run = &runs->list[runs->recent];
	if (run->end == RUN_CHUNK_ENTRIES)
		return runs__push_anywhere(runs, entry);
	run->last->entries[run->end++] = *entry;
	run->newest_ns = entry->time_ns;
	return 0;
}

/* The oldest entry of the run, which must not be empty. */
static inline const struct ordered_entry *run__head(const struct run *run)
{
	return &run->first->entries[run->at];
}

/* Takes the head out; false when that was the last. */
bool run__advance(struct runs *runs, struct run *run);

/* Forgets the runs that have become empty. */
void runs__tidy(struct runs *runs);

void runs__exit(struct runs *runs);

#endif
