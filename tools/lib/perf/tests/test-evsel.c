// SPDX-License-Identifier: LGPL-2.1-or-later
/* Events on their own: opening, switching, reading, mapping, and that failures leave nothing. */
#include "common.h"

#include <perf/cpumap.h>
#include <perf/open.h>
#include <perf/threadmap.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define ALL_TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static struct perf_thread_map *self(void)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();

	perf_thread_map__set_pid(threads, 0, 0);
	return threads;
}

/* Opened on the calling thread. */
static struct perf_evsel *open_self(struct perf_event_attr attr)
{
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	struct perf_thread_map *threads = self();
	int ret = perf_evsel__open(evsel, NULL, threads);

	assert_int_equal(ret, 0);
	perf_thread_map__put(threads);
	return evsel;
}

static void touch_pages(void)
{
	size_t bytes = 64 * 4096, i;
	char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(pages, MAP_FAILED);
	madvise(pages, bytes, MADV_NOHUGEPAGE);
	for (i = 0; i < bytes; i += 4096)
		pages[i] = 1;
	munmap(pages, bytes);
}

static void attr_of_any_size(void **state)
{
	unsigned long long words[40] = { 0 };
	struct perf_event_attr *attr = (struct perf_event_attr *)words, small;
	struct perf_evsel *evsel;

	(void)state;
	attr->type = PERF_TYPE_SOFTWARE;
	attr->size = sizeof(words);
	words[39] = 0x1234;
	evsel = perf_evsel__new(attr);
	assert_memory_equal(perf_evsel__attr(evsel), words, sizeof(words));
	assert_ptr_not_equal(perf_evsel__attr(evsel), attr);
	perf_evsel__delete(evsel);

	memset(&small, 0xff, sizeof(small));
	small.size = PERF_ATTR_SIZE_VER0;
	evsel = perf_evsel__new(&small);
	assert_int_equal(perf_evsel__attr(evsel)->size, PERF_ATTR_SIZE_VER0);
	assert_int_equal(perf_evsel__attr(evsel)->config2, 0);
	assert_int_equal(perf_evsel__attr(evsel)->config1, ~0ull);
	perf_evsel__delete(evsel);

	/* 0: the struct as it is */
	small.size = 0;
	evsel = perf_evsel__new(&small);
	assert_int_equal(perf_evsel__attr(evsel)->size, sizeof(small));
	assert_int_equal(perf_evsel__attr(evsel)->config2, ~0ull);
	perf_evsel__delete(evsel);

	small.size = 4097;
	assert_null(perf_evsel__new(&small));
	assert_int_equal(errno, E2BIG);
	perf_evsel__delete(NULL);
}

/* The kernel answers E2BIG with its own size in the attr, which must not stay there. */
static void a_word_too_new(void **state)
{
	unsigned long long words[40] = { 0 };
	struct perf_event_attr *attr = (struct perf_event_attr *)words;
	struct perf_evsel *evsel;
	int ret;

	(void)state;
	require_events();
	ret = perf_event__attr_bytes();
	assert_in_range(ret, PERF_ATTR_SIZE_VER0, sizeof(words) - 8);
	*attr = software_attr(PERF_COUNT_SW_DUMMY);
	attr->size = sizeof(words);
	words[39] = 1;
	evsel = perf_evsel__new(attr);
	assert_int_equal(perf_evsel__open(evsel, NULL, NULL), -E2BIG);
	assert_int_equal(perf_evsel__attr(evsel)->size, sizeof(words));
	perf_evsel__delete(evsel);
	assert_int_equal(perf_event__open(attr, 0, -1, -1, 0), -E2BIG);
	assert_int_equal(attr->size, sizeof(words));

	/* trailing words of zero are fine with every kernel */
	words[39] = 0;
	ret = perf_event__open(attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	assert_true(ret >= 0);
	close(ret);
}

static void counts_the_thread(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_counts_values counts;
	struct perf_evsel *evsel;

	(void)state;
	require_events();
	attr.disabled = 1;
	evsel = open_self(attr);
	touch_pages();
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), 0);
	assert_int_equal(counts.val, 0);
	assert_int_equal(perf_evsel__enable(evsel), 0);
	touch_pages();
	assert_int_equal(perf_evsel__disable(evsel), 0);
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), 0);
	assert_true(counts.val >= 64);
	assert_int_equal(counts.ena, 0);
	assert_int_equal(counts.run, 0);
	perf_evsel__delete(evsel);
}

static void read_formats(void **state)
{
	static const __u64 formats[] = {
		0,
		PERF_FORMAT_TOTAL_TIME_ENABLED,
		PERF_FORMAT_TOTAL_TIME_RUNNING,
		PERF_FORMAT_ID,
		ALL_TIMES,
		ALL_TIMES | PERF_FORMAT_ID,
		PERF_FORMAT_LOST,
		ALL_TIMES | PERF_FORMAT_ID | PERF_FORMAT_LOST,
	};
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_TASK_CLOCK);
	struct perf_counts_values counts;
	struct perf_evsel *evsel;
	size_t i;
	__u64 id;

	(void)state;
	require_events();
	for (i = 0; i < 2 * ARRAY_SIZE(formats); i++) {
		__u64 format = formats[i / 2];

		attr.read_format = format | (i % 2 ? PERF_FORMAT_GROUP : 0);
		evsel = open_self(attr);
		spend_time();
		assert_int_equal(perf_evsel__id(evsel, 0, 0, &id), 0);
		assert_int_not_equal(id, 0);
		assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), 0);
		assert_true(counts.val > 0);
		assert_int_equal(counts.ena > 0, !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED));
		assert_int_equal(counts.run > 0, !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING));
		assert_int_equal(counts.id, format & PERF_FORMAT_ID ? id : 0);
		assert_int_equal(counts.lost, 0);
		perf_evsel__delete(evsel);
	}
}

/* A clock leads, page faults are its member: each must get its own value out of the group's. */
static void groups(void **state)
{
	static const __u64 formats[] = { 0, PERF_FORMAT_ID, PERF_FORMAT_ID | PERF_FORMAT_LOST,
					 ALL_TIMES | PERF_FORMAT_LOST };
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_TASK_CLOCK);
	struct perf_thread_map *threads = self();
	struct perf_counts_values clock, faults, before;
	struct perf_evsel *leader, *member;
	size_t i;

	(void)state;
	require_events();
	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		attr.read_format = PERF_FORMAT_GROUP | formats[i];
		attr.config = PERF_COUNT_SW_TASK_CLOCK;
		attr.disabled = 1;
		leader = open_self(attr);
		attr.disabled = 0;
		attr.config = PERF_COUNT_SW_PAGE_FAULTS;
		member = perf_evsel__new(&attr);
		perf_evsel__set_leader(member, leader);
		assert_ptr_equal(perf_evsel__leader(member), leader);
		assert_int_equal(perf_evsel__open(member, NULL, threads), 0);
		assert_int_equal(perf_evsel__enable(leader), 0);
		assert_int_equal(perf_evsel__read(member, 0, 0, &before), 0);
		touch_pages();
		spend_time();
		assert_int_equal(perf_evsel__read(leader, 0, 0, &clock), 0);
		assert_int_equal(perf_evsel__read(member, 0, 0, &faults), 0);
		assert_in_range(faults.val - before.val, 64, 1000);
		assert_true(clock.val > 100000);
		if (formats[i] & PERF_FORMAT_ID)
			assert_int_not_equal(clock.id, faults.id);
		perf_evsel__delete(member);
		perf_evsel__delete(leader);
	}
	perf_thread_map__put(threads);
}

/* More members than the first buffer holds, and none mistaken for another when one has gone. */
static void large_groups(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);
	struct perf_thread_map *threads = self();
	struct perf_counts_values counts;
	struct perf_evsel *evsels[100];
	size_t i;

	(void)state;
	require_events();
	attr.read_format = PERF_FORMAT_GROUP;
	attr.disabled = 1;
	evsels[0] = open_self(attr);
	attr.disabled = 0;
	for (i = 1; i < ARRAY_SIZE(evsels); i++) {
		attr.config = i == 99 ? PERF_COUNT_SW_TASK_CLOCK : PERF_COUNT_SW_DUMMY;
		evsels[i] = perf_evsel__new(&attr);
		perf_evsel__set_leader(evsels[i], evsels[0]);
		assert_int_equal(perf_evsel__open(evsels[i], NULL, threads), 0);
	}
	assert_int_equal(perf_evsel__enable(evsels[0]), 0);
	spend_time();
	assert_int_equal(perf_evsel__read(evsels[98], 0, 0, &counts), 0);
	assert_int_equal(counts.val, 0);
	assert_int_equal(perf_evsel__read(evsels[99], 0, 0, &counts), 0);
	assert_true(counts.val > 0);

	perf_evsel__close(evsels[50]);
	assert_int_equal(perf_evsel__read(evsels[99], 0, 0, &counts), -EINVAL);
	for (i = ARRAY_SIZE(evsels); i--;)
		perf_evsel__delete(evsels[i]);
	perf_thread_map__put(threads);
}

static void a_leader_must_be_open(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);
	struct perf_evsel *leader = perf_evsel__new(&attr), *member = perf_evsel__new(&attr);
	struct perf_thread_map *threads = self();

	(void)state;
	perf_evsel__set_leader(member, leader);
	assert_int_equal(perf_evsel__open(member, NULL, threads), -ENOTCONN);
	perf_evsel__set_leader(member, NULL);
	assert_ptr_equal(perf_evsel__leader(member), member);
	perf_evsel__delete(member);
	perf_evsel__delete(leader);
	perf_thread_map__put(threads);
}

static void every_cpu(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_CPU_CLOCK);
	struct perf_cpu_map *cpus = perf_cpu_map__new(NULL);
	struct perf_counts_values counts;
	struct perf_evsel *evsel;
	int idx, ret, nr = perf_cpu_map__nr(cpus);

	(void)state;
	require_system_wide();
	attr.exclude_kernel = 0;
	attr.disabled = 1;
	evsel = perf_evsel__new(&attr);
	ret = perf_evsel__open(evsel, cpus, NULL);
	assert_int_equal(ret, 0);
	assert_ptr_equal(perf_evsel__cpus(evsel), cpus);
	assert_null(perf_evsel__threads(evsel));
	assert_int_equal(perf_evsel__enable_cpu(evsel, 0), 0);
	usleep(2000);
	assert_int_equal(perf_evsel__disable_cpu(evsel, 0), 0);
	perf_cpu_map__for_each_idx (idx, cpus) {
		assert_int_equal(perf_evsel__read(evsel, idx, 0, &counts), 0);
		assert_int_equal(counts.val > 0, idx == 0);
	}
	assert_int_equal(perf_evsel__enable_cpu(evsel, nr), -EINVAL);
	assert_int_equal(perf_evsel__disable_cpu(evsel, -1), -EINVAL);
	assert_int_equal(perf_evsel__read(evsel, nr, 0, &counts), -EINVAL);
	assert_int_equal(perf_evsel__read(evsel, 0, 1, &counts), -EINVAL);

	perf_evsel__close_cpu(evsel, 0);
	assert_int_equal(perf_evsel__fd(evsel, 0, 0), -1);
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), -EINVAL);
	perf_evsel__close_cpu(evsel, 0);
	perf_evsel__close_cpu(evsel, nr);
	perf_evsel__delete(evsel);
	perf_cpu_map__put(cpus);
}

static pid_t start_child(void)
{
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	assert_true(pid > 0);
	return pid;
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Of two threads one is gone: the other is opened. When all are gone, that is the error. */
static void threads_that_ended(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	pid_t pids[] = { start_child(), getpid() };
	struct perf_thread_map *threads = perf_thread_map__new_array(2, pids);
	int ret;

	(void)state;
	require_events();
	end_child(pids[0]);
	ret = perf_evsel__open(evsel, NULL, threads);
	assert_int_equal(ret, 0);
	assert_int_equal(perf_evsel__fd(evsel, 0, 0), -1);
	assert_true(perf_evsel__fd(evsel, 0, 1) >= 0);
	assert_int_equal(perf_evsel__enable_thread(evsel, 1), 0);
	assert_int_equal(perf_evsel__enable_thread(evsel, 2), -EINVAL);
	perf_evsel__close(evsel);
	perf_thread_map__set_pid(threads, 1, pids[0]);
	assert_int_equal(perf_evsel__open(evsel, NULL, threads), -ESRCH);
	perf_evsel__delete(evsel);
	perf_thread_map__put(threads);
}

static void a_failed_open_leaves_nothing(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_CPU_CLOCK);
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	struct perf_cpu_map *cpus = perf_cpu_map__new("0,60000");
	struct perf_thread_map *threads = self();
	struct perf_counts_values counts;
	int before, ret;

	(void)state;
	require_events();
	before = count_fds();
	ret = perf_evsel__open(evsel, cpus, threads);
	assert_true(ret == -ENODEV || ret == -EINVAL);
	assert_int_equal(count_fds(), before);
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), -EINVAL);

	/* and the event can be opened elsewhere */
	assert_int_equal(perf_evsel__open(evsel, NULL, threads), 0);
	assert_int_equal(perf_evsel__open(evsel, NULL, threads), -EBUSY);
	assert_int_equal(count_fds(), before + 1);
	perf_evsel__close(evsel);
	perf_evsel__close(evsel);
	assert_int_equal(count_fds(), before);
	perf_evsel__delete(evsel);
	perf_cpu_map__put(cpus);
	perf_thread_map__put(threads);
}

static void what_is_not_open(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	struct perf_counts_values counts;
	__u64 id = 1;

	(void)state;
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts), -EINVAL);
	assert_int_equal(perf_evsel__id(evsel, 0, 0, &id), -EBADF);
	assert_int_equal(id, 0);
	assert_int_equal(perf_evsel__fd(evsel, 0, 0), -1);
	assert_int_equal(perf_evsel__mmap(evsel, 0), -EINVAL);
	assert_null(perf_evsel__mmap_base(evsel, 0, 0));
	assert_int_equal(perf_evsel__enable(evsel), 0);
	assert_int_equal(perf_evsel__disable(evsel), 0);
	perf_evsel__munmap(evsel);
	perf_evsel__close(evsel);
	perf_evsel__delete(evsel);
}

/* A mapped event is read like any other, by rdpmc or, as for all software events, by read(). */
static void mapped_reads(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_TASK_CLOCK);
	struct perf_event_mmap_page *page;
	struct perf_counts_values first, second;
	struct perf_evsel *evsel;

	(void)state;
	require_events();
	attr.read_format = ALL_TIMES;
	evsel = open_self(attr);
	assert_int_equal(perf_evsel__mmap(evsel, 3), -EINVAL);
	assert_int_equal(perf_evsel__mmap(evsel, -1), -EINVAL);
	assert_int_equal(perf_evsel__mmap(evsel, 0), 0);
	assert_int_equal(perf_evsel__mmap(evsel, 0), -EBUSY);
	page = perf_evsel__mmap_base(evsel, 0, 0);
	assert_non_null(page);
	assert_null(perf_evsel__mmap_base(evsel, 0, 1));
	assert_null(perf_evsel__mmap_base(evsel, 1, 0));
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &first), 0);
	spend_time();
	assert_int_equal(perf_evsel__read(evsel, 0, 0, &second), 0);
	assert_true(second.val > first.val);
	assert_true(second.ena > first.ena);
	assert_true(second.run <= second.ena);
	perf_evsel__munmap(evsel);
	assert_null(perf_evsel__mmap_base(evsel, 0, 0));
	assert_int_equal(perf_evsel__mmap(evsel, 2), 0);
	page = perf_evsel__mmap_base(evsel, 0, 0);
	assert_int_equal(page->data_size, 2 * sysconf(_SC_PAGESIZE));
	perf_evsel__delete(evsel);
}

/* A hardware counter is read in user space where the machine has one. */
static void user_reads(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_HW_INSTRUCTIONS);
	struct perf_event_mmap_page *page;
	struct perf_counts_values counts[3];
	struct perf_evsel *evsel;
	int i;

	(void)state;
	attr.type = PERF_TYPE_HARDWARE;
	require_open(0, -1, attr);
	evsel = open_self(attr);
	assert_int_equal(perf_evsel__mmap(evsel, 0), 0);
	page = perf_evsel__mmap_base(evsel, 0, 0);
	if (!page->cap_user_rdpmc)
		printf("# rdpmc is not allowed here: read() is tested\n");
	for (i = 0; i < 3; i++) {
		spend_time();
		assert_int_equal(perf_evsel__read(evsel, 0, 0, &counts[i]), 0);
	}
	assert_true(counts[0].val > 0);
	assert_true(counts[1].val - counts[0].val > 1000000);
	assert_true(counts[2].val - counts[1].val > 1000000);
	perf_evsel__delete(evsel);
}

static void scaling(void **state)
{
	static const struct {
		__u64 val, ena, run;
		bool scale;
		__u64 result;
		int scaled;
	} rows[] = {
		{ 100, 10, 10, true, 100, 0 },
		{ 100, 10, 5, true, 200, 1 },
		{ 100, 10, 0, true, 0, -1 },
		{ 100, 10, 5, false, 100, 0 },
		{ 100, 10, 0, false, 100, 0 },
		{ 0, 10, 5, true, 0, 1 },
		{ 7, 3000000000000, 1000000000000, true, 21, 1 },
		{ 1ull << 40, 1ull << 50, 1ull << 49, true, 1ull << 41, 1 },
	};
	struct perf_counts_values counts;
	__s8 scaled;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		counts = (struct perf_counts_values){
			{ { .val = rows[i].val, .ena = rows[i].ena, .run = rows[i].run } }
		};
		scaled = 42;
		perf_counts_values__scale(&counts, rows[i].scale, &scaled);
		assert_int_equal(counts.val, rows[i].result);
		assert_int_equal(scaled, rows[i].scaled);
		perf_counts_values__scale(&counts, false, NULL);
		assert_int_equal(counts.values[0], rows[i].result);
	}
}

static void filters(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);
	struct perf_evsel *evsel = open_self(attr);

	(void)state;
	require_events();
	/* a software event takes none: the kernel's error must come through */
	assert_int_equal(perf_evsel__set_filter(evsel, "pid == 1"), -EINVAL);
	perf_evsel__delete(evsel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attr_of_any_size),
		cmocka_unit_test(a_word_too_new),
		cmocka_unit_test(counts_the_thread),
		cmocka_unit_test(read_formats),
		cmocka_unit_test(groups),
		cmocka_unit_test(large_groups),
		cmocka_unit_test(a_leader_must_be_open),
		cmocka_unit_test(every_cpu),
		cmocka_unit_test(threads_that_ended),
		cmocka_unit_test(a_failed_open_leaves_nothing),
		cmocka_unit_test(what_is_not_open),
		cmocka_unit_test(mapped_reads),
		cmocka_unit_test(user_reads),
		cmocka_unit_test(scaling),
		cmocka_unit_test(filters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
