// SPDX-License-Identifier: GPL-2.0-only
/* Rows by their keys in a hash table, then as a sorted list. */
#include "hist/hists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/mix.h"

static size_t keys_bytes(const struct hists *hists)
{
	return hists->spec->nr_keys * sizeof(u64);
}

/* The bucket of that row, or the free one where it belongs. */
static u32 *find(const struct hists *hists, u64 hash, const u64 *keys, u32 chain)
{
	size_t mask = hists->nr_buckets - 1, bytes = keys_bytes(hists);

	for (size_t at = hash >> 20 & mask;; at = (at + 1) & mask) {
		const struct hist_entry *entry;

		if (!hists->buckets[at])
			return &hists->buckets[at];
		entry = hists->list[hists->buckets[at] - 1];
		if (entry->hash == hash && entry->chain == chain &&
		    !memcmp(entry->keys, keys, bytes))
			return &hists->buckets[at];
	}
}

/* There are twice as many buckets as there is room in the list. */
static int grow(struct hists *hists)
{
	size_t cap = hists->nr_buckets ? hists->nr_buckets : 256;
	struct hist_entry **list = reallocarray(hists->list, cap, sizeof(*list));
	u32 *buckets = list && cap < UINT32_MAX / 2 ? calloc(cap * 2, sizeof(*buckets)) : NULL;

	if (list)
		hists->list = list;
	if (!buckets)
		return -ENOMEM;
	free(hists->buckets);
	hists->buckets = buckets;
	hists->nr_buckets = cap * 2;
	for (size_t i = 0; i < hists->nr; i++)
		*find(hists, list[i]->hash, list[i]->keys, list[i]->chain) = i + 1;
	return 0;
}

struct hist_entry *hists__get(struct hists *hists, const u64 *keys, u32 chain)
{
	struct hist_entry *entry;
	u64 hash = chain;
	u32 *bucket;

	for (size_t i = 0; i < hists->spec->nr_keys; i++)
		hash = mix__u64(hash, keys[i]);
	hash = mix__u64(hash, 0);
	if (hists->nr * 2 == hists->nr_buckets && grow(hists))
		return NULL;
	bucket = find(hists, hash, keys, chain);
	if (*bucket)
		return hists->list[*bucket - 1];
	entry = arena__alloc(&hists->arena, sizeof(*entry) + keys_bytes(hists));
	if (!entry)
		return NULL;
	entry->hash = hash;
	entry->chain = chain;
	memcpy(entry->keys, keys, keys_bytes(hists));
	hists->list[hists->nr++] = entry;
	*bucket = hists->nr;
	return entry;
}

static int compare(const void *pa, const void *pb, void *arg)
{
	const struct hist_entry *a = *(struct hist_entry *const *)pa;
	const struct hist_entry *b = *(struct hist_entry *const *)pb;
	const struct hist_spec *spec = arg;

	for (size_t i = 0; i < spec->nr_order; i++) {
		const struct hist_column *column = &spec->order[i];
		int ret = column->field->compare(a, b, column->key);

		if (ret)
			return ret;
	}
	return 0;
}

void hists__sort(struct hists *hists)
{
	free(hists->buckets);
	hists->buckets = NULL;
	if (hists->nr)
		qsort_r(hists->list, hists->nr, sizeof(hists->list[0]), compare,
			(void *)hists->spec);
}

void hists__exit(struct hists *hists)
{
	arena__exit(&hists->arena);
	chains__exit(&hists->chains);
	free(hists->buckets);
	free(hists->list);
	free(hists->nodes);
}
