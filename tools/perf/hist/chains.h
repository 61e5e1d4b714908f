/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_CHAINS_H
#define PERF_HIST_CHAINS_H

#include "types.h"

struct place;

/* One step of call chains that begin alike. Nodes are named by their number; 0 is none, and a parent's
 * is smaller than its children's. */
struct chain_node {
	const struct place *place; /* NULL: a root */
	u32 parent;
	u32 child, next; /* the newest child; the sibling made before */
	u32 nr_children;
	u64 hit;   /* period of the chains that end here */
	u64 total; /* and of those that go through */
};

/* Any number of trees of call chains. Zeroed is empty. */
struct chains {
	struct chain_node *nodes;
	u32 nr, cap;
	u32 *buckets; /* those with many siblings by parent and place, open addressing */
	size_t nr_hashed, nr_buckets;
};

u32 chains__new_root(struct chains *chains); /* 0: out of memory */

/* The step from @parent to @place, made when it is new. 0: out of memory. */
u32 chains__step(struct chains *chains, u32 parent, const struct place *place);

/* The same where the caller knows that it is new. */
u32 chains__new_step(struct chains *chains, u32 parent, const struct place *place);

/* Works out every node's total, when all hits are counted. */
void chains__sum(struct chains *chains);

void chains__exit(struct chains *chains);

#endif
