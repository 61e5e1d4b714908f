/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_EVSEL_H
#define __LIBPERF_EVSEL_H

#include <linux/types.h>
#include <perf/core.h>
#include <stdbool.h>
#include <stdint.h>

/* Members without a name are extensions to some languages. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#ifdef __cplusplus
extern "C" {
#endif

struct perf_cpu_map;
struct perf_event_attr;
struct perf_thread_map;

/* One event: its attr and, once it is open, an fd for each CPU and thread. */
struct perf_evsel;

/* What a read gives. What attr.read_format does not ask for is 0. Times in nanoseconds. */
struct perf_counts_values {
	union {
		struct {
			uint64_t val;
			uint64_t ena;
			uint64_t run;
			uint64_t id;
			uint64_t lost;
		};
		uint64_t values[5];
	};
};

/*
 * Copies the attr, all attr->size bytes of it (up to a page) where that is more than this
 * header's struct; a size of 0 means the struct. NULL with errno set (E2BIG, ENOMEM).
 */
LIBPERF_API struct perf_evsel *perf_evsel__new(struct perf_event_attr *attr);
LIBPERF_API void perf_evsel__delete(struct perf_evsel *evsel);

/*
 * Opens the event on every CPU of @cpus (NULL: any) for each of @threads (NULL: all), close on
 * exec, in the group of its leader when it has one. Of several threads those that have ended are
 * left out. 0 or -errno of the open that failed, and then none is open. -EBUSY: open already.
 */
LIBPERF_API int perf_evsel__open(struct perf_evsel *evsel, struct perf_cpu_map *cpus,
				 struct perf_thread_map *threads);
LIBPERF_API void perf_evsel__close(struct perf_evsel *evsel);
LIBPERF_API void perf_evsel__close_cpu(struct perf_evsel *evsel, int cpu_map_idx);

/*
 * Maps the control page and @pages data pages (0 or a power of two) of every fd, read-only for
 * attr.write_backward. 0 or -errno, and then none is mapped.
 */
LIBPERF_API int perf_evsel__mmap(struct perf_evsel *evsel, int pages);
LIBPERF_API void perf_evsel__munmap(struct perf_evsel *evsel);

/* The control page (struct perf_event_mmap_page), or NULL. */
LIBPERF_API void *perf_evsel__mmap_base(struct perf_evsel *evsel, int cpu_map_idx, int thread);

/*
 * The event's count. Of a group it is this event's own. An event of the calling thread that is
 * mapped is read without a system call where the processor allows it. 0 or -errno.
 */
LIBPERF_API int perf_evsel__read(struct perf_evsel *evsel, int cpu_map_idx, int thread,
				 struct perf_counts_values *count);

/* On all fds, those of a CPU or those of a thread. 0 or the first -errno. */
LIBPERF_API int perf_evsel__enable(struct perf_evsel *evsel);
LIBPERF_API int perf_evsel__enable_cpu(struct perf_evsel *evsel, int cpu_map_idx);
LIBPERF_API int perf_evsel__enable_thread(struct perf_evsel *evsel, int thread);
LIBPERF_API int perf_evsel__disable(struct perf_evsel *evsel);
LIBPERF_API int perf_evsel__disable_cpu(struct perf_evsel *evsel, int cpu_map_idx);

/* Borrowed: the maps it was opened on or got from its list (NULL: none), and its own attr. */
LIBPERF_API struct perf_cpu_map *perf_evsel__cpus(struct perf_evsel *evsel);
LIBPERF_API struct perf_thread_map *perf_evsel__threads(struct perf_evsel *evsel);
LIBPERF_API struct perf_event_attr *perf_evsel__attr(struct perf_evsel *evsel);

/*
 * With @scale, extrapolates val over the time the event could not run. *pscaled (NULL is
 * allowed): 1 scaled, -1 never ran (val becomes 0), 0 as it was read.
 */
LIBPERF_API void perf_counts_values__scale(struct perf_counts_values *count, bool scale,
					   __s8 *pscaled);

#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic pop

#endif
