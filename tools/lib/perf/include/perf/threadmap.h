/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_THREADMAP_H
#define __LIBPERF_THREADMAP_H

#include <perf/core.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Threads in the order they were given, counted by references. -1: every thread; 0: the caller. */
struct perf_thread_map;

/*
 * Both give a reference that the caller puts, or NULL with errno set. The dummy holds one -1;
 * the array is copied, and without one (@array NULL) all @nr_threads entries are -1.
 */
LIBPERF_API struct perf_thread_map *perf_thread_map__new_dummy(void);
LIBPERF_API struct perf_thread_map *perf_thread_map__new_array(int nr_threads, pid_t *array);

/* An @idx outside of the map changes nothing and gives -1 or NULL. nr() of NULL is 1. */
LIBPERF_API void perf_thread_map__set_pid(struct perf_thread_map *map, int idx, pid_t pid);
LIBPERF_API pid_t perf_thread_map__pid(struct perf_thread_map *map, int idx);
LIBPERF_API int perf_thread_map__nr(struct perf_thread_map *threads);

/* The thread's name when it was first asked for, owned by the map; NULL: it has none (any more). */
LIBPERF_API char *perf_thread_map__comm(struct perf_thread_map *map, int idx);

/* Both take NULL; put frees the map with its last reference. */
LIBPERF_API struct perf_thread_map *perf_thread_map__get(struct perf_thread_map *map);
LIBPERF_API void perf_thread_map__put(struct perf_thread_map *map);

#ifdef __cplusplus
}
#endif

#endif
