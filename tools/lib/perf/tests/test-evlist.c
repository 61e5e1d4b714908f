// SPDX-License-Identifier: LGPL-2.1-or-later
/* Lists of events: order, ownership, maps, groups, opening all or none, rings and polling. */
#include "common.h"

#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>
#include <perf/open.h>
#include <perf/threadmap.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#define PAGES 4

static struct perf_evsel *add(struct perf_evlist *evlist, struct perf_event_attr attr)
{
	struct perf_evsel *evsel = perf_evsel__new(&attr);

	assert_non_null(evsel);
	perf_evlist__add(evlist, evsel);
	return evsel;
}

/* A list on one process (0: the calling thread), on any CPU. */
static struct perf_evlist *new_list(pid_t pid)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();
	struct perf_evlist *evlist = perf_evlist__new();

	perf_thread_map__set_pid(threads, 0, pid);
	perf_evlist__set_maps(evlist, NULL, threads);
	perf_thread_map__put(threads);
	return evlist;
}

static struct perf_event_attr dummy(void)
{
	return software_attr(PERF_COUNT_SW_DUMMY);
}

/* One sample for each page fault of the process. */
static struct perf_event_attr faults(void)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_PAGE_FAULTS);

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR;
	attr.disabled = 1;
	attr.wakeup_events = 1;
	return attr;
}

static void fault(int nr)
{
	char *pages =
		mmap(NULL, nr * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	assert_ptr_not_equal(pages, MAP_FAILED);
	madvise(pages, nr * 4096, MADV_NOHUGEPAGE);
	for (i = 0; i < nr; i++)
		pages[i * 4096] = 1;
	munmap(pages, nr * 4096);
}

static void order_and_ownership(void **state)
{
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_evsel *a = add(evlist, dummy()), *b = add(evlist, dummy());
	struct perf_evsel *c = add(evlist, dummy()), *pos;
	int nr = 0;

	(void)state;
	assert_ptr_equal(perf_evlist__next(evlist, NULL), a);
	assert_ptr_equal(perf_evlist__next(evlist, a), b);
	assert_ptr_equal(perf_evlist__next(evlist, c), NULL);
	perf_evlist__for_each_evsel (evlist, pos)
		assert_int_equal(perf_evsel__idx(pos), nr++);
	assert_int_equal(nr, 3);

	perf_evlist__remove(evlist, b);
	assert_ptr_equal(perf_evlist__next(evlist, a), c);
	assert_int_equal(perf_evsel__idx(c), 1);
	perf_evlist__remove(evlist, a);
	assert_ptr_equal(perf_evlist__next(evlist, NULL), c);
	perf_evlist__remove(evlist, c);
	assert_null(perf_evlist__next(evlist, NULL));
	perf_evlist__add(evlist, a);
	assert_ptr_equal(perf_evlist__next(evlist, NULL), a);
	perf_evsel__delete(b);
	perf_evsel__delete(c);
	perf_evlist__delete(evlist);
	perf_evlist__delete(NULL);
}

static void groups(void **state)
{
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_evsel *a = add(evlist, dummy()), *b = add(evlist, dummy());
	struct perf_evsel *c = add(evlist, dummy()), *d = add(evlist, dummy());

	(void)state;
	assert_int_equal(perf_evlist__nr_groups(evlist), 0);
	perf_evlist__set_leader(evlist);
	assert_int_equal(perf_evlist__nr_groups(evlist), 1);
	assert_ptr_equal(perf_evsel__leader(a), a);
	assert_ptr_equal(perf_evsel__leader(d), a);
	perf_evsel__set_leader(c, c);
	perf_evsel__set_leader(d, c);
	assert_int_equal(perf_evlist__nr_groups(evlist), 2);

	/* without their leader the members stand alone */
	perf_evlist__remove(evlist, a);
	assert_ptr_equal(perf_evsel__leader(b), b);
	assert_int_equal(perf_evlist__nr_groups(evlist), 1);
	perf_evsel__delete(a);
	perf_evlist__delete(evlist);
}

static void maps(void **state)
{
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_cpu_map *cpus = perf_cpu_map__new("0-3"), *own = perf_cpu_map__new("2-5");
	struct perf_cpu_map *elsewhere = perf_cpu_map__new("7");
	struct perf_thread_map *threads = perf_thread_map__new_dummy();
	struct perf_evsel *before = add(evlist, dummy()), *after, *pmu;

	(void)state;
	perf_evlist__set_maps(evlist, cpus, threads);
	after = add(evlist, dummy());
	assert_ptr_equal(perf_evsel__cpus(before), cpus);
	assert_ptr_equal(perf_evsel__cpus(after), cpus);
	assert_ptr_equal(perf_evsel__threads(after), threads);

	/* a PMU's own CPUs are narrowed by the list's, and widened by nothing */
	pmu = add(evlist, dummy());
	perf_evsel__set_cpus(pmu, own);
	perf_evsel__set_system_wide(pmu);
	perf_evlist__set_maps(evlist, cpus, threads);
	assert_int_equal(perf_cpu_map__nr(perf_evsel__cpus(pmu)), 2);
	assert_int_equal(perf_cpu_map__min(perf_evsel__cpus(pmu)).cpu, 2);
	assert_null(perf_evsel__threads(pmu));
	perf_evlist__set_maps(evlist, NULL, NULL);
	assert_ptr_equal(perf_evsel__cpus(pmu), own);
	assert_null(perf_evsel__cpus(before));

	/* none in common: it can not be opened, and surely not on any CPU */
	perf_evsel__set_cpus(pmu, elsewhere);
	perf_evlist__set_maps(evlist, cpus, NULL);
	assert_int_equal(perf_evlist__open_evsel(evlist, pmu), -ENODEV);

	perf_evlist__delete(evlist);
	perf_cpu_map__put(cpus);
	perf_cpu_map__put(own);
	perf_cpu_map__put(elsewhere);
	perf_thread_map__put(threads);
}

static void opens_all_or_none(void **state)
{
	struct perf_event_attr bad = dummy();
	struct perf_evlist *evlist = new_list(0);
	int before = count_fds(), ret;

	(void)state;
	require_events();
	bad.type = 0x7ffffff0;
	add(evlist, dummy());
	add(evlist, bad);
	ret = perf_evlist__open(evlist);
	assert_int_equal(ret, -ENOENT);
	assert_int_equal(count_fds(), before);
	perf_evlist__delete(evlist);
}

/* Members are opened on their leader's fd: a read of the leader's fd holds both values. */
static void members_join_their_leader(void **state)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_TASK_CLOCK);
	struct perf_evlist *evlist = new_list(0);
	struct perf_evsel *leader, *member;
	struct perf_counts_values counts;
	__u64 words[16];
	int ret;

	(void)state;
	require_events();
	attr.read_format = PERF_FORMAT_GROUP;
	attr.disabled = 1;
	leader = add(evlist, attr);
	attr.disabled = 0;
	attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	member = add(evlist, attr);
	perf_evlist__set_leader(evlist);
	ret = perf_evlist__open(evlist);
	assert_int_equal(ret, 0);
	fault(10);
	assert_int_equal(perf_evsel__read(member, 0, 0, &counts), 0);
	assert_int_equal(counts.val, 0); /* its leader does not count yet */
	perf_evlist__enable(evlist);
	fault(10);
	perf_evlist__disable(evlist);
	assert_int_equal(read(perf_evsel__fd(leader, 0, 0), words, sizeof(words)), 24);
	assert_int_equal(words[0], 2);
	assert_true(words[2] >= 10);
	assert_int_equal(perf_evsel__read(member, 0, 0, &counts), 0);
	assert_int_equal(counts.val, words[2]);
	assert_int_equal(perf_evsel__read(leader, 0, 0, &counts), 0);
	assert_int_equal(counts.val, words[1]);
	perf_evlist__close(evlist);
	assert_int_equal(perf_evsel__fd(leader, 0, 0), -1);
	perf_evlist__delete(evlist);
}

static int count_samples(struct perf_evlist *evlist, bool overwrite)
{
	union perf_event *event;
	struct perf_mmap *map;
	int nr = 0;

	perf_evlist__for_each_mmap (evlist, map, overwrite) {
		if (perf_mmap__read_init(map) < 0)
			continue;
		while ((event = perf_mmap__read_event(map)) != NULL) {
			nr += event->header.type == PERF_RECORD_SAMPLE;
			perf_mmap__consume(map);
		}
		perf_mmap__read_done(map);
	}
	return nr;
}

/* Forward, backward and forward again: two rings, and each event's samples in its own. */
static void rings_by_direction(void **state)
{
	struct perf_event_attr attr = faults();
	struct perf_evlist *evlist = new_list(0);
	struct perf_evsel *first, *backward;
	struct perf_mmap *map;
	int ret;

	(void)state;
	require_events();
	first = add(evlist, attr);
	attr.write_backward = 1;
	backward = add(evlist, attr);
	attr.write_backward = 0;
	add(evlist, attr);
	ret = perf_evlist__open(evlist);
	assert_int_equal(ret, 0);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), 0);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), -EBUSY);
	map = perf_evlist__next_mmap(evlist, NULL, false);
	assert_int_equal(perf_mmap__fd(map), perf_evsel__fd(first, 0, 0));
	assert_int_equal(perf_mmap__cpu(map), -1);
	assert_int_equal(perf_mmap__thread(map), 0);
	assert_int_equal(perf_mmap__data_bytes(map), PAGES * sysconf(_SC_PAGESIZE));
	assert_null(perf_evlist__next_mmap(evlist, map, false));
	map = perf_evlist__next_mmap(evlist, NULL, true);
	assert_int_equal(perf_mmap__fd(map), perf_evsel__fd(backward, 0, 0));
	assert_null(perf_evlist__next_mmap(evlist, map, true));

	perf_evlist__enable(evlist);
	fault(30);
	perf_evlist__disable(evlist);
	assert_in_range(count_samples(evlist, true), 30, 50);
	assert_int_equal(count_samples(evlist, true), 0);
	assert_in_range(count_samples(evlist, false), 60, 100);
	assert_int_equal(count_samples(evlist, false), 0);

	/* each round gives what is new */
	perf_evlist__enable(evlist);
	fault(10);
	perf_evlist__disable(evlist);
	assert_in_range(count_samples(evlist, true), 10, 29);
	assert_in_range(count_samples(evlist, false), 20, 58);
	perf_evlist__delete(evlist);
}

static void a_ring_per_cpu(void **state)
{
	struct perf_event_attr attr = dummy();
	struct perf_cpu_map *cpus = perf_cpu_map__new(NULL);
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_mmap *map;
	int ret, nr = 0;

	(void)state;
	require_system_wide();
	attr.exclude_kernel = 0;
	add(evlist, attr);
	add(evlist, attr);
	perf_evlist__set_maps(evlist, cpus, NULL);
	ret = perf_evlist__open(evlist);
	assert_int_equal(ret, 0);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), 0);
	perf_evlist__for_each_mmap (evlist, map, false) {
		assert_int_equal(perf_mmap__cpu(map), perf_cpu_map__cpu(cpus, nr).cpu);
		assert_int_equal(perf_mmap__thread(map), -1);
		nr++;
	}
	assert_int_equal(nr, perf_cpu_map__nr(cpus));
	assert_int_equal(perf_evlist__poll(evlist, 0), 0);
	perf_evlist__munmap(evlist);
	assert_null(perf_evlist__next_mmap(evlist, NULL, false));
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), 0);
	perf_evlist__delete(evlist);
	perf_cpu_map__put(cpus);
}

static void bad_mappings(void **state)
{
	static const int pages[] = { 0, -1, 3, 6 };
	struct perf_event_attr attr = dummy();
	struct perf_evlist *evlist = new_list(0);
	size_t i;
	int ret;

	(void)state;
	require_events();
	add(evlist, attr);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), -EINVAL); /* not open */
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	add(evlist, attr);
	ret = perf_evlist__open(evlist);
	assert_int_equal(ret, 0);
	for (i = 0; i < ARRAY_SIZE(pages); i++)
		assert_int_equal(perf_evlist__mmap(evlist, pages[i]), -EINVAL);
	/* two clocks in one ring: the kernel refuses, and nothing stays mapped */
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), -EINVAL);
	assert_null(perf_evlist__next_mmap(evlist, NULL, false));
	perf_evlist__delete(evlist);
}

static void strangers_and_doubles(void **state)
{
	struct perf_event_attr attr = dummy();
	struct perf_evlist *evlist = new_list(0);
	struct perf_evsel *first = perf_evsel__new(&attr), *stranger = perf_evsel__new(&attr);

	(void)state;
	perf_evlist__add(evlist, first);
	perf_evlist__remove(evlist, stranger);
	assert_ptr_equal(perf_evlist__next(evlist, NULL), first);
	perf_evlist__add(evlist, first);
	assert_null(perf_evlist__next(evlist, first));
	perf_evlist__remove(evlist, first);
	perf_evlist__remove(evlist, first);
	assert_null(perf_evlist__next(evlist, NULL));
	perf_evsel__delete(first);
	perf_evsel__delete(stranger);
	perf_evlist__delete(evlist);
}

/* A number that was an event's fd may be anybody's soon. */
static void polls_no_closed_fds(void **state)
{
	struct perf_evlist *evlist = new_list(0);
	struct perf_evsel *removed;

	(void)state;
	require_events();
	removed = add(evlist, faults());
	add(evlist, dummy());
	assert_int_equal(perf_evlist__open(evlist), 0);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), 0);
	perf_evlist__remove(evlist, removed);
	perf_evsel__delete(removed);
	assert_int_equal(perf_evlist__poll(evlist, 0), 0);
	assert_non_null(perf_evlist__next_mmap(evlist, NULL, false));
	perf_evlist__close(evlist);
	assert_int_equal(perf_evlist__poll(evlist, 0), 0);
	assert_int_equal(perf_evlist__filter_pollfd(evlist, POLLHUP), 0);
	perf_evlist__delete(evlist);
}

static void polls_until_the_child_ends(void **state)
{
	struct perf_evlist *evlist;
	int go[2], ret, nr;
	char c = 0;
	pid_t pid;

	(void)state;
	require_events();
	assert_int_equal(pipe(go), 0);
	pid = fork();
	if (!pid) {
		if (read(go[0], &c, 1) == 1)
			fault(10);
		_exit(0);
	}
	evlist = new_list(pid);
	add(evlist, faults());
	add(evlist, faults());
	ret = perf_evlist__open(evlist);
	if (ret) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	assert_int_equal(ret, 0);
	assert_int_equal(perf_evlist__mmap(evlist, PAGES), 0);
	perf_evlist__enable(evlist);
	assert_int_equal(perf_evlist__poll(evlist, 0), 0);
	assert_true(perf_evlist__filter_pollfd(evlist, POLLHUP | POLLERR) > 0);
	assert_int_equal(write(go[1], &c, 1), 1);
	do {
		assert_true(perf_evlist__poll(evlist, 10000) > 0);
		nr = perf_evlist__filter_pollfd(evlist, POLLHUP | POLLERR);
	} while (nr);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(perf_evlist__poll(evlist, 0), 0);
	perf_evlist__delete(evlist);
	close(go[0]);
	close(go[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_and_ownership),
		cmocka_unit_test(groups),
		cmocka_unit_test(maps),
		cmocka_unit_test(opens_all_or_none),
		cmocka_unit_test(members_join_their_leader),
		cmocka_unit_test(rings_by_direction),
		cmocka_unit_test(a_ring_per_cpu),
		cmocka_unit_test(bad_mappings),
		cmocka_unit_test(strangers_and_doubles),
		cmocka_unit_test(polls_no_closed_fds),
		cmocka_unit_test(polls_until_the_child_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
