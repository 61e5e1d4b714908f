// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call chains as trees. A node is one step, found by its parent and its place in one table for
 * all trees; what goes on without a branch is drawn together only when it is printed.
 */
#include "hist/chains.h"

#include <errno.h>
#include <stdlib.h>

#include "hist/mix.h"

static size_t first_bucket(const struct chains *chains, u32 parent, const struct place *place)
{
	return mix__u64(mix__u64(0, parent), (uintptr_t)place) >> 20 & (chains->nr_buckets - 1);
}

static u32 *find(const struct chains *chains, u32 parent, const struct place *place)
{
	size_t at = first_bucket(chains, parent, place);

	for (;; at = (at + 1) & (chains->nr_buckets - 1)) {
		const struct chain_node *node = &chains->nodes[chains->buckets[at]];

		if (!chains->buckets[at] || (node->place == place && node->parent == parent))
			return &chains->buckets[at];
	}
}

static int grow(struct chains *chains)
{
	u32 cap = chains->cap ? chains->cap * 2 : 1024;
	struct chain_node *nodes;
	u32 *buckets;

	if (cap < chains->cap)
		return -ENOMEM;
	nodes = reallocarray(chains->nodes, cap, sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	chains->nodes = nodes;
	buckets = calloc((size_t)cap * 2, sizeof(*buckets));
	if (!buckets)
		return -ENOMEM;
	free(chains->buckets);
	chains->buckets = buckets;
	chains->nr_buckets = (size_t)cap * 2;
	chains->cap = cap;
	if (!chains->nr)
		chains->nodes[chains->nr++] = (struct chain_node){ 0 };
	for (u32 i = 1; i < chains->nr; i++)
		if (nodes[i].place)
			*find(chains, nodes[i].parent, nodes[i].place) = i;
	return 0;
}

u32 chains__new_root(struct chains *chains)
{
	if (chains->nr == chains->cap && grow(chains))
		return 0;
	chains->nodes[chains->nr] = (struct chain_node){ 0 };
	return chains->nr++;
}

u32 chains__step(struct chains *chains, u32 parent, const struct place *place)
{
	u32 *bucket, number;

	if (chains->nr == chains->cap && grow(chains))
		return 0;
	bucket = find(chains, parent, place);
	if (*bucket)
		return *bucket;
	number = *bucket = chains->nr++;
	chains->nodes[number] = (struct chain_node){ .place = place,
						     .parent = parent,
						     .next = chains->nodes[parent].child };
	chains->nodes[parent].child = number;
	return number;
}

int chains__add(struct chains *chains, u32 root, const struct place *const *places, size_t nr,
		u64 period)
{
	u32 at = root;

	chains->nodes[at].total += period;
	for (size_t i = 0; i < nr; i++) {
		at = chains__step(chains, at, places[i]);
		if (!at)
			return -ENOMEM;
		chains->nodes[at].total += period;
	}
	chains->nodes[at].hit += period;
	return 0;
}

void chains__exit(struct chains *chains)
{
	free(chains->nodes);
	free(chains->buckets);
	*chains = (struct chains){ 0 };
}
