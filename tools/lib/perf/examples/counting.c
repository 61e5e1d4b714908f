// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Counts two clocks of this process while it works, from disabled to disabled.
 *
 *	cc counting.c $(pkg-config --cflags --libs libperf)
 */
#include <linux/perf_event.h>
#include <perf/core.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/threadmap.h>
#include <stdio.h>
#include <string.h>

static int print(enum libperf_print_level level, const char *fmt, va_list ap)
{
	return level <= LIBPERF_WARN ? vfprintf(stderr, fmt, ap) : 0;
}

static int add_clock(struct perf_evlist *evlist, unsigned int config)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
	};
	struct perf_evsel *evsel = perf_evsel__new(&attr);

	if (!evsel)
		return -1;
	perf_evlist__add(evlist, evsel);
	return 0;
}

static void work(void)
{
	volatile int i;

	for (i = 0; i < 10000000; i++)
		;
}

static int print_counts(struct perf_evlist *evlist)
{
	struct perf_counts_values counts;
	struct perf_evsel *evsel;
	int ret;

	perf_evlist__for_each_evsel (evlist, evsel) {
		ret = perf_evsel__read(evsel, 0, 0, &counts);
		if (ret) {
			fprintf(stderr, "read: %s\n", strerror(-ret));
			return -1;
		}
		perf_counts_values__scale(&counts, true, NULL);
		printf("config %llu: count %llu, enabled %llu ns, running %llu ns\n",
		       (unsigned long long)perf_evsel__attr(evsel)->config,
		       (unsigned long long)counts.val, (unsigned long long)counts.ena,
		       (unsigned long long)counts.run);
	}
	return 0;
}

int main(void)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();
	struct perf_evlist *evlist = perf_evlist__new();
	int ret = -1;

	libperf_init(print);
	if (!threads || !evlist)
		goto out;
	perf_thread_map__set_pid(threads, 0, 0);
	if (add_clock(evlist, PERF_COUNT_SW_CPU_CLOCK) ||
	    add_clock(evlist, PERF_COUNT_SW_TASK_CLOCK))
		goto out;
	perf_evlist__set_maps(evlist, NULL, threads);

	ret = perf_evlist__open(evlist);
	if (ret) {
		fprintf(stderr, "open: %s\n", strerror(-ret));
		goto out;
	}
	perf_evlist__enable(evlist);
	work();
	perf_evlist__disable(evlist);
	ret = print_counts(evlist);
out:
	perf_evlist__delete(evlist);
	perf_thread_map__put(threads);
	return ret ? 1 : 0;
}
