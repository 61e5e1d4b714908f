// SPDX-License-Identifier: GPL-2.0-only
/* Samples -> counts by function, address and event: one table for all, open addressing. */
#include "hist/hits.h"

#include <errno.h>
#include <stdlib.h>

#include "arena.h"
#include "hist/mix.h"
#include "symbol/maps.h"

struct place_count {
	const struct symbol *symbol; /* NULL: free */
	u64 offset;
	size_t event;
	struct hit_count count;
};

struct hits {
	struct hit_symbol **list;
	size_t nr, cap;
	struct place_count *buckets;
	size_t nr_counts, nr_buckets, nr_events;
	size_t max; /* counts; 0: any number */
	struct arena arena;
};

struct hits *hits__new(void)
{
	return calloc(1, sizeof(struct hits));
}

void hits__delete(struct hits *hits)
{
	if (!hits)
		return;
	free(hits->list);
	free(hits->buckets);
	arena__exit(&hits->arena);
	free(hits);
}

void hits__set_max(struct hits *hits, size_t max)
{
	hits->max = max;
}

static struct place_count *find(struct place_count *buckets, size_t nr_buckets,
				const struct place_count *want)
{
	size_t mask = nr_buckets - 1;
	u64 hash = mix__u64(mix__u64(want->event, (uintptr_t)want->symbol), want->offset);

	for (size_t at = hash >> 20 & mask;; at = (at + 1) & mask) {
		struct place_count *bucket = &buckets[at];

		if (!bucket->symbol ||
		    (bucket->symbol == want->symbol && bucket->offset == want->offset &&
		     bucket->event == want->event))
			return bucket;
	}
}

static int make_room(struct hits *hits)
{
	size_t nr_buckets = hits->nr_buckets ? hits->nr_buckets * 2 : 1024;
	struct place_count *buckets;

	if (hits->nr_counts * 2 < hits->nr_buckets)
		return 0;
	buckets = calloc(nr_buckets, sizeof(*buckets));
	if (!buckets)
		return -ENOMEM;
	for (size_t i = 0; i < hits->nr_buckets; i++)
		if (hits->buckets[i].symbol)
			*find(buckets, nr_buckets, &hits->buckets[i]) = hits->buckets[i];
	free(hits->buckets);
	hits->buckets = buckets;
	hits->nr_buckets = nr_buckets;
	return 0;
}

const struct hit_symbol *hits__find(const struct hits *hits, const struct symbol *symbol)
{
	for (size_t i = 0; i < hits->nr; i++)
		if (hits->list[i]->symbol == symbol)
			return hits->list[i];
	return NULL;
}

/* A bucket of its own, with the offset that no address has, says that a function is listed. */
#define LISTED ~0ULL

static int list_symbol(struct hits *hits, const struct hit *hit)
{
	struct hit_symbol *symbol;

	if (hits->nr == hits->cap) {
		size_t cap = hits->cap ? hits->cap * 2 : 64;
		struct hit_symbol **list = reallocarray(hits->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		hits->list = list;
		hits->cap = cap;
	}
	symbol = arena__alloc(&hits->arena, sizeof(*symbol));
	if (!symbol)
		return -ENOMEM;
	symbol->symbol = hit->symbol;
	symbol->dso = hit->dso;
	symbol->start = hit->ip - hit->offset;
	if (hit->map) {
		symbol->map = arena__alloc(&hits->arena, sizeof(*symbol->map));
		if (!symbol->map)
			return -ENOMEM;
		*symbol->map = *hit->map;
	}
	hits->list[hits->nr++] = symbol;
	return 0;
}

static int count(struct hits *hits, const struct place_count *want, u64 period, bool *is_new)
{
	struct place_count *bucket;

	if (make_room(hits))
		return -ENOMEM;
	bucket = find(hits->buckets, hits->nr_buckets, want);
	*is_new = !bucket->symbol;
	if (*is_new) {
		*bucket = *want;
		hits->nr_counts++;
	}
	bucket->count.samples++;
	bucket->count.period += period;
	return 0;
}

int hits__add(struct hits *hits, const struct hit *hit, u64 period)
{
	struct place_count at = { hit->symbol, hit->offset, hit->event, { 0 } };
	struct place_count sum = { hit->symbol, LISTED, hit->event, { 0 } };
	struct place_count listed = { hit->symbol, LISTED, LISTED, { 0 } };
	bool is_new;

	if (hits->max && hits->nr_counts >= hits->max &&
	    !find(hits->buckets, hits->nr_buckets, &at)->symbol)
		return 0;
	if (count(hits, &at, period, &is_new) || count(hits, &sum, period, &is_new))
		return -ENOMEM;
	if (is_new && count(hits, &listed, 0, &is_new))
		return -ENOMEM;
	if (hits->nr_events <= hit->event)
		hits->nr_events = hit->event + 1;
	return is_new ? list_symbol(hits, hit) : 0;
}

size_t hits__nr(const struct hits *hits)
{
	return hits->nr;
}

const struct hit_symbol *hits__at(const struct hits *hits, size_t i)
{
	return hits->list[i];
}

size_t hits__nr_events(const struct hits *hits)
{
	return hits->nr_events;
}

struct hit_count hits__count(const struct hits *hits, const struct symbol *symbol, u64 offset,
			     size_t event)
{
	struct place_count want = { symbol, offset, event, { 0 } };

	if (!hits->nr_buckets)
		return want.count;
	return find(hits->buckets, hits->nr_buckets, &want)->count;
}

struct hit_count hits__total(const struct hits *hits, const struct symbol *symbol, size_t event)
{
	return hits__count(hits, symbol, LISTED, event);
}
