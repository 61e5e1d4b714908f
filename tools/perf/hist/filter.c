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
	if (sample->time_ns != SAMPLE_NO_TIME && !time_spans__has(&filter->spans, sample->time_ns))
		return true;
	return filter->cpus && (sample->cpu >= filter->nr_cpus || !filter->cpus[sample->cpu]);
}

static u8 hidden_task(const struct hist_filter *filter, const struct hist_sample *sample)
{
	const struct perf_sample *s = sample->record->sample;
	const struct data_info *info = sample->info;
	u8 hidden = 0;

	if (filter->comms && !listed(filter->comms, sample->thread->comm))
		hidden |= HIST_HIDDEN_COMM;
	if ((filter->pids && !is_number_listed(filter->pids, s->pid)) ||
	    (filter->tids && !is_number_listed(filter->tids, s->tid)))
		hidden |= HIST_HIDDEN_PID;
	if (filter->socket && (!info || s->cpu >= info->nr_sockets ||
			       info->sockets[s->cpu] + 1 != (u32)filter->socket))
		hidden |= HIST_HIDDEN_SOCKET;
	return hidden;
}

static u8 hidden_place(const struct hist_filter *filter, const struct place *place)
{
	const char *name = place->symbol ? place->symbol->name : NULL;
	u8 hidden = 0;

	if (filter->dsos && !listed(filter->dsos, hist_dso__name(place->dso, false)) &&
	    !listed(filter->dsos, hist_dso__name(place->dso, true)))
		hidden |= HIST_HIDDEN_DSO;
	if ((filter->symbols && !(name && listed(filter->symbols, name))) ||
	    (filter->symbol_part && !(name && strstr(name, filter->symbol_part))))
		hidden |= HIST_HIDDEN_SYM;
	return hidden;
}

u8 hist_filter__hidden(const struct hist_filter *filter, const struct hist_sample *sample)
{
	u8 hidden = hidden_task(filter, sample);

	if (sample->place)
		hidden |= hidden_place(filter, sample->place);
	if (filter->with_parent && !sample->parent)
		hidden |= HIST_HIDDEN_PARENT;
	return hidden;
}

u8 hist_filter__decided_by(enum hist_field_id field)
{
	switch (field) {
	case HIST_COMM:
		return HIST_HIDDEN_COMM;
	case HIST_PID:
		return HIST_HIDDEN_PID;
	case HIST_DSO:
		return HIST_HIDDEN_DSO;
	case HIST_SYM:
		return HIST_HIDDEN_SYM;
	case HIST_PARENT:
		return HIST_HIDDEN_PARENT;
	default:
		return 0;
	}
}

bool hist_filter__needs_place(const struct hist_filter *filter)
{
	return filter->dsos || filter->symbols || filter->symbol_part || filter->with_symbol;
}
