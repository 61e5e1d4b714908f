// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Samples this process by the CPU clock while it works and prints the first samples.
 *
 *	cc sampling.c $(pkg-config --cflags --libs libperf)
 */
#include <linux/perf_event.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>
#include <stdio.h>
#include <string.h>

#define DATA_PAGES    4
#define SHOWN_SAMPLES 5

static int print(enum libperf_print_level level, const char *fmt, va_list ap)
{
	return level <= LIBPERF_WARN ? vfprintf(stderr, fmt, ap) : 0;
}

static struct perf_evsel *new_clock(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = 1000000, /* ns */
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_PERIOD,
		.disabled = 1,
		.exclude_kernel = 1,
	};

	return perf_evsel__new(&attr);
}

static void work(void)
{
	volatile int i;

	for (i = 0; i < 50000000; i++)
		;
}

/* The fields stand in the order of their bits in enum perf_event_sample_format. */
static void print_sample(const struct perf_record_sample *sample)
{
	const __u32 *ids = (const __u32 *)&sample->array[1];

	printf("ip %#llx pid %u tid %u period %llu\n", (unsigned long long)sample->array[0], ids[0],
	       ids[1], (unsigned long long)sample->array[2]);
}

static int read_samples(struct perf_evlist *evlist)
{
	union perf_event *event;
	struct perf_mmap *map;
	int nr = 0;

	perf_evlist__for_each_mmap (evlist, map, false) {
		if (perf_mmap__read_init(map) < 0)
			continue;
		while ((event = perf_mmap__read_event(map)) != NULL) {
			if (event->header.type == PERF_RECORD_SAMPLE && nr++ < SHOWN_SAMPLES)
				print_sample(&event->sample);
			perf_mmap__consume(map);
		}
		perf_mmap__read_done(map);
	}
	return nr;
}

int main(void)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();
	struct perf_cpu_map *cpus = perf_cpu_map__new_any_cpu();
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_evsel *evsel = new_clock();
	int ret = -1;

	libperf_init(print);
	if (!threads || !cpus || !evlist || !evsel) {
		perf_evsel__delete(evsel);
		goto out;
	}
	perf_evlist__add(evlist, evsel);
	perf_thread_map__set_pid(threads, 0, 0);
	perf_evlist__set_maps(evlist, cpus, threads);

	ret = perf_evlist__open(evlist);
	if (!ret)
		ret = perf_evlist__mmap(evlist, DATA_PAGES);
	if (ret) {
		fprintf(stderr, "open: %s\n", strerror(-ret));
		goto out;
	}
	perf_evlist__enable(evlist);
	work();
	perf_evlist__disable(evlist);
	printf("%d samples\n", read_samples(evlist));
out:
	perf_evlist__delete(evlist);
	perf_cpu_map__put(cpus);
	perf_thread_map__put(threads);
	return ret ? 1 : 0;
}
