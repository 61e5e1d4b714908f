/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_RECENT_H
#define PERF_HIST_RECENT_H

#include "types.h"

struct hist_entry;
struct u64_array;

/*
 * What was found for the last few thousand samples: most are like one of these. Nothing is ever
 * found that differs in anything the row depends on; what is forgotten is looked up again.
 */
struct recent;
struct recent *recent__new(void); /* NULL: out of memory */
void recent__delete(struct recent *recent);
void recent__forget(struct recent *recent);

/* What the row of a sample depends on, when its fields tell of tasks and places only. */
struct recent_key {
	u64 changes; /* of the machine, so far */
	u64 ip, task;
	u32 event, cpumode, cpu, chain;
};
struct hist_entry *recent__row(const struct recent *recent, const struct recent_key *key);
void recent__set_row(struct recent *recent, const struct recent_key *key, struct hist_entry *row);

/* What the callers of a sample depend on: all of its chain but the innermost address. */
struct recent_chain {
	u64 changes;
	const void *space; /* what user addresses are in */
	const struct u64_array *words;
	u32 event;
};
/* The node, 0: not known. The hash is for set. */
u32 recent__chain(const struct recent *recent, const struct recent_chain *chain, u64 *hash);
void recent__set_chain(struct recent *recent, const struct recent_chain *chain, u64 hash, u32 node);

/* The row of an event's raw data, where that is all the row depends on. */
struct recent_raw {
	const void *bytes;
	u32 size, event;
	u32 task; /* whose it is; says only where to look first */
};
struct hist_entry *recent__raw(struct recent *recent, const struct recent_raw *raw, u64 *hash);
void recent__set_raw(struct recent *recent, const struct recent_raw *raw, u64 hash,
		     struct hist_entry *row);

#endif
