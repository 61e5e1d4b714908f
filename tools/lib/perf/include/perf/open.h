/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_OPEN_H
#define __LIBPERF_OPEN_H

#include <linux/types.h>
#include <perf/core.h>
#include <sys/types.h>
#include <sys/uio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a recorder needs beyond the interface that other versions of this library have. */

struct perf_cpu_map;
struct perf_evlist;
struct perf_evsel;
struct perf_mmap;

/*
 * perf_event_open(2) by way of libc's syscall(). @attr is a perf_event_attr of any size, which
 * its size member tells and which is left as it is, after E2BIG too; @flags are PERF_FLAG_*.
 * The fd, which the caller closes, or -errno.
 */
LIBPERF_API int perf_event__open(const void *attr, pid_t pid, int cpu, int group_fd,
				 unsigned long flags);

/* How many bytes of an attr this kernel knows (what E2BIG is about), or -errno. */
LIBPERF_API int perf_event__attr_bytes(void);

/* The fd and the kernel's id of one CPU (by index) and thread. The fd stays the event's; -1 when it
 * is not open. id: 0 or -errno. */
LIBPERF_API int perf_evsel__fd(struct perf_evsel *evsel, int cpu_map_idx, int thread);
LIBPERF_API int perf_evsel__id(struct perf_evsel *evsel, int cpu_map_idx, int thread, __u64 *id);

/*
 * For an event in a list, before it is opened: the CPUs it can be opened on (a PMU's cpumask; the
 * list's maps narrow it; takes its own reference), and that it knows no threads but all.
 */
LIBPERF_API void perf_evsel__set_cpus(struct perf_evsel *evsel, struct perf_cpu_map *cpus);
LIBPERF_API void perf_evsel__set_system_wide(struct perf_evsel *evsel);

/* Puts the event into the group of @leader, which must be opened first and outlive it. NULL: alone. */
LIBPERF_API void perf_evsel__set_leader(struct perf_evsel *evsel, struct perf_evsel *leader);
LIBPERF_API struct perf_evsel *perf_evsel__leader(struct perf_evsel *evsel);

/* The event's index in its list, from 0. */
LIBPERF_API int perf_evsel__idx(struct perf_evsel *evsel);

/* Sets a filter (tracepoints, address filters) on every fd. 0 or -errno. */
LIBPERF_API int perf_evsel__set_filter(struct perf_evsel *evsel, const char *filter);

/* Opens this one event on the list's maps, so that a caller can change its attr and try again. */
LIBPERF_API int perf_evlist__open_evsel(struct perf_evlist *evlist, struct perf_evsel *evsel);

/*
 * Between read_init() and read_done(): all bytes that are not read yet, as 0 to 2 pieces in order;
 * of a ring that is mapped read-only the next record. The number of pieces. skip() marks them read,
 * until there are none; consume() then gives the room back.
 */
LIBPERF_API int perf_mmap__pieces(struct perf_mmap *map, struct iovec pieces[2]);
LIBPERF_API void perf_mmap__skip(struct perf_mmap *map);

/* The ring's CPU (-1: any), its thread's index (-1: a CPU's ring), its fd (borrowed), and the size of
 * its data. */
LIBPERF_API int perf_mmap__cpu(const struct perf_mmap *map);
LIBPERF_API int perf_mmap__thread(const struct perf_mmap *map);
LIBPERF_API int perf_mmap__fd(const struct perf_mmap *map);
LIBPERF_API size_t perf_mmap__data_bytes(const struct perf_mmap *map);

#ifdef __cplusplus
}
#endif

#endif
