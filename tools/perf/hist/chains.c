// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call chains as trees. A node is one step, found by its parent and its place: among few siblings by
 * looking at each, among many in one table for all trees. What goes on without a branch is drawn
 * together only when it is printed.
 */
#include "hist/chains.h"

#include <errno.h>
#include <stdlib.h>

#include "bulk.h"
#include "hist/mix.h"

/* From so many siblings on they are hashed. */
#define MANY 6

static u32 *find(const struct chains *chains, u32 parent, const struct place *place)
{
	u64 hash = mix__u64(mix__u64(0, parent), (uintptr_t)place) >> 20;

	for (;; hash++) {
		u32 *bucket = &chains->buckets[hash & (chains->nr_buckets - 1)];
		const struct chain_node *node = &chains->nodes[*bucket];

		if (!*bucket || (node->place == place && node->parent == parent))
			return bucket;
	}
}

static int grow_nodes(struct chains *chains)
{
	u32 cap = chains->cap ? chains->cap * 2 : 1024;
	struct chain_node *nodes;

	if (cap < chains->cap)
		return -ENOMEM;
	nodes = bulk__grow(chains->nodes, chains->cap * sizeof(*nodes), cap * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	chains->nodes = nodes;
	chains->cap = cap;
	if (!chains->nr)
		chains->nodes[chains->nr++] = (struct chain_node){ 0 };
	return 0;
}

static int grow_buckets(struct chains *chains)
{
	struct chains larger = *chains;

	larger.nr_buckets = chains->nr_buckets ? chains->nr_buckets * 2 : 256;
	larger.buckets = bulk__grow(NULL, 0, larger.nr_buckets * sizeof(*larger.buckets));
	if (!larger.buckets)
		return -ENOMEM;
	for (size_t i = 0; i < chains->nr_buckets; i++) {
		const struct chain_node *node = &chains->nodes[chains->buckets[i]];

		if (chains->buckets[i])
			*find(&larger, node->parent, node->place) = chains->buckets[i];
	}
	bulk__free(chains->buckets, chains->nr_buckets * sizeof(*chains->buckets));
	*chains = larger;
	return 0;
}

u32 chains__new_root(struct chains *chains)
{
	if (chains->nr == chains->cap && grow_nodes(chains))
		return 0;
	chains->nodes[chains->nr] = (struct chain_node){ 0 };
	return chains->nr++;
}

static int hash(struct chains *chains, u32 number)
{
	const struct chain_node *node = &chains->nodes[number];

	if (chains->nr_hashed * 2 >= chains->nr_buckets && grow_buckets(chains))
		return -ENOMEM;
	*find(chains, node->parent, node->place) = number;
	chains->nr_hashed++;
	return 0;
}

u32 chains__new_step(struct chains *chains, u32 parent, const struct place *place)
{
	u32 number = chains->nr, at = number;
	struct chain_node *nodes;

	if (number == chains->cap && grow_nodes(chains))
		return 0;
	nodes = chains->nodes;
	nodes[number] = (struct chain_node){ .place = place,
					     .parent = parent,
					     .next = nodes[parent].child };
	nodes[parent].child = number;
	nodes[parent].nr_children++;
	chains->nr++;
	if (nodes[parent].nr_children < MANY)
		return number;
	/* With the one that makes them many all that were few are hashed. */
	do {
		if (hash(chains, at))
			return 0;
		at = nodes[at].next;
	} while (nodes[parent].nr_children == MANY && at);
	return number;
}

u32 chains__step(struct chains *chains, u32 parent, const struct place *place)
{
	const struct chain_node *nodes = chains->nodes;
	u32 at;

	if (nodes[parent].nr_children >= MANY) {
		at = *find(chains, parent, place);
		return at ? at : chains__new_step(chains, parent, place);
	}
	for (at = nodes[parent].child; at; at = nodes[at].next)
		if (nodes[at].place == place)
			return at;
	return chains__new_step(chains, parent, place);
}

void chains__sum(struct chains *chains)
{
	for (u32 i = 1; i < chains->nr; i++)
		chains->nodes[i].total = chains->nodes[i].hit;
	for (u32 i = chains->nr; i-- > 1;)
		if (chains->nodes[i].parent)
			chains->nodes[chains->nodes[i].parent].total += chains->nodes[i].total;
}

void chains__exit(struct chains *chains)
{
	bulk__free(chains->nodes, chains->cap * sizeof(*chains->nodes));
	bulk__free(chains->buckets, chains->nr_buckets * sizeof(*chains->buckets));
	*chains = (struct chains){ 0 };
}
