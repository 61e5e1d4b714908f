// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Sets of CPUs: list text or other sets in, a counted, ascending array out. "Any CPU" is
 * the member -1, which sorts before all others. A map never changes once it exists.
 */
#include <perf/cpumap.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "cpulist.h"
#include "cpumap-internal.h"
#include "file.h"
#include "print.h"

#define ONLINE_CPUS    "/sys/devices/system/cpu/online"
#define LIST_MAX_BYTES (1 << 20)

struct perf_cpu_map {
	unsigned int refcnt;
	int nr;
	int cpus[];
};

/* Takes @nr ascending numbers; 0 and errno stay as malloc() left them. */
static struct perf_cpu_map *map__new(const int *cpus, int nr)
{
	struct perf_cpu_map *map = malloc(sizeof(*map) + nr * sizeof(map->cpus[0]));

	if (!map)
		return NULL;
	map->refcnt = 1;
	map->nr = nr;
	memcpy(map->cpus, cpus, nr * sizeof(map->cpus[0]));
	return map;
}

static struct perf_cpu_map *map__parse(const char *text)
{
	_cleanup_free_ int *cpus = NULL;
	struct err err = { 0 };
	int nr = cpulist__parse(text, &cpus, &err);

	if (nr < 0) {
		libperf_print(LIBPERF_WARN, "CPU list '%s', column %d: %s\n", text, err.column,
			      err.text);
		errno = -nr;
		return NULL;
	}
	return nr ? map__new(cpus, nr) : perf_cpu_map__new_any_cpu();
}

struct perf_cpu_map *perf_cpu_map__new_any_cpu(void)
{
	const int any = -1;

	return map__new(&any, 1);
}

struct perf_cpu_map *perf_cpu_map__dummy_new(void)
{
	return perf_cpu_map__new_any_cpu();
}

/* Without sysfs: as many as the C library counts, from 0 up. */
static struct perf_cpu_map *map__new_counted(void)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN), i;
	_cleanup_free_ int *cpus = NULL;

	if (nr < 1 || nr > CPULIST_MAX)
		nr = 1;
	cpus = calloc(nr, sizeof(*cpus));
	if (!cpus)
		return NULL;
	for (i = 0; i < nr; i++)
		cpus[i] = i;
	return map__new(cpus, nr);
}

struct perf_cpu_map *perf_cpu_map__new_online_cpus(void)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(AT_FDCWD, ONLINE_CPUS, LIST_MAX_BYTES, &text);

	if (len <= 0) {
		libperf_print(LIBPERF_WARN, ONLINE_CPUS " can not be read: %s\n", strerror(-len));
		return map__new_counted();
	}
	return map__parse(text);
}

struct perf_cpu_map *perf_cpu_map__default_new(void)
{
	return perf_cpu_map__new_online_cpus();
}

struct perf_cpu_map *perf_cpu_map__new(const char *cpu_list)
{
	if (!cpu_list)
		return perf_cpu_map__new_online_cpus();
	if (!strcmp(cpu_list, "-1"))
		return perf_cpu_map__new_any_cpu();
	return map__parse(cpu_list);
}

struct perf_cpu_map *perf_cpu_map__read(FILE *file)
{
	_cleanup_free_ char *line = NULL;
	size_t cap = 0;

	errno = 0;
	if (getline(&line, &cap, file) < 0) {
		if (!errno)
			errno = ENODATA;
		return NULL;
	}
	return map__parse(line);
}

struct perf_cpu_map *perf_cpu_map__get(struct perf_cpu_map *map)
{
	if (map)
		__atomic_add_fetch(&map->refcnt, 1, __ATOMIC_RELAXED);
	return map;
}

void perf_cpu_map__put(struct perf_cpu_map *map)
{
	if (map && !__atomic_sub_fetch(&map->refcnt, 1, __ATOMIC_ACQ_REL))
		free(map);
}

static bool is_subset(const struct perf_cpu_map *of, const struct perf_cpu_map *map)
{
	int i;

	for (i = 0; i < map->nr; i++)
		if (perf_cpu_map__idx(of, map->cpus[i]) < 0)
			return false;
	return true;
}

/* The numbers of both (@both) or of either into @out, ascending. How many. */
static int combine(const struct perf_cpu_map *a, const struct perf_cpu_map *b, bool both, int *out)
{
	int i = 0, j = 0, nr = 0;

	while (i < a->nr || j < b->nr) {
		bool from_a = j == b->nr || (i < a->nr && a->cpus[i] <= b->cpus[j]);
		bool from_b = i == a->nr || (j < b->nr && b->cpus[j] <= a->cpus[i]);

		if (!both || (from_a && from_b))
			out[nr++] = from_a ? a->cpus[i] : b->cpus[j];
		i += from_a;
		j += from_b;
	}
	return nr;
}

/* The parentheses keep the macro of this name away. */
struct perf_cpu_map *(perf_cpu_map__merge)(struct perf_cpu_map *orig, struct perf_cpu_map *other)
{
	_cleanup_free_ int *cpus = NULL;
	struct perf_cpu_map *merged;

	if (!other || (orig && is_subset(orig, other)))
		return orig;
	if (!orig || is_subset(other, orig)) {
		perf_cpu_map__put(orig);
		return perf_cpu_map__get(other);
	}
	cpus = calloc(orig->nr + other->nr, sizeof(*cpus));
	if (!cpus)
		return NULL;
	merged = map__new(cpus, combine(orig, other, false, cpus));
	if (merged)
		perf_cpu_map__put(orig);
	return merged;
}

int perf_cpu_map__merge_into(struct perf_cpu_map **orig, struct perf_cpu_map *other)
{
	struct perf_cpu_map *merged = perf_cpu_map__merge(*orig, other);

	if (!merged && (*orig || other))
		return -ENOMEM;
	*orig = merged;
	return 0;
}

struct perf_cpu_map *perf_cpu_map__intersect(struct perf_cpu_map *orig, struct perf_cpu_map *other)
{
	_cleanup_free_ int *cpus = NULL;
	int nr;

	if (!orig || !other)
		return NULL;
	if (is_subset(orig, other))
		return perf_cpu_map__get(other);
	if (is_subset(other, orig))
		return perf_cpu_map__get(orig);
	cpus = calloc(orig->nr, sizeof(*cpus));
	if (!cpus)
		return NULL;
	nr = combine(orig, other, true, cpus);
	return nr ? map__new(cpus, nr) : NULL;
}

struct perf_cpu perf_cpu_map__cpu(const struct perf_cpu_map *cpus, int idx)
{
	struct perf_cpu cpu = { .cpu = -1 };

	if (cpus && idx >= 0 && idx < cpus->nr)
		cpu.cpu = cpus->cpus[idx];
	return cpu;
}

int perf_cpu_map__nr(const struct perf_cpu_map *cpus)
{
	return cpus ? cpus->nr : 1;
}

struct perf_cpu perf_cpu_map__min(const struct perf_cpu_map *map)
{
	return perf_cpu_map__cpu(map, perf_cpu_map__has_any_cpu(map) ? 1 : 0);
}

struct perf_cpu perf_cpu_map__max(const struct perf_cpu_map *map)
{
	return perf_cpu_map__cpu(map, perf_cpu_map__nr(map) - 1);
}

int perf_cpu_map__idx(const struct perf_cpu_map *map, int cpu)
{
	int low = 0, high = perf_cpu_map__nr(map) - 1;

	while (low <= high) {
		int mid = low + (high - low) / 2, at = perf_cpu_map__cpu(map, mid).cpu;

		if (at == cpu)
			return mid;
		if (at < cpu)
			low = mid + 1;
		else
			high = mid - 1;
	}
	return -ENOENT;
}

bool perf_cpu_map__has(const struct perf_cpu_map *map, struct perf_cpu cpu)
{
	return map && perf_cpu_map__idx(map, cpu.cpu) >= 0;
}

bool perf_cpu_map__equal(const struct perf_cpu_map *lhs, const struct perf_cpu_map *rhs)
{
	if (lhs == rhs)
		return true;
	return lhs && rhs && lhs->nr == rhs->nr &&
	       !memcmp(lhs->cpus, rhs->cpus, lhs->nr * sizeof(lhs->cpus[0]));
}

bool perf_cpu_map__is_empty(const struct perf_cpu_map *map)
{
	return !map;
}

bool perf_cpu_map__has_any_cpu(const struct perf_cpu_map *map)
{
	return map && map->cpus[0] == -1;
}

bool perf_cpu_map__has_any_cpu_or_is_empty(const struct perf_cpu_map *map)
{
	return perf_cpu_map__cpu(map, 0).cpu == -1;
}

bool perf_cpu_map__is_any_cpu_or_is_empty(const struct perf_cpu_map *map)
{
	return perf_cpu_map__nr(map) == 1 && perf_cpu_map__has_any_cpu_or_is_empty(map);
}

bool perf_cpu_map__empty(const struct perf_cpu_map *map)
{
	return perf_cpu_map__has_any_cpu_or_is_empty(map);
}
