// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * One mapped ring, read record by record. The kernel writes data_head, this side data_tail;
 * both only grow, and an offset is taken modulo the size of the data. An overwrite ring is
 * read through a struct perf_ring, which copies.
 */
#include <perf/mmap.h>
#include <perf/event.h>
#include <perf/open.h>
#include <perf/ring.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mmap-internal.h"
#include "print.h"

/* A record's size has 16 bits. */
#define RECORD_MAX_BYTES 65536

static int map_pages(struct perf_mmap *map)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	void *base;

	map->copy = malloc(RECORD_MAX_BYTES);
	if (!map->copy)
		return -ENOMEM;
	base = mmap(NULL, page_bytes + map->data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		    map->place.fd, 0);
	if (base == MAP_FAILED)
		return -errno;
	map->page = base;
	map->data = (u8 *)base + page_bytes;
	return 0;
}

int perf_mmap__new(const struct mmap_place *place, size_t data_bytes, bool overwrite,
		   struct perf_mmap **map)
{
	struct perf_mmap *made = calloc(1, sizeof(*made));
	int ret;

	if (!made)
		return -ENOMEM;
	made->place = *place;
	made->data_bytes = data_bytes;
	ret = overwrite ? -EACCES : map_pages(made);
	/* Nobody but its owner may write to the ring of a persistent event. */
	if (ret == -EACCES)
		ret = perf_ring__new(&made->ring, place->fd, data_bytes);
	if (ret) {
		perf_mmap__delete(made);
		return ret;
	}
	*map = made;
	return 0;
}

void perf_mmap__delete(struct perf_mmap *map)
{
	if (!map)
		return;
	if (map->page)
		munmap(map->page, map->data - (u8 *)map->page + map->data_bytes);
	if (map->ring)
		perf_ring__delete(map->ring);
	free(map->copy);
	free(map);
}

static int read_overwrite(struct perf_mmap *map)
{
	int ret = perf_rings__read(&map->ring, 1);

	if (ret)
		return ret;
	if (!perf_ring__next(map->ring))
		return -EAGAIN;
	perf_ring__rewind(map->ring);
	return 0;
}

/*
 * How much can be read. The kernel counts in its unsigned longs, which begin at 0 again where
 * they have 32 bits, so only as much of data_head is looked at; the records come after it.
 */
static unsigned long unread_bytes(const struct perf_mmap *map)
{
	unsigned long head = *(const volatile __u64 *)&map->page->data_head;

	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return head - (unsigned long)map->read_to;
}

int perf_mmap__read_init(struct perf_mmap *map)
{
	unsigned long unread;

	if (map->ring)
		return read_overwrite(map);
	unread = unread_bytes(map);
	map->end = map->read_to + unread;
	if (unread > map->data_bytes) {
		libperf_print(LIBPERF_WARN, "ring of CPU %d: %lu bytes are more than it holds\n",
			      map->place.cpu, unread);
		map->read_to = map->end;
		perf_mmap__consume(map);
	}
	return map->end == map->read_to ? -EAGAIN : 0;
}

/* The record at @offset in one piece. */
static void *record_at(struct perf_mmap *map, size_t offset, size_t bytes)
{
	size_t first = map->data_bytes - offset;

	if (bytes <= first)
		return map->data + offset;
	memcpy(map->copy, map->data + offset, first);
	memcpy(map->copy + first, map->data, bytes - first);
	return map->copy;
}

union perf_event *perf_mmap__read_event(struct perf_mmap *map)
{
	const struct perf_event_header *header;
	size_t offset, bytes;

	if (map->ring)
		return perf_ring__next(map->ring);
	if (map->read_to == map->end)
		return NULL;
	/* Records are multiples of 8 bytes, so a header never goes over the end. */
	offset = map->read_to & (map->data_bytes - 1);
	header = (const struct perf_event_header *)(map->data + offset);
	bytes = header->size;
	if (bytes < sizeof(*header) || bytes % 8 || bytes > map->end - map->read_to) {
		libperf_print(LIBPERF_WARN,
			      "ring of CPU %d: a record of %zu bytes, %llu are left\n",
			      map->place.cpu, bytes, map->end - map->read_to);
		map->read_to = map->end;
		return NULL;
	}
	map->read_to += bytes;
	return record_at(map, offset, bytes);
}

/* What was read must be read before the kernel may write there. */
void perf_mmap__consume(struct perf_mmap *map)
{
	if (map->ring)
		return;
	__atomic_thread_fence(__ATOMIC_ACQ_REL);
	*(volatile __u64 *)&map->page->data_tail = map->read_to;
}

void perf_mmap__read_done(struct perf_mmap *map)
{
	map->end = map->read_to;
}

/* A ring of copies hands out a record at a time. */
static int ring_piece(struct perf_mmap *map, struct iovec *piece)
{
	union perf_event *event = perf_ring__next(map->ring);

	if (!event)
		return 0;
	*piece = (struct iovec){ event, event->header.size };
	return 1;
}

int perf_mmap__pieces(struct perf_mmap *map, struct iovec pieces[2])
{
	size_t offset = map->read_to & (map->data_bytes - 1);
	size_t bytes = map->end - map->read_to, first = map->data_bytes - offset;

	if (map->ring)
		return ring_piece(map, pieces);
	if (!bytes)
		return 0;
	pieces[0].iov_base = map->data + offset;
	pieces[0].iov_len = bytes < first ? bytes : first;
	if (bytes <= first)
		return 1;
	pieces[1].iov_base = map->data;
	pieces[1].iov_len = bytes - first;
	return 2;
}

void perf_mmap__skip(struct perf_mmap *map)
{
	map->read_to = map->end;
}

int perf_mmap__cpu(const struct perf_mmap *map)
{
	return map->place.cpu;
}

int perf_mmap__thread(const struct perf_mmap *map)
{
	return map->place.thread;
}

int perf_mmap__fd(const struct perf_mmap *map)
{
	return map->place.fd;
}

size_t perf_mmap__data_bytes(const struct perf_mmap *map)
{
	return map->data_bytes;
}
