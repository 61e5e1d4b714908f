// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Whole programs of the kind that use this library, with nothing but its original interface:
 * counting a thread and CPUs, and sampling a tracepoint in a child and on every CPU.
 */
#include "common.h"

#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define NR_CALLS   100
#define DATA_PAGES 4

static int print(enum libperf_print_level level, const char *fmt, va_list ap)
{
	return level <= LIBPERF_WARN ? vfprintf(stderr, fmt, ap) : 0;
}

/* Two clocks, the first of them the leader, with an attr that says nothing else. */
static struct perf_evlist *new_clocks(bool disabled)
{
	static const __u64 configs[] = { PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_TASK_CLOCK };
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_evsel *evsel;
	size_t i;

	assert_non_null(evlist);
	for (i = 0; i < ARRAY_SIZE(configs); i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_SOFTWARE,
			.config = configs[i],
			.disabled = disabled,
			.exclude_kernel = 1,
		};

		evsel = perf_evsel__new(&attr);
		assert_non_null(evsel);
		perf_evlist__add(evlist, evsel);
	}
	perf_evlist__set_leader(evlist);
	return evlist;
}

static void expect_counts(struct perf_evlist *evlist, bool counted)
{
	struct perf_counts_values counts;
	struct perf_evsel *evsel;
	int idx;

	perf_evlist__for_each_evsel (evlist, evsel) {
		for (idx = 0; idx < perf_cpu_map__nr(perf_evsel__cpus(evsel)); idx++) {
			counts.val = !counted;
			assert_int_equal(perf_evsel__read(evsel, idx, 0, &counts), 0);
			assert_int_equal(counts.val != 0, counted);
		}
	}
}

static void counts_every_cpu(void **state)
{
	struct perf_cpu_map *cpus;
	struct perf_evlist *evlist;

	(void)state;
	require_system_wide();
	cpus = perf_cpu_map__new(NULL);
	evlist = new_clocks(false);
	perf_evlist__set_maps(evlist, cpus, NULL);
	assert_int_equal(perf_evlist__open(evlist), 0);
	expect_counts(evlist, true);
	perf_evlist__close(evlist);
	perf_evlist__delete(evlist);
	perf_cpu_map__put(cpus);
}

static void counts_this_thread(void **state)
{
	struct perf_thread_map *threads;
	struct perf_evlist *evlist;

	(void)state;
	require_events();
	threads = perf_thread_map__new_dummy();
	perf_thread_map__set_pid(threads, 0, 0);
	evlist = new_clocks(false);
	perf_evlist__set_maps(evlist, NULL, threads);
	assert_int_equal(perf_evlist__open(evlist), 0);
	spend_time();
	expect_counts(evlist, true);
	perf_evlist__close(evlist);
	perf_evlist__delete(evlist);
	perf_thread_map__put(threads);
}

static void counts_while_enabled(void **state)
{
	struct perf_thread_map *threads;
	struct perf_evlist *evlist;

	(void)state;
	require_events();
	threads = perf_thread_map__new_dummy();
	perf_thread_map__set_pid(threads, 0, 0);
	evlist = new_clocks(true);
	perf_evlist__set_maps(evlist, NULL, threads);
	assert_int_equal(perf_evlist__open(evlist), 0);
	spend_time();
	expect_counts(evlist, false);
	perf_evlist__enable(evlist);
	spend_time();
	expect_counts(evlist, true);
	perf_evlist__disable(evlist);
	perf_evlist__close(evlist);
	perf_evlist__delete(evlist);
	perf_thread_map__put(threads);
}

/* The id of syscalls:sys_enter_prctl; skips the test where tracefs does not tell it. */
static int tracepoint_id(void)
{
	static const char *const dirs[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[128];
	FILE *file = NULL;
	int id = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(dirs) && !file; i++) {
		snprintf(path, sizeof(path), "%s/events/syscalls/sys_enter_prctl/id", dirs[i]);
		file = fopen(path, "re");
	}
	if (!file)
		skip_because("no tracefs with syscalls:sys_enter_prctl");
	assert_int_equal(fscanf(file, "%d", &id), 1);
	fclose(file);
	return id;
}

static struct perf_evlist *new_tracepoint(int id)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.config = id,
		.sample_period = 1,
		.wakeup_watermark = 1,
		.disabled = 1,
	};
	struct perf_evlist *evlist = perf_evlist__new();

	perf_evlist__add(evlist, perf_evsel__new(&attr));
	return evlist;
}

static int count_events(struct perf_evlist *evlist)
{
	union perf_event *event;
	struct perf_mmap *map;
	int count = 0;

	perf_evlist__for_each_mmap (evlist, map, false) {
		if (perf_mmap__read_init(map) < 0)
			continue;
		while ((event = perf_mmap__read_event(map)) != NULL) {
			assert_int_equal(event->header.type, PERF_RECORD_SAMPLE);
			count++;
			perf_mmap__consume(map);
		}
		perf_mmap__read_done(map);
	}
	return count;
}

/* A child that waits for a byte and then makes the calls. */
static pid_t start_caller(int go[2])
{
	pid_t pid = fork();
	char c;
	int i;

	if (pid)
		return pid;
	if (read(go[0], &c, 1) == 1)
		for (i = 0; i < NR_CALLS; i++)
			prctl(0, 0, 0, 0, 0);
	_exit(0);
}

static void samples_a_child(void **state)
{
	struct perf_thread_map *threads;
	struct perf_cpu_map *cpus;
	struct perf_evlist *evlist;
	int id, go[2];
	pid_t pid;

	(void)state;
	require_system_wide();
	id = tracepoint_id();
	assert_int_equal(pipe(go), 0);
	pid = start_caller(go);
	assert_true(pid > 0);
	threads = perf_thread_map__new_dummy();
	cpus = perf_cpu_map__new_any_cpu();
	perf_thread_map__set_pid(threads, 0, pid);
	evlist = new_tracepoint(id);
	perf_evlist__set_maps(evlist, cpus, threads);
	assert_int_equal(perf_evlist__open(evlist), 0);
	assert_int_equal(perf_evlist__mmap(evlist, DATA_PAGES), 0);
	perf_evlist__enable(evlist);
	assert_int_equal(write(go[1], "A", 1), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(count_events(evlist), NR_CALLS);
	perf_evlist__delete(evlist);
	perf_thread_map__put(threads);
	perf_cpu_map__put(cpus);
	close(go[0]);
	close(go[1]);
}

/* One call on each CPU this test may run on. How many. */
static int call_on_each(const struct perf_cpu_map *cpus)
{
	cpu_set_t saved, mask;
	struct perf_cpu cpu;
	int idx, nr = 0;

	assert_int_equal(sched_getaffinity(0, sizeof(saved), &saved), 0);
	perf_cpu_map__for_each_cpu (cpu, idx, cpus) {
		CPU_ZERO(&mask);
		CPU_SET(cpu.cpu, &mask);
		if (sched_setaffinity(0, sizeof(mask), &mask))
			continue;
		prctl(0, 0, 0, 0, 0);
		nr++;
	}
	assert_int_equal(sched_setaffinity(0, sizeof(saved), &saved), 0);
	return nr;
}

static void samples_every_cpu(void **state)
{
	struct perf_cpu_map *cpus;
	struct perf_evlist *evlist;
	int id, nr;

	(void)state;
	require_system_wide();
	id = tracepoint_id();
	cpus = perf_cpu_map__new(NULL);
	evlist = new_tracepoint(id);
	perf_evlist__set_maps(evlist, cpus, NULL);
	assert_int_equal(perf_evlist__open(evlist), 0);
	assert_int_equal(perf_evlist__mmap(evlist, DATA_PAGES), 0);
	perf_evlist__enable(evlist);
	nr = call_on_each(cpus);
	perf_evlist__disable(evlist);
	assert_true(nr > 0);
	assert_true(count_events(evlist) >= nr);
	perf_evlist__delete(evlist);
	perf_cpu_map__put(cpus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_every_cpu),	cmocka_unit_test(counts_this_thread),
		cmocka_unit_test(counts_while_enabled), cmocka_unit_test(samples_a_child),
		cmocka_unit_test(samples_every_cpu),
	};

	libperf_init(print);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
