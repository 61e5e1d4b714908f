// SPDX-License-Identifier: LGPL-2.1-or-later
/* Shared rings, on sealed memory laid out like one: history, following, losses, torn ends. */
#include "common.h"

#include <fcntl.h>
#include <perf/ring.h>
#include <sys/mman.h>

#define DATA_BYTES 8192

/* A ring that this test writes, backward, as the kernel does. */
struct bed {
	struct perf_event_mmap_page *page;
	char *data;
	size_t map_bytes;
	struct perf_ring *ring;
	__u64 next; /* number of the next record */
};

static void bed__init(struct bed *bed)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	int fd = memfd_create("ring", MFD_ALLOW_SEALING | MFD_CLOEXEC);

	bed->map_bytes = page_bytes + DATA_BYTES;
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, bed->map_bytes), 0);
	bed->page = mmap(NULL, bed->map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	assert_ptr_not_equal(bed->page, MAP_FAILED);
	bed->data = (char *)bed->page + page_bytes;
	bed->next = 0;
	assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
	assert_int_equal(perf_ring__new(&bed->ring, fd, DATA_BYTES / 2), -EINVAL);
	assert_int_equal(perf_ring__new(&bed->ring, fd, 5000), -EINVAL);
	assert_int_equal(perf_ring__new(&bed->ring, fd, DATA_BYTES), 0);
	close(fd);
}

static void bed__exit(struct bed *bed)
{
	perf_ring__delete(bed->ring);
	perf_ring__delete(NULL);
	munmap(bed->page, bed->map_bytes);
}

/* Records of 16 bytes, each with its number. */
static void bed__write(struct bed *bed, int nr)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = 16 };
	__u64 head = bed->page->data_head;

	for (; nr; nr--, bed->next++) {
		head -= 16;
		memcpy(bed->data + head % DATA_BYTES, &header, 8);
		memcpy(bed->data + head % DATA_BYTES + 8, &bed->next, 8);
	}
	__atomic_store_n(&bed->page->data_head, head, __ATOMIC_RELEASE);
}

/* Checks that the round gives the records [@from, @to). */
static void expect(struct bed *bed, __u64 from, __u64 to)
{
	union perf_event *event;

	for (; from < to; from++) {
		event = perf_ring__next(bed->ring);
		assert_non_null(event);
		assert_int_equal(event->header.size, 16);
		assert_int_equal(event->sample.array[0], from);
	}
	assert_null(perf_ring__next(bed->ring));
}

static void history_and_following(void **state)
{
	struct bed bed;

	(void)state;
	bed__init(&bed);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	expect(&bed, 0, 0);
	bed__write(&bed, 100);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	expect(&bed, 0, 100);
	perf_ring__rewind(bed.ring);
	expect(&bed, 0, 100);
	assert_int_equal(perf_ring__position(bed.ring), 1600);
	bed__write(&bed, 10);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	expect(&bed, 100, 110);
	assert_int_equal(perf_ring__lost_bytes(bed.ring), 0);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	expect(&bed, 0, 0);
	bed__exit(&bed);
}

static void what_was_overwritten_is_counted(void **state)
{
	const int held = DATA_BYTES / 16;
	struct bed bed;

	(void)state;
	bed__init(&bed);
	bed__write(&bed, 3 * held);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	assert_int_equal(perf_ring__lost_bytes(bed.ring), 0);
	expect(&bed, 2 * held, 3 * held);
	bed__write(&bed, held + 7);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	assert_int_equal(perf_ring__lost_bytes(bed.ring), 7 * 16);
	expect(&bed, 3 * held + 7, 4 * held + 7);
	bed__exit(&bed);
}

static void skips_history(void **state)
{
	struct bed bed;

	(void)state;
	bed__init(&bed);
	bed__write(&bed, 50);
	perf_ring__skip(bed.ring);
	bed__write(&bed, 3);
	assert_int_equal(perf_rings__read(&bed.ring, 1), 0);
	expect(&bed, 50, 53);
	bed__exit(&bed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(history_and_following),
		cmocka_unit_test(what_was_overwritten_is_counted),
		cmocka_unit_test(skips_history),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
