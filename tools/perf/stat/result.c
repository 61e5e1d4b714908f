// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds counters up by place: in go counts per CPU and thread, out come rows of event and
 * place in printing order, with the numbers derived from them.
 */
#include "result.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "file.h"
#include "util/event.h"

void stat_series__add(struct stat_series *series, double value)
{
	double delta = value - series->mean;

	series->nr++;
	series->mean += delta / series->nr;
	series->m2 += delta * (value - series->mean);
}

double stat_series__error(const struct stat_series *series)
{
	if (series->nr < 2)
		return 0;
	return sqrt(series->m2 / (series->nr - 1) / series->nr);
}

void stat_result__exit(struct stat_result *result)
{
	free(result->places);
	free(result->rows);
	*result = (struct stat_result){ 0 };
}

/* Blanks out what does not tell two places apart in this mode. */
static struct stat_place place_of(enum stat_aggr aggr, int cpu, pid_t tid)
{
	struct stat_place place = { .cpu = { -1, -1, -1, -1, -1 }, .tid = -1 };

	if (aggr == STAT_AGGR_GLOBAL)
		return place;
	if (aggr == STAT_AGGR_THREAD) {
		place.tid = tid;
		return place;
	}
	place.cpu = cpu_place__read(cpu);
	if (aggr == STAT_AGGR_CPU)
		place.cpu.core = place.cpu.die = place.cpu.socket = place.cpu.node = -1;
	else
		place.cpu.cpu = -1;
	if (aggr == STAT_AGGR_SOCKET)
		place.cpu.core = place.cpu.die = place.cpu.node = -1;
	if (aggr == STAT_AGGR_CORE)
		place.cpu.node = -1;
	if (aggr == STAT_AGGR_NODE)
		place.cpu.core = place.cpu.die = place.cpu.socket = -1;
	return place;
}

static void read_comm(struct stat_place *place)
{
	_cleanup_free_ char *text = NULL;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/comm", place->tid);
	if (file__read(AT_FDCWD, path, 64, &text) <= 0)
		return;
	text[strcspn(text, "\n")] = 0;
	snprintf(place->comm, sizeof(place->comm), "%.15s", text);
}

/* The index of the place that equals @wanted, appended when it is new; -ENOMEM. */
static ssize_t find_place(struct stat_result *result, const struct stat_place *wanted)
{
	struct stat_place *places;

	for (size_t i = 0; i < result->nr_places; i++)
		if (!memcmp(&result->places[i].cpu, &wanted->cpu, sizeof(wanted->cpu)) &&
		    result->places[i].tid == wanted->tid)
			return i;
	places = realloc(result->places, (result->nr_places + 1) * sizeof(*places));
	if (!places)
		return -ENOMEM;
	result->places = places;
	places[result->nr_places] = *wanted;
	if (wanted->tid > 0)
		read_comm(&places[result->nr_places]);
	return result->nr_places++;
}

static struct stat_row *find_row(struct stat_result *result, const struct counter *counter,
				 const char *name, size_t place)
{
	struct stat_row *rows;

	for (size_t i = result->nr_rows; i-- > 0;)
		if (result->rows[i].event == counter->event &&
		    result->rows[i].cgroup == counter->cgroup && result->rows[i].place == place)
			return &result->rows[i];
	rows = realloc(result->rows, (result->nr_rows + 1) * sizeof(*rows));
	if (!rows)
		return NULL;
	result->rows = rows;
	rows += result->nr_rows++;
	*rows = (struct stat_row){ .event = counter->event,
				   .cgroup = counter->cgroup,
				   .name = name,
				   .place = place,
				   .state = STAT_NOT_SUPPORTED,
				   .noise_ratio = -1 };
	return rows;
}

static void add_to_row(struct stat_row *row, const struct counter *counter, struct count count)
{
	if (!counter->supported)
		return;
	row->count = count__plus(row->count, count);
	row->value += count__scaled(count) * counter->event->scale;
	if (count.enabled_ns && count.running_ns)
		row->state = STAT_COUNTED;
	else if (row->state == STAT_NOT_SUPPORTED)
		row->state = STAT_NOT_COUNTED;
}

static int collect_tool(struct stat_result *result, const struct counter *counter,
			const struct stat_times *times)
{
	u64 ns = counter->event->tool == EVENT_TOOL_DURATION_TIME ? times->wall_ns
		 : counter->event->tool == EVENT_TOOL_USER_TIME	  ? times->user_ns
								  : times->system_ns;
	struct stat_place nowhere = place_of(result->aggr, -1, -1);
	ssize_t place = result->nr_places ? 0 : find_place(result, &nowhere);
	struct stat_row *row =
		place < 0 ? NULL : find_row(result, counter, counter->event->name, place);

	if (!row)
		return -ENOMEM;
	add_to_row(row, counter, (struct count){ ns, ns, ns });
	row->state = STAT_COUNTED;
	return 0;
}

/* @first owns the rows: the counter itself, or the first unit of an uncore event. */
static int collect_counter(struct stat_result *result, const struct counter *counter,
			   const struct counter *first)
{
	/* What was not opened at all still gets its row: in every place known, or in one. */
	if (!counter__nr(counter)) {
		struct stat_place nowhere = place_of(result->aggr, -1, -1);
		ssize_t place = result->nr_places ? 0 : find_place(result, &nowhere);

		return place < 0 || !find_row(result, first, first->event->name, place) ? -ENOMEM
											: 0;
	}
	for (size_t i = 0; i < counter__nr(counter); i++) {
		struct stat_place wanted =
			place_of(result->aggr, counter->cpus[i % counter->nr_cpus],
				 counter->threads[i / counter->nr_cpus]);
		ssize_t place = find_place(result, &wanted);
		struct stat_row *row =
			place < 0 ? NULL : find_row(result, first, first->event->name, place);

		if (!row)
			return -ENOMEM;
		add_to_row(row, counter, counter->counts[i]);
	}
	return 0;
}

/* The units of one uncore event stand next to each other under one name, on different PMUs. */
static bool same_uncore_event(const struct counter *a, const struct counter *b)
{
	return a->event->cpus && !a->event->is_core_pmu && b->event->cpus && a->event->pmu &&
	       b->event->pmu && a->cgroup == b->cgroup && strcmp(a->event->pmu, b->event->pmu) &&
	       !strcmp(a->event->name, b->event->name);
}

static void fill_inputs(struct stat_result *result, u64 wall_ns)
{
	for (size_t p = 0; p < result->nr_places; p++)
		result->places[p].inputs = (struct metric_inputs){ .wall_ns = wall_ns };
	for (size_t i = 0; i < result->nr_rows; i++) {
		struct stat_row *row = &result->rows[i];
		struct metric_inputs *inputs = &result->places[row->place].inputs;
		enum metric_kind kind = metric__kind(row->event);

		if (row->state != STAT_COUNTED || kind == METRIC_NONE || inputs->known[kind])
			continue;
		inputs->value[kind] = row->value;
		inputs->known[kind] = true;
	}
}

void stat_result__derive(struct stat_result *result, u64 wall_ns)
{
	fill_inputs(result, wall_ns);
	for (size_t i = 0; i < result->nr_rows; i++) {
		struct stat_row *row = &result->rows[i];
		const struct metric_inputs *inputs = &result->places[row->place].inputs;
		bool counted = row->state == STAT_COUNTED;

		row->has_metric =
			counted && metric__derive(row->event, row->value, inputs, &row->metric);
		row->has_stalled =
			counted && metric__stalled(row->event, row->value, inputs, &row->stalled);
	}
}

/* How many CPUs stand behind each place: those of the widest counter. */
static void count_cpus(struct stat_result *result, const struct stat_collect *collect)
{
	for (size_t p = 0; p < result->nr_places; p++) {
		for (size_t c = 0; c < collect->nr_counters; c++) {
			const struct counter *counter = collect->counters[c];
			int nr = 0;

			for (int i = 0; i < counter->nr_cpus; i++) {
				struct stat_place at = place_of(result->aggr, counter->cpus[i], -1);

				nr += !memcmp(&at.cpu, &result->places[p].cpu, sizeof(at.cpu));
			}
			if (nr > result->places[p].nr_cpus)
				result->places[p].nr_cpus = nr;
		}
	}
}

/* Socket, core and node rows are printed place by place, the others event by event. */
static int order_rows(struct stat_result *result)
{
	struct stat_row *rows;
	size_t nr = 0;

	if (result->aggr != STAT_AGGR_SOCKET && result->aggr != STAT_AGGR_CORE &&
	    result->aggr != STAT_AGGR_NODE)
		return 0;
	rows = calloc(result->nr_rows ? result->nr_rows : 1, sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	for (size_t p = 0; p < result->nr_places; p++)
		for (size_t i = 0; i < result->nr_rows; i++)
			if (result->rows[i].place == p)
				rows[nr++] = result->rows[i];
	free(result->rows);
	result->rows = rows;
	return 0;
}

int stat_result__collect(struct stat_result *result, const struct stat_collect *collect)
{
	const struct counter *first = NULL;
	int ret = 0;

	*result = (struct stat_result){ .aggr = collect->aggr };
	for (size_t i = 0; !ret && i < collect->nr_counters; i++) {
		const struct counter *counter = collect->counters[i];

		if (collect->no_merge || !first || !same_uncore_event(first, counter))
			first = counter;
		if (counter->event->tool)
			ret = collect_tool(result, counter, &collect->times);
		else
			ret = collect_counter(result, counter, first);
	}
	if (!ret)
		ret = order_rows(result);
	if (ret)
		return ret;
	count_cpus(result, collect);
	stat_result__derive(result, collect->times.wall_ns);
	return 0;
}
