// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address spaces: a sorted list of mappings that never overlap. The list itself is counted apart
 * from the address space, so that a fork costs nothing until it maps something.
 */
#include "symbol/maps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct map_list {
	unsigned int refs;
	size_t nr, cap;
	struct map maps[];
};

struct maps {
	unsigned int refs;
	struct map_list *list; /* NULL: empty */
};

static void list_put(struct map_list *list)
{
	if (list && !--list->refs)
		free(list);
}

struct maps *maps__new(void)
{
	struct maps *maps = calloc(1, sizeof(*maps));

	if (maps)
		maps->refs = 1;
	return maps;
}

struct maps *maps__get(struct maps *maps)
{
	maps->refs++;
	return maps;
}

void maps__put(struct maps *maps)
{
	if (!maps || --maps->refs)
		return;
	list_put(maps->list);
	free(maps);
}

struct maps *maps__fork(struct maps *maps)
{
	struct maps *copy = maps__new();

	if (copy && maps->list) {
		copy->list = maps->list;
		copy->list->refs++;
	}
	return copy;
}

/* Index of the first mapping that ends after @addr. */
static size_t lower_bound(const struct map_list *list, u64 addr)
{
	size_t low = 0, high = list ? list->nr : 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->maps[mid].end <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* A list of our own with room for @more mappings. */
static int make_room(struct maps *maps, size_t more)
{
	struct map_list *old = maps->list, *list;
	size_t nr = old ? old->nr : 0, cap;

	if (old && old->refs == 1 && nr + more <= old->cap)
		return 0;
	/* There may be tens of thousands of processes: room that none of them uses adds up. */
	cap = nr + nr / 4 + more;
	if (old && old->refs == 1) {
		list = realloc(old, sizeof(*list) + cap * sizeof(list->maps[0]));
		if (!list)
			return -ENOMEM;
	} else {
		list = malloc(sizeof(*list) + cap * sizeof(list->maps[0]));
		if (!list)
			return -ENOMEM;
		if (nr)
			memcpy(list->maps, old->maps, nr * sizeof(list->maps[0]));
		list_put(old);
	}
	list->refs = 1;
	list->nr = nr;
	list->cap = cap;
	maps->list = list;
	return 0;
}

static void replace(struct map_list *list, size_t at, size_t remove, const struct map *with,
		    size_t nr_with)
{
	memmove(&list->maps[at + nr_with], &list->maps[at + remove],
		(list->nr - at - remove) * sizeof(list->maps[0]));
	memcpy(&list->maps[at], with, nr_with * sizeof(list->maps[0]));
	list->nr = list->nr - remove + nr_with;
}

int maps__insert(struct maps *maps, const struct map *map)
{
	struct map put[3];
	size_t at, end, nr = 0;

	if (map->start >= map->end)
		return 0;
	if (make_room(maps, 2))
		return -ENOMEM;
	at = end = lower_bound(maps->list, map->start);
	while (end < maps->list->nr && maps->list->maps[end].start < map->end)
		end++;
	if (at < end && maps->list->maps[at].start < map->start) {
		put[nr] = maps->list->maps[at];
		put[nr++].end = map->start;
	}
	put[nr++] = *map;
	if (at < end && maps->list->maps[end - 1].end > map->end) {
		put[nr] = maps->list->maps[end - 1];
		put[nr].pgoff += map->end - put[nr].start;
		put[nr++].start = map->end;
	}
	replace(maps->list, at, end - at, put, nr);
	return 0;
}

const struct map *maps__find(const struct maps *maps, u64 addr)
{
	const struct map_list *list = maps->list;
	size_t i = lower_bound(list, addr);

	return list && i < list->nr && list->maps[i].start <= addr ? &list->maps[i] : NULL;
}

size_t maps__nr(const struct maps *maps)
{
	return maps->list ? maps->list->nr : 0;
}

const struct map *maps__at(const struct maps *maps, size_t i)
{
	return &maps->list->maps[i];
}
