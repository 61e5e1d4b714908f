// SPDX-License-Identifier: GPL-2.0-only
/* Options that choose samples -> is this one shown? What costs least is asked first. */
#include "ui/sample-filter.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "session/record.h"
#include "session/session.h"
#include "symbol/machine.h"

static bool is_listed(const char *list, const char *name)
{
	size_t name_len = strlen(name);

	while (*list) {
		size_t len = strcspn(list, ",");

		if (len == name_len && !memcmp(list, name, len))
			return true;
		list += len + !!list[len];
	}
	return false;
}

static bool is_number_listed(const char *list, s32 number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", number);
	return is_listed(list, text);
}

static bool has_cpu(const struct sample_filter *filter, u32 cpu)
{
	for (int i = 0; i < filter->nr_cpus; i++)
		if ((u32)filter->cpus[i] == cpu)
			return true;
	return !filter->cpus;
}

/* A file is known by its path, and by the last part of it. */
static bool is_dso_listed(const char *list, const char *name)
{
	const char *slash = strrchr(name, '/');

	return is_listed(list, name) || (slash && is_listed(list, slash + 1));
}

static bool is_elsewhere(const struct sample_filter *filter, struct machine *machine,
			 struct thread *thread, const struct session_record *record)
{
	struct location location;

	machine__resolve(machine, thread, record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
			 record->sample->ip, &location);
	if (filter->dsos && !(location.dso && is_dso_listed(filter->dsos, location.dso->name)))
		return true;
	return filter->symbols &&
	       !(location.symbol && is_listed(filter->symbols, location.symbol->name));
}

bool sample_filter__shows(const struct sample_filter *filter, struct machine *machine,
			  const struct session_record *record)
{
	const struct perf_sample *sample = record->sample;
	struct thread *thread;

	if (record__is_guest(record->header))
		return false;
	if (sample->time_ns != SAMPLE_NO_TIME && !time_spans__has(&filter->spans, sample->time_ns))
		return false;
	if (filter->cpus && !has_cpu(filter, sample->cpu))
		return false;
	if (filter->pids && !is_number_listed(filter->pids, sample->pid))
		return false;
	if (filter->tids && !is_number_listed(filter->tids, sample->tid))
		return false;
	if (!filter->comms && !filter->dsos && !filter->symbols)
		return true;
	thread = machine__thread(machine, sample->pid, sample->tid);
	if (!thread || (filter->comms && !is_listed(filter->comms, thread->comm)))
		return false;
	return !(filter->dsos || filter->symbols) || !is_elsewhere(filter, machine, thread, record);
}
