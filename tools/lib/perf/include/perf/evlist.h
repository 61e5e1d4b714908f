/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_EVLIST_H
#define __LIBPERF_EVLIST_H

#include <perf/core.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct perf_cpu_map;
struct perf_evsel;
struct perf_mmap;
struct perf_thread_map;

/* Events that are opened, mapped and polled together. */
struct perf_evlist;

/* NULL with errno ENOMEM. delete() unmaps, closes and deletes the events too. */
LIBPERF_API struct perf_evlist *perf_evlist__new(void);
LIBPERF_API void perf_evlist__delete(struct perf_evlist *evlist);

/*
 * add() makes the list the event's owner; remove() gives it back to the caller, and its fds are
 * polled no more. Adding what the list has and removing what it has not changes nothing.
 */
LIBPERF_API void perf_evlist__add(struct perf_evlist *evlist, struct perf_evsel *evsel);
LIBPERF_API void perf_evlist__remove(struct perf_evlist *evlist, struct perf_evsel *evsel);

/* The event after @evsel, the first one after NULL; NULL at the end. */
LIBPERF_API struct perf_evsel *perf_evlist__next(struct perf_evlist *evlist,
						 struct perf_evsel *evsel);

#define perf_evlist__for_each_evsel(evlist, pos)                       \
	for ((pos) = perf_evlist__next((evlist), NULL); (pos) != NULL; \
	     (pos) = perf_evlist__next((evlist), (pos)))

/* Where its events are opened: any CPU for NULL @cpus, all threads for NULL @threads. Takes
 * references of its own. */
LIBPERF_API void perf_evlist__set_maps(struct perf_evlist *evlist, struct perf_cpu_map *cpus,
				       struct perf_thread_map *threads);

/* The first event leads all others. */
LIBPERF_API void perf_evlist__set_leader(struct perf_evlist *evlist);

/* How many groups of two and more events it has. */
LIBPERF_API int perf_evlist__nr_groups(struct perf_evlist *evlist);

/* Opens all events. 0 or -errno, and then none is open. */
LIBPERF_API int perf_evlist__open(struct perf_evlist *evlist);
LIBPERF_API void perf_evlist__close(struct perf_evlist *evlist);

LIBPERF_API void perf_evlist__enable(struct perf_evlist *evlist);
LIBPERF_API void perf_evlist__disable(struct perf_evlist *evlist);

/*
 * Maps a ring of @pages data pages (a power of two) for each CPU, or for each thread of events
 * that are open on any CPU; all events there share it. Those with attr.write_backward share a
 * read-only one of their own, an overwrite ring. An event that refuses both to be redirected and
 * to be mapped writable (EACCES: its ring belongs to a persistent event) is mapped read-only by
 * itself and read like an overwrite ring. 0 or -errno, and then nothing is mapped.
 */
LIBPERF_API int perf_evlist__mmap(struct perf_evlist *evlist, int pages);
LIBPERF_API void perf_evlist__munmap(struct perf_evlist *evlist);

/* The ring after @map, the first one after NULL; NULL at the end. */
LIBPERF_API struct perf_mmap *perf_evlist__next_mmap(struct perf_evlist *evlist,
						     struct perf_mmap *map, bool overwrite);

#define perf_evlist__for_each_mmap(evlist, pos, overwrite)                               \
	for ((pos) = perf_evlist__next_mmap((evlist), NULL, (overwrite)); (pos) != NULL; \
	     (pos) = perf_evlist__next_mmap((evlist), (pos), (overwrite)))

/* Waits until a ring has reached its watermark or an event has ended: poll(2)'s result, -errno. */
LIBPERF_API int perf_evlist__poll(struct perf_evlist *evlist, int timeout_ms);

/* Stops polling the fds whose last poll gave one of @revents_and_mask. How many are left. */
LIBPERF_API int perf_evlist__filter_pollfd(struct perf_evlist *evlist, short revents_and_mask);

#ifdef __cplusplus
}
#endif

#endif
