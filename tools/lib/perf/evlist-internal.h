/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_EVLIST_INTERNAL_H
#define LIBPERF_EVLIST_INTERNAL_H

#include <poll.h>

#include "types.h"

struct perf_cpu_map;
struct perf_evsel;
struct perf_mmap;
struct perf_thread_map;

struct perf_evlist {
	struct perf_evsel *first, *last;
	int nr;
	struct perf_cpu_map *cpus; /* as set_maps() got them */
	struct perf_thread_map *threads;

	/* While it is mapped; [1]: overwrite rings. */
	struct perf_mmap *first_mmap[2], *last_mmap[2];
	struct pollfd *pollfds;
	int nr_pollfds;
};

/* Polls the event's fds no more: they are about to be closed. Its rings stay. */
void perf_evlist__forget_fds(struct perf_evlist *evlist, const struct perf_evsel *evsel);

#endif
