// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Snapshot and follow of rings that belong to somebody else. In go read-only mappings of
 * rings that are written backward and never stop; out come private copies of what is new,
 * cut into whole records, with what was overwritten meanwhile left out and counted.
 *
 * A ring's data_head begins at 0 and falls: the byte of address a lies at a modulo the ring's
 * size, the newest record at data_head, and older ones above it. The kernel counts it in an
 * unsigned long and stores that into 64 bits, so heads are unsigned longs here as well: what a
 * 32-bit kernel lets wrap, wraps, and no head needs two loads.
 */
#include <perf/ring.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <linux/perf_event.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "types.h"

/*
 * A writer reserves, then writes, then publishes data_head. It may load the value it is about
 * to publish, be interrupted by another writer (which leaves the publishing to it), and
 * publish a value that does not cover the interrupter yet; the next one does. So of two
 * values that appear after the copy the second covers all that was reserved before the copy's
 * end. Where stores may pass each other, the first of them may even be older than what
 * the copy saw: one more is needed.
 */
#if defined(__x86_64__) || defined(__i386__)
#define SETTLE_CHANGES 2
#else
#define SETTLE_CHANGES 3
#endif

/* How long heads are watched before they count as idle: the time of some 20 busy events. */
#define WATCH_NS 50000
/* How many rings before the one that was just copied are watched on the way. */
#define EARLY_WATCH 7
/* Without membarrier(): how long idle heads are watched, how often, and what is given up then. */
#define SLOW_WATCH_STEP_NS 1000000
#define SLOW_WATCH_STEPS   50
#define SLOW_MARGIN_BYTES  (256 * 1024)

#define RECORD_ALIGN	   8

struct perf_ring {
	const struct perf_event_mmap_page *page;
	const u8 *data;
	size_t map_bytes;
	u64 size; /* of the data, a power of two */

	/* Between rounds. */
	unsigned long last; /* the head up to which everything was handed out or counted as lost */
	u64 position;
	bool begun;

	/* The round under way, up to the commit. */
	unsigned long head;
	u64 copied; /* bytes of [head, head + copied) in copy */
	bool pending;
	unsigned long seen;
	unsigned int changes;
	unsigned long limit; /* covers all that was reserved before the end of the copy */

	/* The round's result. */
	u8 *copy;
	size_t copy_bytes;
	u32 *offsets; /* of the records, newest first, in units of RECORD_ALIGN */
	size_t max_offsets;
	size_t nr;
	size_t next; /* records that are still to be handed out */
	u64 lost_bytes;
};

/* The low word of data_head, which is all of it where unsigned long has 64 bits. */
static unsigned long ring__head(const struct perf_ring *ring)
{
	const unsigned long *word = (const void *)&ring->page->data_head;

	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		word += sizeof(u64) / sizeof(*word) - 1;
	return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* A mirror's length is known, and must not change below the mapping (SIGBUS). */
static int mirror__check(int fd, size_t map_bytes)
{
	struct stat st;
	int seals;

	if (fstat(fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return 0;
	seals = fcntl(fd, F_GET_SEALS);
	if (seals < 0 || !(seals & F_SEAL_SHRINK) || st.st_size != (off_t)map_bytes)
		return -EINVAL;
	return 0;
}

int perf_ring__new(struct perf_ring **ringp, int fd, size_t data_bytes)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	struct perf_ring *ring;
	void *map;
	int err;

	*ringp = NULL;
	/* Offsets are 32 bits of 8 bytes each. */
	if (data_bytes < page_bytes || data_bytes & (data_bytes - 1) ||
	    data_bytes / RECORD_ALIGN > UINT32_MAX)
		return -EINVAL;
	err = mirror__check(fd, page_bytes + data_bytes);
	if (err)
		return err;
	ring = calloc(1, sizeof(*ring));
	if (!ring)
		return -ENOMEM;
	map = mmap(NULL, page_bytes + data_bytes, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED) {
		err = -errno;
		free(ring);
		return err;
	}
	ring->page = map;
	ring->data = (const u8 *)map + page_bytes;
	ring->map_bytes = page_bytes + data_bytes;
	ring->size = data_bytes;
	*ringp = ring;
	return 0;
}

void perf_ring__delete(struct perf_ring *ring)
{
	if (!ring)
		return;
	munmap((void *)ring->page, ring->map_bytes);
	free(ring->copy);
	free(ring->offsets);
	free(ring);
}

/* Room for @bytes, at most the ring's size; what the buffer held is not kept. */
static int ring__grow_copy(struct perf_ring *ring, u64 bytes)
{
	size_t want = ring->copy_bytes ? ring->copy_bytes : 4096;
	u8 *copy;

	if (bytes <= ring->copy_bytes)
		return 0;
	while (want < bytes)
		want *= 2;
	copy = malloc(want);
	if (!copy)
		return -ENOMEM;
	free(ring->copy);
	ring->copy = copy;
	ring->copy_bytes = want;
	return 0;
}

/* Copies what is new to the front of the private buffer, and begins to watch the head. */
static int ring__copy(struct perf_ring *ring)
{
	unsigned long fresh;
	u64 at, first;
	int err;

	ring->head = ring__head(ring);
	ring->nr = ring->next = 0;
	ring->copied = 0;
	ring->pending = false;
	ring->limit = ring->head;
	fresh = ring->last - ring->head; /* last is 0 before the first round: all of it */
	if (!fresh)
		return 0;
	ring->copied = fresh < ring->size ? fresh : ring->size;
	err = ring__grow_copy(ring, ring->copied);
	if (err)
		return err;
	at = ring->head & (ring->size - 1);
	first = ring->size - at < ring->copied ? ring->size - at : ring->copied;
	memcpy(ring->copy, ring->data + at, first);
	memcpy(ring->copy + first, ring->data, ring->copied - first);

	/* No load of the copy may come after the load that the watch begins with. */
	atomic_thread_fence(memory_order_acquire);
	ring->seen = ring__head(ring);
	ring->changes = 0;
	ring->pending = true;
	return 0;
}

/* One look at a head that is awaited. */
static void ring__watch(struct perf_ring *ring)
{
	unsigned long head = ring__head(ring);

	if (head == ring->seen)
		return;
	ring->seen = head;
	if (++ring->changes < SETTLE_CHANGES)
		return;
	ring->limit = head;
	ring->pending = false;
}

static bool rings__watch(struct perf_ring **rings, size_t nr)
{
	bool pending = false;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!rings[i]->pending)
			continue;
		ring__watch(rings[i]);
		pending |= rings[i]->pending;
	}
	return pending;
}

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (u64)ts.tv_sec * 1000000000 + (u64)ts.tv_nsec;
}

/*
 * The kernel refuses membarrier() on machines with nohz_full CPUs, and a sandbox may. Then time
 * takes its place: who writes can not be preempted, so after 50 ms without two changes there is
 * a writer only where a host took its CPU away; what that one may have reserved is
 * covered by a margin twice as large as the worst that was measured (128,392 bytes). A
 * small ring keeps half of its bytes, or its readers would never see one. This costs history,
 * and nothing in a follower that comes before half of the ring is written.
 */
static void rings__settle_slowly(struct perf_ring **rings, size_t nr)
{
	const struct timespec step = { .tv_nsec = SLOW_WATCH_STEP_NS };
	int left;
	size_t i;

	for (left = SLOW_WATCH_STEPS; rings__watch(rings, nr) && left; left--)
		nanosleep(&step, NULL);
	for (i = 0; i < nr; i++) {
		unsigned long half = (unsigned long)(rings[i]->size / 2);

		if (!rings[i]->pending)
			continue;
		rings[i]->limit = ring__head(rings[i]) -
				  (half < SLOW_MARGIN_BYTES ? half : SLOW_MARGIN_BYTES);
		rings[i]->pending = false;
	}
}

/* Finds a limit for every ring that was copied. */
static void rings__settle(struct perf_ring **rings, size_t nr)
{
	u64 until_ns;
	size_t i;

	if (!rings__watch(rings, nr))
		return;
	until_ns = now_ns() + WATCH_NS;
	while (now_ns() < until_ns)
		if (!rings__watch(rings, nr))
			return;
	/* It returns after every CPU has left whatever it was writing, and so published it. */
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0)) {
		rings__settle_slowly(rings, nr);
		return;
	}
	for (i = 0; i < nr; i++) {
		if (!rings[i]->pending)
			continue;
		rings[i]->limit = ring__head(rings[i]);
		rings[i]->pending = false;
	}
}

static int ring__add_offset(struct perf_ring *ring, u64 offset)
{
	u32 *offsets;
	size_t max;

	if (ring->nr == ring->max_offsets) {
		max = ring->max_offsets ? 2 * ring->max_offsets : 256;
		offsets = realloc(ring->offsets, max * sizeof(*offsets));
		if (!offsets)
			return -ENOMEM;
		ring->offsets = offsets;
		ring->max_offsets = max;
	}
	ring->offsets[ring->nr++] = (u32)(offset / RECORD_ALIGN);
	return 0;
}

/*
 * Finds the whole records of what can not have been overwritten, from the newest on; the first
 * that is not whole ends them: the oldest, which the ring's end or the limit cuts.
 */
static int ring__walk(struct perf_ring *ring, u64 *end)
{
	unsigned long overwritten = ring->head - ring->limit;
	u64 good = 0, at = 0;
	const struct perf_event_header *header;
	int err;

	if (overwritten < ring->size)
		good = ring->size - overwritten;
	if (good > ring->copied)
		good = ring->copied;
	while (good - at >= sizeof(*header)) {
		header = (const struct perf_event_header *)(ring->copy + at);
		if (header->size < sizeof(*header) || header->size % RECORD_ALIGN ||
		    header->size > good - at)
			break;
		err = ring__add_offset(ring, at);
		if (err)
			return err;
		at += header->size;
	}
	*end = at;
	return 0;
}

/* The round is given up: nothing is handed out, and the next one begins where this one did. */
static int rings__abort(struct perf_ring **rings, size_t nr, int err)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		rings[i]->pending = false;
		rings[i]->nr = rings[i]->next = 0;
	}
	return err;
}

/* What was copied has become what was got. */
static void ring__commit(struct perf_ring *ring)
{
	unsigned long fresh = ring->last - ring->head;

	ring->lost_bytes = ring->begun ? fresh - ring->copied : 0;
	ring->position += fresh;
	ring->last = ring->head;
	ring->begun = true;
	ring->next = ring->nr;
}

int perf_rings__read(struct perf_ring **rings, size_t nr)
{
	size_t i, early;
	u64 end;
	int err;

	for (i = 0; i < nr; i++) {
		err = ring__copy(rings[i]);
		if (err)
			return rings__abort(rings, nr, err);
		/* A busy ring settles while its neighbours are copied, before it goes far. */
		early = i < EARLY_WATCH ? 0 : i - EARLY_WATCH;
		rings__watch(rings + early, i + 1 - early);
	}
	rings__settle(rings, nr);
	/* Nothing is committed before nothing can fail: copied becomes what was got. */
	for (i = 0; i < nr; i++) {
		err = ring__walk(rings[i], &end);
		if (err)
			return rings__abort(rings, nr, err);
		rings[i]->copied = end;
	}
	for (i = 0; i < nr; i++)
		ring__commit(rings[i]);
	return 0;
}

union perf_event *perf_ring__next(struct perf_ring *ring)
{
	if (!ring->next)
		return NULL;
	return (union perf_event *)(ring->copy +
				    (size_t)ring->offsets[--ring->next] * RECORD_ALIGN);
}

void perf_ring__rewind(struct perf_ring *ring)
{
	ring->next = ring->nr;
}

__u64 perf_ring__lost_bytes(const struct perf_ring *ring)
{
	return ring->lost_bytes;
}

__u64 perf_ring__position(const struct perf_ring *ring)
{
	return ring->position;
}

void perf_ring__skip(struct perf_ring *ring)
{
	unsigned long head = ring__head(ring);

	ring->position += ring->last - head;
	ring->last = head;
	ring->begun = true;
	ring->nr = ring->next = 0;
	ring->lost_bytes = 0;
}
