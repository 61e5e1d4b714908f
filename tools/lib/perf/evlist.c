// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Events that belong together: the list owns them, gives them its maps and opens, closes
 * and switches them all. Its rings are evlist-mmap.c's.
 */
#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "evlist-internal.h"
#include "evsel-internal.h"

struct perf_evlist *perf_evlist__new(void)
{
	return calloc(1, sizeof(struct perf_evlist));
}

void perf_evlist__delete(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel, *next;

	if (!evlist)
		return;
	perf_evlist__munmap(evlist);
	for (evsel = evlist->first; evsel; evsel = next) {
		next = evsel->next;
		perf_evsel__delete(evsel);
	}
	perf_cpu_map__put(evlist->cpus);
	perf_thread_map__put(evlist->threads);
	free(evlist);
}

/* Where the event and the list both can be; NULL is any CPU. */
static struct perf_cpu_map *cpus_for(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	if (!evsel->own_cpus)
		return perf_cpu_map__get(evlist->cpus);
	if (perf_cpu_map__has_any_cpu_or_is_empty(evlist->cpus))
		return perf_cpu_map__get(evsel->own_cpus);
	if (perf_cpu_map__has_any_cpu(evsel->own_cpus))
		return perf_cpu_map__get(evlist->cpus);
	return perf_cpu_map__intersect(evsel->own_cpus, evlist->cpus);
}

/* An event that is open keeps the maps its fds were made for. */
static void propagate_maps(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	if (evsel->fds)
		return;
	perf_cpu_map__put(evsel->cpus);
	perf_thread_map__put(evsel->threads);
	evsel->cpus = cpus_for(evlist, evsel);
	evsel->nowhere = evsel->own_cpus && !evsel->cpus;
	evsel->threads = evsel->system_wide ? NULL : perf_thread_map__get(evlist->threads);
}

/* What is in no list has no neighbours, so only the middle of a list must be searched. */
static bool is_member(struct perf_evlist *evlist, const struct perf_evsel *evsel)
{
	struct perf_evsel *pos;

	if (evsel == evlist->last)
		return true;
	if (!evsel->next)
		return false;
	perf_evlist__for_each_evsel (evlist, pos)
		if (pos == evsel)
			return true;
	return false;
}

void perf_evlist__add(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	if (is_member(evlist, evsel))
		return;
	evsel->idx = evlist->nr++;
	evsel->next = NULL;
	evsel->prev = evlist->last;
	if (evlist->last)
		evlist->last->next = evsel;
	else
		evlist->first = evsel;
	evlist->last = evsel;
	propagate_maps(evlist, evsel);
}

void perf_evlist__remove(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	struct perf_evsel *pos;
	int idx = 0;

	if (!is_member(evlist, evsel))
		return;
	perf_evlist__forget_fds(evlist, evsel);
	*(evsel->prev ? &evsel->prev->next : &evlist->first) = evsel->next;
	*(evsel->next ? &evsel->next->prev : &evlist->last) = evsel->prev;
	evsel->next = evsel->prev = NULL;
	evsel->leader = evsel;
	evsel->idx = 0;
	evlist->nr--;
	perf_evlist__for_each_evsel (evlist, pos) {
		pos->idx = idx++;
		if (pos->leader == evsel)
			pos->leader = pos;
	}
}

struct perf_evsel *perf_evlist__next(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	return evsel ? evsel->next : evlist->first;
}

void perf_evlist__set_maps(struct perf_evlist *evlist, struct perf_cpu_map *cpus,
			   struct perf_thread_map *threads)
{
	struct perf_evsel *evsel;

	perf_cpu_map__get(cpus);
	perf_thread_map__get(threads);
	perf_cpu_map__put(evlist->cpus);
	perf_thread_map__put(evlist->threads);
	evlist->cpus = cpus;
	evlist->threads = threads;
	perf_evlist__for_each_evsel (evlist, evsel)
		propagate_maps(evlist, evsel);
}

void perf_evsel__set_cpus(struct perf_evsel *evsel, struct perf_cpu_map *cpus)
{
	perf_cpu_map__get(cpus);
	perf_cpu_map__put(evsel->own_cpus);
	evsel->own_cpus = cpus;
}

void perf_evsel__set_system_wide(struct perf_evsel *evsel)
{
	evsel->system_wide = true;
}

void perf_evlist__set_leader(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;

	perf_evlist__for_each_evsel (evlist, evsel)
		evsel->leader = evlist->first;
}

/* A group is counted at its second member: the first one that follows its leader. */
static bool is_second(const struct perf_evsel *evsel)
{
	const struct perf_evsel *before;

	if (evsel->leader == evsel)
		return false;
	for (before = evsel->prev; before; before = before->prev)
		if (before != evsel->leader && before->leader == evsel->leader)
			return false;
	return true;
}

int perf_evlist__nr_groups(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;
	int nr = 0;

	perf_evlist__for_each_evsel (evlist, evsel)
		nr += is_second(evsel);
	return nr;
}

int perf_evlist__open_evsel(struct perf_evlist *evlist, struct perf_evsel *evsel)
{
	propagate_maps(evlist, evsel);
	if (evsel->nowhere)
		return -ENODEV;
	return perf_evsel__open(evsel, evsel->cpus, evsel->threads);
}

/*
 * Linux 6.18 does not schedule a member that joins a running group until the group is scheduled
 * again, on a CPU never: so a leader that runs from its open on begins once more with all.
 */
static int restart_group(struct perf_evsel *leader)
{
	int ret;

	if (leader->attr->disabled || leader->group_len < 2)
		return 0;
	ret = perf_evsel__disable(leader);
	return ret ? ret : perf_evsel__enable(leader);
}

int perf_evlist__open(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;
	int ret = 0;

	perf_evlist__for_each_evsel (evlist, evsel) {
		ret = perf_evlist__open_evsel(evlist, evsel);
		if (ret)
			goto err;
	}
	perf_evlist__for_each_evsel (evlist, evsel) {
		ret = evsel->leader == evsel ? restart_group(evsel) : 0;
		if (ret)
			goto err;
	}
	return 0;
err:
	perf_evlist__close(evlist);
	return ret;
}

/*
 * Members before their leader, as a leader that goes leaves its members to themselves. The fds'
 * numbers may soon be those of other files, so nothing is left to poll.
 */
void perf_evlist__close(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;

	evlist->nr_pollfds = 0;
	for (evsel = evlist->last; evsel; evsel = evsel->prev)
		perf_evsel__close(evsel);
}

/* Members first, so that their leader starts the whole group at once. */
void perf_evlist__enable(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;

	perf_evlist__for_each_evsel (evlist, evsel)
		if (evsel->leader != evsel)
			perf_evsel__enable(evsel);
	perf_evlist__for_each_evsel (evlist, evsel)
		if (evsel->leader == evsel)
			perf_evsel__enable(evsel);
}

/* The leader first: it stops the whole group at once. */
void perf_evlist__disable(struct perf_evlist *evlist)
{
	struct perf_evsel *evsel;

	perf_evlist__for_each_evsel (evlist, evsel)
		if (evsel->leader == evsel)
			perf_evsel__disable(evsel);
	perf_evlist__for_each_evsel (evlist, evsel)
		if (evsel->leader != evsel)
			perf_evsel__disable(evsel);
}
