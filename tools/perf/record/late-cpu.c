// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: a CPU that came online after the start. The events that are open get the same attrs on that
 * CPU, in sets and rings of their own, which the loop reads with the others.
 */
#include "late-cpu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/open.h>

#include "header.h"
#include "options.h"
#include "recorder.h"
#include "rings.h"
#include "util/event.h"

static void late_cpu__delete(struct late_cpu *late)
{
	record_set__exit(&late->set);
	record_set__exit(&late->tracking);
	free(late);
}

void late_cpu__delete_all(struct late_cpu *late)
{
	while (late) {
		struct late_cpu *next = late->next;

		late_cpu__delete(late);
		late = next;
	}
}

/* Where in @to the leader of that one of @from stands; its own place, where it leads itself. */
static size_t find_leader(const struct record_set *to, const struct record_set *from, size_t i)
{
	const struct perf_evsel *leader = perf_evsel__leader(from->evsels[i].evsel);

	for (size_t n = 0; n < from->nr; n++)
		for (size_t k = 0; k < to->nr && from->evsels[n].evsel == leader; k++)
			if (to->evsels[k].event == from->evsels[n].event)
				return k;
	return to->nr;
}

/* The attr is the one that the kernel took. PMUs that count for a whole package choose their CPUs. */
static int copy_set(struct record_set *to, const struct record_set *from)
{
	for (size_t i = 0; i < from->nr; i++) {
		const struct record_evsel *re = &from->evsels[i];
		int ret;

		if (re->event->cpus)
			continue;
		ret = record_set__add(to, re->event, find_leader(to, from, i));
		if (ret)
			return ret;
		*perf_evsel__attr(to->evsels[to->nr - 1].evsel) = *perf_evsel__attr(re->evsel);
		to->evsels[to->nr - 1].filter = re->filter;
	}
	return 0;
}

/* Opens, maps, watches and starts. */
static int start_set(struct recorder *recorder, struct record_header *header,
		     struct record_set *set, int cpu, struct err *err)
{
	pid_t every = -1;
	const struct record_target target = {
		.cpus = &cpu, .nr_cpus = 1, .tids = &every, .nr_tids = 1, .takes_cpus = true
	};
	size_t nr_watched = 0;
	int ret;

	if (!set->nr)
		return 0;
	ret = record_set__open(set, &target, recorder->opts, recorder->notes, err);
	if (!ret)
		ret = record_set__map(set, recorder->opts, recorder->notes, err);
	if (ret)
		return ret;
	ret = record_rings__watch(set, recorder->epoll_fd, &nr_watched);
	if (!ret)
		ret = record_header__add_set(header, recorder, set);
	if (ret)
		return err__set(err, ret, "CPU %d: %s", cpu, strerror(-ret));
	perf_evlist__enable(set->evlist);
	return 0;
}

static void forget(struct recorder *recorder, int cpu)
{
	struct late_cpu **at = &recorder->late;

	while (*at && (*at)->cpu != cpu)
		at = &(*at)->next;
	if (*at) {
		struct late_cpu *old = *at;

		*at = old->next;
		late_cpu__delete(old);
	}
}

int late_cpu__add(struct recorder *recorder, struct record_header *header, int cpu, struct err *err)
{
	struct late_cpu *late = calloc(1, sizeof(*late));
	int ret = late ? 0 : -ENOMEM;

	forget(recorder, cpu);
	if (!ret)
		ret = record_set__init(&late->set);
	if (!ret)
		ret = record_set__init(&late->tracking);
	if (!ret)
		ret = copy_set(&late->tracking, &recorder->tracking);
	/* Events of tasks are the tasks', wherever these run. */
	if (!ret && !recorder->target.tasks)
		ret = copy_set(&late->set, &recorder->set);
	if (ret)
		err__set(err, ret, "out of memory");
	/* Names first. */
	if (!ret)
		ret = start_set(recorder, header, &late->tracking, cpu, err);
	if (!ret)
		ret = start_set(recorder, header, &late->set, cpu, err);
	if (ret) {
		if (late)
			late_cpu__delete(late);
		return ret;
	}
	late->cpu = cpu;
	late->next = recorder->late;
	recorder->late = late;
	return 0;
}
