/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_EVSEL_INTERNAL_H
#define LIBPERF_EVSEL_INTERNAL_H

#include <pthread.h>

#include "types.h"

struct perf_cpu_map;
struct perf_event_attr;
struct perf_thread_map;

struct evsel_page {
	void *base; /* NULL: not mapped */
	size_t bytes;
};

struct perf_evsel {
	struct perf_event_attr *attr; /* attr->size bytes, at least sizeof(*attr) of them there */
	struct perf_evsel *leader;    /* itself when alone; borrowed */
	bool system_wide;	      /* is opened for all threads, whatever the list says */
	bool nowhere;		      /* its CPUs and the list's have none in common */

	/* Its place in a list. */
	struct perf_evsel *next, *prev;
	int idx;

	struct perf_cpu_map *own_cpus; /* where it can be opened; NULL: anywhere */
	struct perf_cpu_map *cpus;     /* where it is opened; NULL: any */
	struct perf_thread_map *threads;

	/* While it is open: nr_cpus rows of nr_threads. fds of -1: that one is closed. */
	int nr_cpus, nr_threads;
	int *fds;
	u64 *ids; /* 0: not asked for yet */
	struct evsel_page *pages;
	pthread_t opener; /* whose counts pid 0 means */

	unsigned int group_len; /* of a leader: how many events were opened in its group */
	unsigned int group_pos; /* where in a read of the group its own value is */
};

/* The index of an fd's row and column, or -1 when there is no such fd. */
int perf_evsel__slot(const struct perf_evsel *evsel, int cpu_map_idx, int thread);

#endif
