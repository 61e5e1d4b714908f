// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse: what resolving an event string costs without any file, against tables in memory. Prints
 * ns for each string; the cost must grow no faster than the input.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "tests/lookup-table.h"
#include "util/event.h"
#include "util/parse-events.h"

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

/* CPU ns of one parse: the least of several rounds of about 50 ms each. */
static double measure(const char *string, const struct event_lookup *lookup)
{
	double best = 0;

	for (int round = 0; round < 5; round++) {
		double begin = now_ns(), ns;
		int nr = 0;

		do {
			struct event_list list = { 0 };
			struct err err = { 0 };

			if (parse_events(&list, string, lookup, &err)) {
				fprintf(stderr, "parse: %.60s: %s\n", string, err.text);
				exit(1);
			}
			event_list__exit(&list);
			nr++;
			ns = now_ns() - begin;
		} while (ns < 5e7);
		if (!best || ns / nr < best)
			best = ns / nr;
	}
	return best;
}

static void report(const char *label, double ns, double units)
{
	printf("%-44s %14.0f %14.0f\n", label, ns, ns / units);
}

static char *repeat(const char *text, const char *between, int times)
{
	struct buf buf = { 0 };

	for (int i = 0; i < times; i++)
		buf__printf(&buf, "%s%s", i ? between : "", text);
	return buf__take(&buf);
}

static const char formats[] = "pmu:9 a=config:0-7 b=config:8-15 c=config:16-23 d=config:24-31 "
			      "e=config1:0-7 f=config1:8-15 g=config1:16-23 h=config1:24-31 "
			      "i=config2:0-7 j=config2:8-15\n";

static char *many_pmus(int nr)
{
	struct buf buf = { 0 };

	buf__puts(&buf, formats);
	for (int i = 0; i < nr; i++)
		buf__printf(&buf, "other_%d:%d x=config:0-7\n", i, 1000 + i);
	return buf__take(&buf);
}

static void measure_many(const char *label, const char *string, int times,
			 const struct event_lookup *lookup)
{
	char *text = repeat(string, ",", times);

	report(label, measure(text, lookup), times);
	free(text);
}

/*
 * Memory that a round gives back is kept for the next: what the kernel takes for pages that come
 * and go with every round is no cost of parsing, and in a virtual machine several times as large.
 */
static void keep_memory(void)
{
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
}

int main(void)
{
	static const int nr_pmus[] = { 1, 1000, 10000 };

	keep_memory();

	printf("%-44s %14s %14s\n", "string", "ns", "ns an event");
	for (size_t i = 0; i < ARRAY_SIZE(nr_pmus); i++) {
		char *text = many_pmus(nr_pmus[i]), label[64];
		struct lookup_table table;

		if (!text || lookup_table__init(&table, text)) {
			fprintf(stderr, "parse: out of memory\n");
			return 1;
		}
		snprintf(label, sizeof(label), "one term, %d PMUs", nr_pmus[i]);
		report(label, measure("pmu/a=1/", &table.lookup), 1);
		if (nr_pmus[i] == 1) {
			report("ten terms",
			       measure("pmu/a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8,i=9,j=10/",
				       &table.lookup),
			       1);
			measure_many("100 events", "pmu/a=1/", 100, &table.lookup);
			measure_many("1,000 events", "pmu/a=1/", 1000, &table.lookup);
			measure_many("10,000 events", "pmu/a=1/", 10000, &table.lookup);
		}
		lookup_table__exit(&table);
		free(text);
	}
	return 0;
}
