/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_CPUMAP_INTERNAL_H
#define LIBPERF_CPUMAP_INTERNAL_H

struct perf_cpu_map;

/* The index of CPU @cpu (-1: any), or -ENOENT. NULL holds -1 at index 0. */
int perf_cpu_map__idx(const struct perf_cpu_map *map, int cpu);

#endif
