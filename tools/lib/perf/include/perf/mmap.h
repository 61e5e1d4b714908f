/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_MMAP_H
#define __LIBPERF_MMAP_H

#include <perf/core.h>

#ifdef __cplusplus
extern "C" {
#endif

union perf_event;

/* A mapped ring of a struct perf_evlist, which owns it. */
struct perf_mmap;

/*
 * One round: read_init() fixes what can be read now (0, or -EAGAIN when that is nothing),
 * read_event() gives it record by record (NULL at the end; valid until the next call for this
 * ring), consume() gives the room of what was read back to the kernel, and read_done() ends it.
 * An overwrite ring gives copies, oldest first, and nothing is given back.
 */
LIBPERF_API int perf_mmap__read_init(struct perf_mmap *map);
LIBPERF_API union perf_event *perf_mmap__read_event(struct perf_mmap *map);
LIBPERF_API void perf_mmap__consume(struct perf_mmap *map);
LIBPERF_API void perf_mmap__read_done(struct perf_mmap *map);

#ifdef __cplusplus
}
#endif

#endif
