// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reading a forward ring: every record once and whole while the ring wraps many times, losses as
 * records, and the raw pieces. A known number of page faults makes the records.
 */
#include "common.h"

#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>
#include <perf/open.h>
#include <perf/threadmap.h>
#include <sys/mman.h>

#define DATA_PAGES 1
#define FAULTS	   60

struct bed {
	struct perf_evlist *evlist;
	struct perf_mmap *map;
	size_t page_bytes;
	char *pages;
};

/* TIME besides ADDR makes 24 bytes a record, which do not divide a page: some go over the end. */
static void bed__init(struct bed *bed)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_thread_map *threads = perf_thread_map__new_dummy();
	int ret;

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;
	attr.disabled = 1;
	bed->page_bytes = sysconf(_SC_PAGESIZE);
	bed->pages = mmap(NULL, FAULTS * bed->page_bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(bed->pages, MAP_FAILED);
	madvise(bed->pages, FAULTS * bed->page_bytes, MADV_NOHUGEPAGE);
	bed->evlist = perf_evlist__new();
	perf_evlist__add(bed->evlist, perf_evsel__new(&attr));
	perf_thread_map__set_pid(threads, 0, 0);
	perf_evlist__set_maps(bed->evlist, NULL, threads);
	perf_thread_map__put(threads);
	ret = perf_evlist__open(bed->evlist);
	assert_int_equal(ret, 0);
	assert_int_equal(perf_evlist__mmap(bed->evlist, DATA_PAGES), 0);
	bed->map = perf_evlist__next_mmap(bed->evlist, NULL, false);
	assert_non_null(bed->map);
}

static void bed__exit(struct bed *bed)
{
	perf_evlist__delete(bed->evlist);
	munmap(bed->pages, FAULTS * bed->page_bytes);
}

/* Each page once, in order. */
static void bed__fault(struct bed *bed)
{
	int i;

	madvise(bed->pages, FAULTS * bed->page_bytes, MADV_DONTNEED);
	perf_evlist__enable(bed->evlist);
	for (i = 0; i < FAULTS; i++)
		bed->pages[i * bed->page_bytes] = 1;
	perf_evlist__disable(bed->evlist);
}

/* How many of the next pages in order a sample at @addr stands for: 1, or 0 when it is of none. */
static int is_page(const struct bed *bed, __u64 addr, int nr)
{
	__u64 page = (uintptr_t)bed->pages + nr * bed->page_bytes;

	return addr >= page && addr < page + bed->page_bytes;
}

static void every_record_once(void **state)
{
	union perf_event *event;
	struct bed bed;
	int round, nr;

	(void)state;
	require_events();
	bed__init(&bed);
	assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	/* 60 records of 24 bytes: a ring of one page wraps every third round */
	for (round = 0; round < 50; round++) {
		nr = 0;
		bed__fault(&bed);
		assert_int_equal(perf_mmap__read_init(bed.map), 0);
		while ((event = perf_mmap__read_event(bed.map)) != NULL) {
			assert_int_equal(event->header.type, PERF_RECORD_SAMPLE);
			assert_int_equal(event->header.size, 24);
			nr += is_page(&bed, event->sample.array[1], nr);
			perf_mmap__consume(bed.map);
		}
		perf_mmap__read_done(bed.map);
		assert_int_equal(nr, FAULTS);
		assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	}
	bed__exit(&bed);
}

/* What is read but not consumed is not handed out again, and its room is not given back. */
static void room_comes_back_with_consume(void **state)
{
	union perf_event *event;
	struct bed bed;
	int round, nr = 0, lost = 0;

	(void)state;
	require_events();
	bed__init(&bed);
	for (round = 0; round < 10; round++) {
		bed__fault(&bed);
		if (perf_mmap__read_init(bed.map) < 0)
			continue;
		while ((event = perf_mmap__read_event(bed.map)) != NULL)
			nr++;
		perf_mmap__read_done(bed.map);
	}
	assert_in_range(nr, FAULTS, bed.page_bytes / 24);
	perf_mmap__consume(bed.map);
	bed__fault(&bed);
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	while ((event = perf_mmap__read_event(bed.map)) != NULL) {
		if (event->header.type == PERF_RECORD_LOST)
			lost += event->lost.lost;
		else
			nr++;
	}
	assert_true(lost > 0);
	assert_true(nr + lost >= 11 * FAULTS);
	bed__exit(&bed);
}

static void a_round_ends_where_it_began(void **state)
{
	struct bed bed;
	int nr = 0;

	(void)state;
	require_events();
	bed__init(&bed);
	bed__fault(&bed);
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	assert_non_null(perf_mmap__read_event(bed.map));
	perf_mmap__consume(bed.map);
	perf_mmap__read_done(bed.map);
	assert_null(perf_mmap__read_event(bed.map));
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	while (perf_mmap__read_event(bed.map))
		nr++;
	assert_true(nr >= FAULTS - 1);
	bed__exit(&bed);
}

static void pieces(void **state)
{
	struct iovec iov[2];
	struct bed bed;
	int round, nr, two = 0, samples;
	size_t at, bytes;
	char joined[8192];

	(void)state;
	require_events();
	bed__init(&bed);
	for (round = 0; round < 20; round++) {
		bed__fault(&bed);
		assert_int_equal(perf_mmap__read_init(bed.map), 0);
		nr = perf_mmap__pieces(bed.map, iov);
		two += nr == 2;
		memcpy(joined, iov[0].iov_base, iov[0].iov_len);
		bytes = iov[0].iov_len;
		if (nr == 2) {
			memcpy(joined + bytes, iov[1].iov_base, iov[1].iov_len);
			bytes += iov[1].iov_len;
		}
		for (at = 0, samples = 0; at < bytes; samples++)
			at += ((struct perf_event_header *)(joined + at))->size;
		assert_int_equal(at, bytes);
		assert_in_range(samples, FAULTS, FAULTS + 20);
		perf_mmap__skip(bed.map);
		perf_mmap__consume(bed.map);
		assert_int_equal(perf_mmap__pieces(bed.map, iov), 0);
		perf_mmap__read_done(bed.map);
		assert_int_equal(perf_mmap__read_init(bed.map), -EAGAIN);
	}
	assert_true(two > 0);
	bed__exit(&bed);
}

/* What a ring holds outlives the events' fds. */
static void rings_outlive_the_fds(void **state)
{
	struct bed bed;
	int nr = 0;

	(void)state;
	require_events();
	bed__init(&bed);
	bed__fault(&bed);
	perf_evlist__close(bed.evlist);
	assert_int_equal(perf_mmap__read_init(bed.map), 0);
	while (perf_mmap__read_event(bed.map))
		nr++;
	assert_true(nr >= FAULTS);
	bed__exit(&bed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_once),
		cmocka_unit_test(room_comes_back_with_consume),
		cmocka_unit_test(a_round_ends_where_it_began),
		cmocka_unit_test(pieces),
		cmocka_unit_test(rings_outlive_the_fds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
