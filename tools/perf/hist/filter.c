// SPDX-License-Identifier: GPL-2.0-only
/* Options that choose samples -> whether a sample is counted, and whether it is part of a row. */
#include "hist/filter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "cpulist.h"
#include "data/info.h"
#include "hist/field.h"
#include "hist/sample.h"
#include "session/session.h"
#include "symbol/machine.h"

int hist_filter__set_cpus(struct hist_filter *filter, const char *text)
{
	_cleanup_free_ int *list = NULL;
	int nr = cpulist__parse(text, &list, NULL);

	if (nr <= 0)
		return nr == -ENOMEM ? nr : -EINVAL;
	hist_filter__exit(filter);
	filter->cpus = calloc((size_t)list[nr - 1] + 1, sizeof(bool));
	if (!filter->cpus)
		return -ENOMEM;
	filter->nr_cpus = (size_t)list[nr - 1] + 1;
	for (int i = 0; i < nr; i++)
		filter->cpus[list[i]] = true;
	return 0;
}

void hist_filter__exit(struct hist_filter *filter)
{
	free(filter->cpus);
	filter->cpus = NULL;
}

/* Is @name in the comma list? */
static bool listed(const char *list, const char *name)
{
	size_t name_len = strlen(name);

	for (const char *at = list; *at;) {
		size_t len = strcspn(at, ",");

		if (len == name_len && !memcmp(at, name, len))
			return true;
		at += len + !!at[len];
	}
	return false;
}

static bool is_number_listed(const char *list, s32 number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", number);
	return listed(list, text);
}

bool hist_filter__leaves_out(const struct hist_filter *filter, const struct perf_sample *sample)
{
	if (sample->time_ns != SAMPLE_NO_TIME &&
	    (sample->time_ns < filter->span.begin_ns || sample->time_ns > filter->span.end_ns))
		return true;
	return filter->cpus && (sample->cpu >= filter->nr_cpus || !filter->cpus[sample->cpu]);
}

static bool is_of_other_task(const struct hist_filter *filter, const struct hist_sample *sample)
{
	const struct perf_sample *s = sample->record->sample;
	const struct data_info *info = sample->info;

	if (filter->comms && !listed(filter->comms, sample->thread->comm))
		return true;
	if (filter->pids && !is_number_listed(filter->pids, s->pid))
		return true;
	if (filter->tids && !is_number_listed(filter->tids, s->tid))
		return true;
	return filter->socket && (!info || s->cpu >= info->nr_sockets ||
				  info->sockets[s->cpu] + 1 != (u32)filter->socket);
}

static bool is_elsewhere(const struct hist_filter *filter, const struct place *place)
{
	const char *name = place->symbol ? place->symbol->name : NULL;

	if (filter->dsos && !listed(filter->dsos, hist_dso__name(place->dso, false)) &&
	    !listed(filter->dsos, hist_dso__name(place->dso, true)))
		return true;
	if (filter->symbols && !(name && listed(filter->symbols, name)))
		return true;
	return filter->symbol_part && !(name && strstr(name, filter->symbol_part));
}

bool hist_filter__hides(const struct hist_filter *filter, const struct hist_sample *sample)
{
	return is_of_other_task(filter, sample) ||
	       (sample->place && is_elsewhere(filter, sample->place)) ||
	       (filter->with_parent && !sample->parent);
}

bool hist_filter__needs_place(const struct hist_filter *filter)
{
	return filter->dsos || filter->symbols || filter->symbol_part || filter->with_symbol;
}
