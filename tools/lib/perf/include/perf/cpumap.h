/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_CPUMAP_H
#define __LIBPERF_CPUMAP_H

#include <perf/core.h>
#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A CPU's number, which is not its index in a map. -1: any CPU. */
struct perf_cpu {
	int cpu;
};

/* An ascending set of CPUs, counted by references. NULL is the empty map. */
struct perf_cpu_map;

/*
 * All of these give a reference that the caller puts, or NULL with errno set.
 * new() reads the kernel's list format ("0-3,8"): NULL means the online CPUs, "" and "-1" any CPU.
 * read() takes one such line from @file.
 */
LIBPERF_API struct perf_cpu_map *perf_cpu_map__new(const char *cpu_list);
LIBPERF_API struct perf_cpu_map *perf_cpu_map__new_any_cpu(void);
LIBPERF_API struct perf_cpu_map *perf_cpu_map__new_online_cpus(void);
LIBPERF_API struct perf_cpu_map *perf_cpu_map__read(FILE *file);

/* The names that older versions of the interface have for new_any_cpu and new_online_cpus. */
LIBPERF_API struct perf_cpu_map *perf_cpu_map__dummy_new(void);
LIBPERF_API struct perf_cpu_map *perf_cpu_map__default_new(void);

/* Both take NULL; put frees the map with its last reference. */
LIBPERF_API struct perf_cpu_map *perf_cpu_map__get(struct perf_cpu_map *map);
LIBPERF_API void perf_cpu_map__put(struct perf_cpu_map *map);

/*
 * The union. It takes over the reference to @orig, which becomes the result's; @other stays the
 * caller's. NULL with errno ENOMEM leaves @orig alone.
 */
LIBPERF_API struct perf_cpu_map *perf_cpu_map__merge(struct perf_cpu_map *orig,
						     struct perf_cpu_map *other);

/* The same in place: 0, or -ENOMEM and *orig as it was. Newer versions of the interface call this
 * form merge() as well, so that name takes either in C11. */
LIBPERF_API int perf_cpu_map__merge_into(struct perf_cpu_map **orig, struct perf_cpu_map *other);

#if !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define perf_cpu_map__merge(orig, other) \
	_Generic((orig),                                                                           \
		 struct perf_cpu_map **: perf_cpu_map__merge_into,                                 \
		 default: perf_cpu_map__merge)(orig, other)
#endif

/* What both hold, as a reference of its own; NULL when that is nothing. */
LIBPERF_API struct perf_cpu_map *perf_cpu_map__intersect(struct perf_cpu_map *orig,
							 struct perf_cpu_map *other);

/* The CPU at @idx, or -1 past the end. nr() of NULL is 1, since its one CPU is "any". */
LIBPERF_API struct perf_cpu perf_cpu_map__cpu(const struct perf_cpu_map *cpus, int idx);
LIBPERF_API int perf_cpu_map__nr(const struct perf_cpu_map *cpus);

/* The lowest and highest real CPU; -1 when there is none. */
LIBPERF_API struct perf_cpu perf_cpu_map__min(const struct perf_cpu_map *map);
LIBPERF_API struct perf_cpu perf_cpu_map__max(const struct perf_cpu_map *map);

LIBPERF_API bool perf_cpu_map__has(const struct perf_cpu_map *map, struct perf_cpu cpu);
LIBPERF_API bool perf_cpu_map__equal(const struct perf_cpu_map *lhs,
				     const struct perf_cpu_map *rhs);

/* empty() is an older name of has_any_cpu_or_is_empty(). */
LIBPERF_API bool perf_cpu_map__is_empty(const struct perf_cpu_map *map);
LIBPERF_API bool perf_cpu_map__has_any_cpu(const struct perf_cpu_map *map);
LIBPERF_API bool perf_cpu_map__has_any_cpu_or_is_empty(const struct perf_cpu_map *map);
LIBPERF_API bool perf_cpu_map__is_any_cpu_or_is_empty(const struct perf_cpu_map *map);
LIBPERF_API bool perf_cpu_map__empty(const struct perf_cpu_map *map);

#define perf_cpu_map__for_each_idx(idx, map) for ((idx) = 0; (idx) < perf_cpu_map__nr(map); (idx)++)

#define perf_cpu_map__for_each_cpu(_cpu, idx, map)                                           \
	for ((idx) = 0, (_cpu) = perf_cpu_map__cpu(map, idx); (idx) < perf_cpu_map__nr(map); \
	     (idx)++, (_cpu) = perf_cpu_map__cpu(map, idx))

#define perf_cpu_map__for_each_cpu_skip_any(_cpu, idx, map) \
	perf_cpu_map__for_each_cpu (_cpu, idx, map)         \
		if ((_cpu).cpu == -1) {                     \
		} else

#ifdef __cplusplus
}
#endif

#endif
