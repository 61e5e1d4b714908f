// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: what the file's header needs to know of the events: attrs as the kernel took them, every
 * ring's id, groups, tracepoints. Opens the file with it.
 */
#include "header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/cpumap.h>
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include "data/writer.h"
#include "options.h"
#include "recorder.h"
#include "util/event.h"

static int add_id(struct data_event *event, u64 id)
{
	u64 *more = reallocarray(event->ids, event->nr_ids + 1, sizeof(*more));

	if (!more)
		return -ENOMEM;
	event->ids = more;
	more[event->nr_ids++] = id;
	return 0;
}

static int add_words(struct data_event *to, const struct event *event, const void *words, u32 bytes)
{
	to->words = malloc(bytes);
	to->name = strdup(event->name);
	to->unit = event->unit ? strdup(event->unit) : NULL;
	if (!to->words || !to->name || (event->unit && !to->unit))
		return -ENOMEM;
	memcpy(to->words, words, bytes);
	to->attr_size = bytes;
	to->scale = event->scale;
	((struct perf_event_attr *)to->words)->size = bytes;
	return 0;
}

static int add_tracepoint(struct record_header *header, const char *system, const char *name)
{
	if (!system || !name)
		return 0;
	if (asprintf(&header->tracepoints[header->nr_tracepoints], "%s:%s", system, name) < 0) {
		header->tracepoints[header->nr_tracepoints] = NULL;
		return -ENOMEM;
	}
	header->nr_tracepoints++;
	return 0;
}

static int add_ids(struct recorder *recorder, struct data_event *to, const struct record_evsel *re)
{
	const struct perf_event_attr *attr = perf_evsel__attr(re->evsel);
	int nr_cpus = perf_cpu_map__nr(perf_evsel__cpus(re->evsel));
	int nr_threads = perf_thread_map__nr(perf_evsel__threads(re->evsel));
	int ret = 0;
	u64 id;

	for (int cpu = 0; cpu < nr_cpus && !ret; cpu++) {
		for (int i = 0; i < nr_threads && !ret; i++) {
			/* A thread that ended before it could be opened has none. */
			if (perf_evsel__fd(re->evsel, cpu, i) < 0)
				continue;
			ret = perf_evsel__id(re->evsel, cpu, i, &id);
			if (!ret)
				ret = add_id(to, id);
			if (!ret)
				ret = record_output__add_layout(&recorder->output, id,
								attr->sample_type);
		}
	}
	return ret;
}

static int add_opened(struct recorder *recorder, struct record_header *header,
		      const struct record_evsel *re)
{
	struct data_event *to = &header->events[header->nr++];
	const struct perf_event_attr *attr = perf_evsel__attr(re->evsel);
	int ret = add_words(to, re->event, attr, attr->size);

	if (!ret)
		ret = add_ids(recorder, to, re);
	if (!ret)
		ret = add_tracepoint(header, re->event->tp_system, re->event->tp_name);
	return ret;
}

int record_header__add_set(struct record_header *header, struct recorder *recorder,
			   const struct record_set *set)
{
	int ret = 0;

	for (size_t i = 0; i < set->nr; i++)
		for (size_t n = 0; n < header->nr && !ret; n++)
			if (header->of[n] == set->evsels[i].event)
				ret = add_ids(recorder, &header->events[n], &set->evsels[i]);
	return ret;
}

static int add_attached(struct recorder *recorder, struct record_header *header,
			const struct record_attached *attached, bool sideband)
{
	const struct attached_rings *rings = sideband ? &attached->sideband : &attached->samples;
	struct event named = *attached->event;
	struct data_event *to = &header->events[header->nr++];
	int ret;

	if (sideband)
		named.name = (char *)"dummy:holder";
	ret = add_words(to, &named, rings->words, rings->nr_words * sizeof(u64));
	for (size_t i = 0; i < rings->nr && !ret; i++) {
		ret = add_id(to, rings->rings[i].id);
		if (!ret)
			ret = record_output__add_layout(&recorder->output, rings->rings[i].id,
							rings->words[ATTR_WORD_SAMPLE_TYPE]);
	}
	if (!ret && !sideband)
		ret = add_tracepoint(header, attached->attach.tp_system, attached->attach.tp_name);
	return ret;
}

static bool has_id(const struct data_event *event, u64 id)
{
	for (size_t i = 0; i < event->nr_ids; i++)
		if (event->ids[i] == id)
			return true;
	return false;
}

int record_header__add_rings(struct record_header *header, struct recorder *recorder,
			     const struct record_attached *attached)
{
	const struct attached_rings *rings = &attached->samples;
	struct data_event *to = NULL;
	int ret = 0;

	for (size_t i = 0; i < header->nr; i++)
		if (header->of[i] == attached->event)
			to = &header->events[i];
	for (size_t i = 0; to && i < rings->nr && !ret; i++) {
		if (has_id(to, rings->rings[i].id))
			continue;
		ret = add_id(to, rings->rings[i].id);
		if (!ret)
			ret = record_output__add_layout(&recorder->output, rings->rings[i].id,
							rings->words[ATTR_WORD_SAMPLE_TYPE]);
	}
	return ret;
}

static const struct record_evsel *find_opened(const struct record_set *set,
					      const struct event *event)
{
	for (size_t i = 0; i < set->nr; i++)
		if (set->evsels[i].event == event)
			return &set->evsels[i];
	return NULL;
}

static const struct record_attached *find_attached(const struct recorder *recorder,
						   const struct event *event)
{
	for (size_t i = 0; i < recorder->nr_attached; i++)
		if (recorder->attached[i].event == event)
			return &recorder->attached[i];
	return NULL;
}

/* The events in the order in which they were asked for, then the providers' side-band. */
static int fill(struct recorder *recorder, struct record_header *header)
{
	const struct event_list *list = recorder->list;
	int ret = 0;

	for (size_t i = 0; i < list->nr && !ret; i++) {
		struct event *event = list->events[i];
		const struct record_evsel *re = find_opened(&recorder->set, event)
							?: find_opened(&recorder->tracking, event);
		const struct record_attached *attached = find_attached(recorder, event);

		if (!re && !attached)
			continue; /* twice the same persistent event */
		header->of[header->nr] = event;
		header->group_names[header->nr] = event->group_name;
		header->leaders[header->nr] = header->nr - (i - event->leader);
		ret = re ? add_opened(recorder, header, re)
			 : add_attached(recorder, header, attached, false);
	}
	for (size_t i = 0; i < recorder->nr_attached && !ret; i++) {
		if (!recorder->attached[i].sideband.nr)
			continue;
		header->leaders[header->nr] = header->nr;
		ret = add_attached(recorder, header, &recorder->attached[i], true);
	}
	return ret;
}

int record_header__init(struct record_header *header, struct recorder *recorder, struct err *err)
{
	size_t nr = recorder->list->nr + recorder->nr_attached;
	int ret = -ENOMEM;

	memset(header, 0, sizeof(*header));
	header->events = calloc(nr, sizeof(*header->events));
	header->of = calloc(nr, sizeof(*header->of));
	header->leaders = calloc(nr, sizeof(*header->leaders));
	header->group_names = calloc(nr, sizeof(*header->group_names));
	header->tracepoints = calloc(nr + 1, sizeof(*header->tracepoints));
	if (header->events && header->of && header->leaders && header->group_names &&
	    header->tracepoints)
		ret = fill(recorder, header);
	return ret ? err__set(err, ret, "listing the events: %s", strerror(-ret)) : 0;
}

void record_header__exit(struct record_header *header)
{
	for (size_t i = 0; i < header->nr; i++)
		data_event__exit(&header->events[i]);
	for (size_t i = 0; i < header->nr_tracepoints; i++)
		free(header->tracepoints[i]);
	free(header->events);
	free(header->of);
	free(header->leaders);
	free(header->group_names);
	free(header->tracepoints);
}

int record_header__open(struct recorder *recorder, struct err *err)
{
	struct data_writer_info info = { .argv = recorder->opts->argv,
					 .clockid = recorder->clockid };
	struct record_header header;
	int ret = record_header__init(&header, recorder, err);

	if (!ret) {
		info.events = header.events;
		info.nr_events = header.nr;
		info.leaders = header.leaders;
		info.group_names = header.group_names;
		info.has_tracepoints = header.nr_tracepoints > 0;
		info.tracepoints = (const char *const *)header.tracepoints;
		ret = record_output__open(&recorder->output, recorder->opts->output, &info, err);
	}
	record_header__exit(&header);
	return ret;
}
