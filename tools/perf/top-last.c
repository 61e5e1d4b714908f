// SPDX-License-Identifier: GPL-2.0-only
/* perf top: the newest sample -> a line that says what it was. */
#include "top-last.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "hist/collect.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "ui/tui/live.h"

#define TELL_NS 100000000ULL

void top_last__init(struct top_last *last, s64 clock_offset_ns)
{
	*last = (struct top_last){ .clock_offset_ns = clock_offset_ns };
}

void top_last__exit(struct top_last *last)
{
	buf__exit(&last->raw);
	buf__exit(&last->text);
}

void top_last__take(struct top_last *last, const struct session_record *record)
{
	const struct perf_sample *sample = record->sample;

	last->fresh = true;
	last->event = record->event->index;
	last->time_ns = sample->time_ns;
	last->ip = sample->ip;
	last->pid = sample->pid;
	last->tid = sample->tid;
	last->cpu = sample->cpu;
	last->misc = record->header->misc;
	buf__reset(&last->raw);
	last->has_raw = sample->raw && !buf__append(&last->raw, sample->raw, sample->raw_size);
}

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static void put_place(struct top_last *last, struct machine *machine, struct thread *thread)
{
	struct location location;

	machine__resolve(machine, thread, last->misc & PERF_RECORD_MISC_CPUMODE_MASK, last->ip,
			 &location);
	if (location.symbol)
		buf__printf(&last->text, "%s+%#llx", location.symbol->name, location.offset);
	else
		buf__printf(&last->text, "%#llx", last->ip);
}

/* "comm-tid [cpu] what" */
static void put_words(struct top_last *last, const struct collect *collect, struct machine *machine)
{
	struct thread *thread = machine__thread(machine, last->pid, last->tid);
	struct trace *trace = collect__trace(collect);

	buf__reset(&last->text);
	if (thread)
		buf__printf(&last->text, "%s-%d ", thread->comm, last->tid);
	if (last->cpu != SAMPLE_NO_CPU)
		buf__printf(&last->text, "[%03u] ", last->cpu);
	if (!last->has_raw || !trace ||
	    trace__print(trace, &last->text, last->raw.data, last->raw.len,
			 last->cpu == SAMPLE_NO_CPU ? 0 : last->cpu))
		put_place(last, machine, thread);
}

bool top_last__word(struct top_last *last, const struct collect *collect, struct machine *machine)
{
	u64 now = now_ns();

	if (!last->fresh || now - last->told_ns < TELL_NS)
		return false;
	last->fresh = false;
	last->told_ns = now;
	put_words(last, collect, machine);
	return !buf__error(&last->text);
}

void top_last__tell(const struct top_last *last, const struct collect *collect,
		    struct live_status *status)
{
	snprintf(status->last, sizeof(status->last), "%s", last->text.data);
	snprintf(status->last_event, sizeof(status->last_event), "%s",
		 collect__event_name(collect, last->event));
	status->last_ns = last->time_ns == SAMPLE_NO_TIME ? last->told_ns
							  : last->time_ns - last->clock_offset_ns;
}
