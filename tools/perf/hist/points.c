// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses of data and of branches -> what is there, each resolved once. Addresses are told apart
 * by number alone: the same one in two processes is one point, named by whom it was met in first.
 */
#include "hist/points.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "arena.h"
#include "hist/mix.h"
#include "symbol/machine.h"

#define LINE_BYTES 64

struct points {
	struct machine *machine;
	struct arena arena;
	struct point **buckets; /* open addressing */
	size_t nr, nr_buckets;
};

struct keyed_point {
	struct point point;
	u64 key;
	bool line;
};

struct points *points__new(struct machine *machine)
{
	struct points *points = calloc(1, sizeof(*points));

	if (points)
		points->machine = machine;
	return points;
}

void points__delete(struct points *points)
{
	if (!points)
		return;
	arena__exit(&points->arena);
	free(points->buckets);
	free(points);
}

static struct point **find(struct point **buckets, size_t nr_buckets, u64 key, bool line)
{
	size_t mask = nr_buckets - 1;

	for (size_t at = mix__u64(line, key) >> 20 & mask;; at = (at + 1) & mask) {
		const struct keyed_point *keyed;

		if (!buckets[at])
			return &buckets[at];
		keyed = container_of(buckets[at], struct keyed_point, point);
		if (keyed->key == key && keyed->line == line)
			return &buckets[at];
	}
}

static int make_room(struct points *points)
{
	size_t nr_buckets = points->nr_buckets ? points->nr_buckets * 2 : 256;
	struct point **buckets;

	if (points->nr * 2 < points->nr_buckets)
		return 0;
	buckets = calloc(nr_buckets, sizeof(struct point *));
	if (!buckets)
		return -ENOMEM;
	for (size_t i = 0; i < points->nr_buckets; i++) {
		const struct keyed_point *keyed =
			container_of(points->buckets[i], struct keyed_point, point);

		if (points->buckets[i])
			*find(buckets, nr_buckets, keyed->key, keyed->line) = points->buckets[i];
	}
	free(points->buckets);
	points->buckets = buckets;
	points->nr_buckets = nr_buckets;
	return 0;
}

/* Nothing says which mode an address belongs to: user maps are asked first. */
static void resolve(struct points *points, struct thread *thread, struct point *point)
{
	struct location location;

	machine__resolve(points->machine, thread, PERF_RECORD_MISC_USER, point->addr, &location);
	point->level = '.';
	if (!location.map) {
		machine__resolve(points->machine, thread, PERF_RECORD_MISC_KERNEL, point->addr,
				 &location);
		point->level = location.dso ? 'k' : 'H';
	}
	point->dso = location.dso;
	point->symbol = location.symbol;
	point->offset = location.offset;
	point->mapped = point->addr;
	if (location.map && !location.map->identity)
		point->mapped += location.map->pgoff - location.map->start;
}

/* The point of that key; *is_new says that all else of it is to be filled in. NULL: out of memory. */
static struct keyed_point *keep(struct points *points, u64 key, bool line, bool *is_new)
{
	struct keyed_point *keyed;
	struct point **bucket;

	if (make_room(points))
		return NULL;
	bucket = find(points->buckets, points->nr_buckets, key, line);
	*is_new = !*bucket;
	if (*bucket)
		return container_of(*bucket, struct keyed_point, point);
	keyed = arena__alloc(&points->arena, sizeof(*keyed));
	if (!keyed)
		return NULL;
	keyed->key = key;
	keyed->line = line;
	*bucket = &keyed->point;
	points->nr++;
	return keyed;
}

static const struct point *get(struct points *points, struct thread *thread, u64 addr, bool line)
{
	u64 key = line ? addr & ~(u64)(LINE_BYTES - 1) : addr;
	bool is_new;
	struct keyed_point *keyed = keep(points, key, line, &is_new);

	if (!keyed)
		return NULL;
	if (!is_new)
		return &keyed->point;
	keyed->point.addr = addr;
	resolve(points, thread, &keyed->point);
	keyed->point.addr = key;
	keyed->point.mapped -= addr - key;
	keyed->point.offset -= addr - key;
	return &keyed->point;
}

const struct point *points__adopt(struct points *to, const struct point *point)
{
	const struct keyed_point *from = container_of(point, const struct keyed_point, point);
	bool is_new;
	struct keyed_point *keyed = keep(to, from->key, from->line, &is_new);

	if (keyed && is_new)
		keyed->point = *point;
	return keyed ? &keyed->point : NULL;
}

const struct point *points__find(struct points *points, struct thread *thread, u64 addr)
{
	return get(points, thread, addr, false);
}

const struct point *points__find_line(struct points *points, struct thread *thread, u64 addr)
{
	return get(points, thread, addr, true);
}

u8 points__cpumode(const struct point *point)
{
	switch (point->level) {
	case '.':
		return PERF_RECORD_MISC_USER;
	case 'k':
		return PERF_RECORD_MISC_KERNEL;
	}
	return PERF_RECORD_MISC_HYPERVISOR;
}
