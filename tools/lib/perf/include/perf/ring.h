/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_RING_H
#define __LIBPERF_RING_H

#include <linux/types.h>
#include <perf/core.h>
#include <perf/event.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reading a ring that exists, belongs to somebody else and is written backward
 * (attr.write_backward), through a read-only mapping and without stopping it. Nothing here
 * issues an ioctl or writes to the mapping.
 */
struct perf_ring;

/*
 * Maps the ring of @fd, whose data area is exactly @data_bytes (a power of two of pages; the
 * control page comes on top), PROT_READ and MAP_SHARED. @fd is borrowed and may be closed
 * afterwards: the mapping keeps the ring. A memory file laid out like one (a mirror) is taken
 * when it is sealed against shrinking. A child of fork() has no mapping and must not use it.
 * 0 and *ring, or -errno (-EINVAL: another size; -EPERM: no locked memory is left).
 */
LIBPERF_API int perf_ring__new(struct perf_ring **ring, int fd, size_t data_bytes);
LIBPERF_API void perf_ring__delete(struct perf_ring *ring);

/*
 * One round over several rings: copies of each what is new since its last round (at the first
 * round: the whole history), then waits until what was copied is known to be whole, and
 * drops what may have been overwritten meanwhile. A ring without news costs one load; those
 * whose heads then stand still cost one membarrier() together (up to some 25 ms). Where the
 * kernel refuses that (nohz_full), such a round takes 50 ms, and up to 256 KiB of a ring's
 * oldest bytes, at most half, count as overwritten.
 * Afterwards each ring hands out its records until the next round. 0, or -ENOMEM: the rings
 * hand out nothing, and the next round begins where this one did.
 */
LIBPERF_API int perf_rings__read(struct perf_ring **rings, size_t nr);

/*
 * The next record of the last round, oldest first; NULL at the end. Valid until the next round.
 * Every record is whole: its size was checked against the copy.
 */
LIBPERF_API union perf_event *perf_ring__next(struct perf_ring *ring);

/* Starts over with the oldest record of the last round. */
LIBPERF_API void perf_ring__rewind(struct perf_ring *ring);

/*
 * Bytes that were written since the round before but had been overwritten before they
 * could be copied. 0 for the first round, which has no beginning to miss.
 */
LIBPERF_API __u64 perf_ring__lost_bytes(const struct perf_ring *ring);

/* Bytes written to the ring in all so far, as of the last round (it is -data_head). */
LIBPERF_API __u64 perf_ring__position(const struct perf_ring *ring);

/* Forgets history: the next round begins with what is written from now on. */
LIBPERF_API void perf_ring__skip(struct perf_ring *ring);

#ifdef __cplusplus
}
#endif

#endif
