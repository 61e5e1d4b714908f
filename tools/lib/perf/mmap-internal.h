/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_MMAP_INTERNAL_H
#define LIBPERF_MMAP_INTERNAL_H

#include "types.h"

struct perf_event_mmap_page;
struct perf_ring;

/* Whose records a ring holds. */
struct mmap_place {
	int fd;	    /* of the event that was mapped; borrowed */
	int cpu;    /* -1: any */
	int thread; /* index of the thread of a ring for any CPU, otherwise -1 */
};

struct perf_mmap {
	struct perf_mmap *next;
	struct mmap_place place;
	size_t data_bytes;
	struct perf_ring *ring; /* of what is read only, which has none of what follows */

	struct perf_event_mmap_page *page;
	u8 *data;
	u64 read_to; /* all before it was handed out */
	u64 end;     /* what read_init() found to be written */
	u8 *copy;    /* for a record that goes over the ring's end */
};

/* Maps it read-only where @overwrite asks for that or a writable mapping is refused (EACCES). 0 and
 * *map, or -errno. */
int perf_mmap__new(const struct mmap_place *place, size_t data_bytes, bool overwrite,
		   struct perf_mmap **map);
void perf_mmap__delete(struct perf_mmap *map);

#endif
