// SPDX-License-Identifier: LGPL-2.1-or-later
/* Rings that no kernel would write, on plain memory: nothing outside of a ring is ever read. */
#include "common.h"

#include <fcntl.h>
#include <perf/event.h>
#include <perf/mmap.h>
#include <perf/open.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "mmap-internal.h"

struct bed {
	struct perf_event_mmap_page *page;
	char *data;
	size_t data_bytes, page_bytes;
	struct perf_mmap *map;
};

static void bed__init(struct bed *bed)
{
	struct mmap_place place = { .cpu = 3, .thread = -1 };

	bed->page_bytes = bed->data_bytes = sysconf(_SC_PAGESIZE);
	place.fd = memfd_create("ring", MFD_CLOEXEC);
	assert_true(place.fd >= 0);
	assert_int_equal(ftruncate(place.fd, bed->page_bytes + bed->data_bytes), 0);
	bed->page = mmap(NULL, bed->page_bytes + bed->data_bytes, PROT_READ | PROT_WRITE,
			 MAP_SHARED, place.fd, 0);
	assert_ptr_not_equal(bed->page, MAP_FAILED);
	bed->data = (char *)bed->page + bed->page_bytes;
	assert_int_equal(perf_mmap__new(&place, bed->data_bytes, false, &bed->map), 0);
	close(place.fd);
}

static void bed__exit(struct bed *bed)
{
	perf_mmap__delete(bed->map);
	perf_mmap__delete(NULL);
	munmap(bed->page, bed->page_bytes + bed->data_bytes);
}

/* Puts the header of a record of @size bytes at @at, and its number behind it. */
static void bed__put(struct bed *bed, size_t at, __u16 size, __u64 number)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = size };

	memcpy(bed->data + at % bed->data_bytes, &header, sizeof(header));
	memcpy(bed->data + (at + 8) % bed->data_bytes, &number, sizeof(number));
}

/* A bad record ends the round; what is written after it is read again. */
static void bad_sizes(void **state)
{
	static const __u16 sizes[] = { 0, 4, 7, 12, 17, 24, 4096, 65528, 65535 };
	struct bed bed;
	size_t i, at = 0;

	(void)state;
	bed__init(&bed);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		bed__put(&bed, at, 16, 1);
		bed__put(&bed, at + 16, sizes[i], 2);
		bed.page->data_head = at + 32;
		assert_int_equal(perf_mmap__read_init(bed.map), 0);
		assert_non_null(perf_mmap__read_event(bed.map));
		assert_null(perf_mmap__read_event(bed.map));
		assert_null(perf_mmap__read_event(bed.map));
		perf_mmap__consume(bed.map);
		at += 32;
		assert_int_equal(bed.page->data_tail, at);
	}
	bed__exit(&bed);
}

static void a_head_that_is_too_far(void **state)
{
	struct bed bed;

	(void)state;
	bed__init(&bed);
	bed.page->data_head = bed.data_bytes + 8;
	assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	assert_null(perf_mmap__read_event(bed.map));
	assert_int_equal(bed.page->data_tail, bed.data_bytes + 8);
	/* and one that went back */
	bed.page->data_head = 8;
	assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	assert_null(perf_mmap__read_event(bed.map));
	bed__put(&bed, 8, 16, 7);
	bed.page->data_head = 24;
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	assert_int_equal(perf_mmap__read_event(bed.map)->sample.array[0], 7);
	bed__exit(&bed);
}

/* Every place of a record at the ring's end, the whole ring as one record among them. */
static void records_over_the_end(void **state)
{
	union perf_event *event;
	struct bed bed;
	__u64 head = 0, number;
	size_t size;

	(void)state;
	bed__init(&bed);
	for (number = 1; number < 3000; number++) {
		size = 16 + number * 40 % (bed.data_bytes - 8);
		bed__put(&bed, head, size, number);
		head += size;
		bed.page->data_head = head;
		assert_int_equal(perf_mmap__read_init(bed.map), 0);
		event = perf_mmap__read_event(bed.map);
		assert_non_null(event);
		assert_int_equal(event->header.size, size);
		assert_int_equal(event->sample.array[0], number);
		assert_null(perf_mmap__read_event(bed.map));
		perf_mmap__consume(bed.map);
		assert_int_equal(bed.page->data_tail, head);
	}
	bed__exit(&bed);
}

/* Only its owner may write to the ring of a persistent event; others read it like an overwrite ring. */
static void a_ring_that_may_only_be_read(void **state)
{
	struct mmap_place place = { .cpu = 3, .thread = -1 };
	struct iovec pieces[2];
	struct bed bed = { 0 };
	char path[64];
	__u64 number;
	int fd;

	(void)state;
	bed.page_bytes = bed.data_bytes = sysconf(_SC_PAGESIZE);
	fd = memfd_create("ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	assert_int_equal(ftruncate(fd, bed.page_bytes + bed.data_bytes), 0);
	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	bed.page = mmap(NULL, bed.page_bytes + bed.data_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			fd, 0);
	assert_ptr_not_equal(bed.page, MAP_FAILED);
	bed.data = (char *)bed.page + bed.page_bytes;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	place.fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(place.fd >= 0);
	assert_int_equal(perf_mmap__new(&place, bed.data_bytes, false, &bed.map), 0);
	assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);

	for (number = 1; number <= 2; number++) {
		bed__put(&bed, bed.data_bytes - number * 16, 16, number);
		bed.page->data_head = -(number * 16);
	}
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	for (number = 1; number <= 2; number++) {
		assert_int_equal(perf_mmap__pieces(bed.map, pieces), 1);
		assert_int_equal(pieces[0].iov_len, 16);
		assert_int_equal(((__u64 *)pieces[0].iov_base)[1], number);
		perf_mmap__skip(bed.map);
	}
	assert_int_equal(perf_mmap__pieces(bed.map, pieces), 0);
	perf_mmap__consume(bed.map);
	perf_mmap__read_done(bed.map);
	assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	assert_int_equal(bed.page->data_tail, 0);
	bed__exit(&bed);
	close(place.fd);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_sizes),
		cmocka_unit_test(a_head_that_is_too_far),
		cmocka_unit_test(records_over_the_end),
		cmocka_unit_test(a_ring_that_may_only_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
