// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sample -> the lines of `perf script`: a table of fields, each with the function that prints
 * it. The text is the one that tools built on `perf script` parse: widths and blanks count.
 */
#include "ui/sample-line.h"

#include <errno.h>
#include <string.h>

#include "buf.h"
#include "session/callchain.h"
#include "session/trace.h"
#include "symbol/machine.h"

/* What is being printed, at hand for every field. */
struct line {
	const struct sample_view *view;
	struct buf *out;
	const struct session_record *record;
	const struct perf_sample *sample;
	const struct perf_event_attr *attr;
	struct thread *thread;
	u32 fields;
};

static bool has_callchain(const struct line *l)
{
	return l->attr->sample_type & PERF_SAMPLE_CALLCHAIN && l->fields & FIELD_IP &&
	       !l->view->no_callchain;
}

static void print_comm(const struct line *l)
{
	const char *comm = l->thread ? l->thread->comm : ":-1";

	buf__printf(l->out, has_callchain(l) ? "%s " : "%16s ", comm);
}

static void print_pid(const struct line *l)
{
	if (l->fields & FIELD_TID)
		buf__printf(l->out, "%5d/%-5d ", (s32)l->sample->pid, (s32)l->sample->tid);
	else
		buf__printf(l->out, "%5d ", (s32)l->sample->pid);
}

static void print_tid(const struct line *l)
{
	if (!(l->fields & FIELD_PID))
		buf__printf(l->out, "%5d ", (s32)l->sample->tid);
}

static void print_cpu(const struct line *l)
{
	buf__printf(l->out, "[%03d] ", (s32)l->sample->cpu);
}

static void print_time(const struct line *l)
{
	u64 s = l->sample->time_ns / 1000000000, ns = l->sample->time_ns % 1000000000;

	if (l->view->nanoseconds)
		buf__printf(l->out, "%5llu.%09llu: ", s, ns);
	else
		buf__printf(l->out, "%5llu.%06llu: ", s, ns / 1000);
}

static void print_period(const struct line *l)
{
	buf__printf(l->out, "%10llu ", l->sample->period);
}

static void print_event(const struct line *l)
{
	buf__printf(l->out, "%*s: ", l->view->name_width, l->view->names[l->record->event->index]);
}

static void print_trace(const struct line *l)
{
	int ret = -ENOENT;

	if (l->view->trace)
		ret = trace__print(l->view->trace, l->out, l->sample->raw, l->sample->raw_size,
				   l->sample->cpu == SAMPLE_NO_CPU ? 0 : l->sample->cpu);
	if (ret == -EINVAL)
		buf__puts(l->out, "[raw data too short for its fields]");
}

/* " symbol+0x1 (dso)", as far as asked for. */
static void print_symbol(const struct line *l, const struct location *location)
{
	if (l->fields & FIELD_SYM) {
		buf__printf(l->out, " %s", location->symbol ? location->symbol->name : "[unknown]");
		if (location->symbol && l->fields & FIELD_SYMOFF)
			buf__printf(l->out, "+0x%llx", location->offset);
	}
	if (l->fields & FIELD_DSO)
		buf__printf(l->out, " (%s)", location->dso ? location->dso->name : "[unknown]");
}

static u8 cpumode(const struct line *l)
{
	return l->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

/* The address of a page fault is one of the program's; others may be anything. */
static bool addr_is_virtual(const struct perf_event_attr *attr)
{
	return attr->type == PERF_TYPE_SOFTWARE && (attr->config == PERF_COUNT_SW_PAGE_FAULTS ||
						    attr->config == PERF_COUNT_SW_PAGE_FAULTS_MIN ||
						    attr->config == PERF_COUNT_SW_PAGE_FAULTS_MAJ);
}

static void print_addr(const struct line *l)
{
	struct location location;

	buf__printf(l->out, "%16llx", l->sample->addr);
	if (!addr_is_virtual(l->attr))
		return;
	machine__resolve(l->view->machine, l->thread, cpumode(l), l->sample->addr, &location);
	if (!location.dso)
		machine__resolve(l->view->machine, l->thread, PERF_RECORD_MISC_USER,
				 l->sample->addr, &location);
	print_symbol(l, &location);
}

static void print_data_src(const struct line *l)
{
	buf__printf(l->out, "%16llx", l->sample->data_src);
}

static void print_weight(const struct line *l)
{
	buf__printf(l->out, "%16llu", l->sample->weight);
}

/* One entry of a call chain. In a file, what is shown is the place in it. */
static void print_frame(const struct line *l, const struct location *location)
{
	const struct dso *dso = location->dso;
	u64 shown = location->ip;

	if (location->map && !location->map->identity && dso && dso->kind != DSO_KERNEL &&
	    dso->kind != DSO_MODULE)
		shown = location->ip - location->map->start + location->map->pgoff;
	buf__printf(l->out, "\t%16llx", shown);
	print_symbol(l, location);
	buf__puts(l->out, "\n");
}

static void print_callchain(const struct line *l)
{
	struct callchain_walk walk = callchain_walk__begin(&l->sample->callchain);
	u64 ip;

	buf__puts(l->out, "\n");
	while (callchain_walk__next(&walk, &ip)) {
		struct location location;

		machine__resolve(l->view->machine, l->thread, walk.cpumode, ip, &location);
		print_frame(l, &location);
	}
}

static void print_ip(const struct line *l)
{
	struct location location;

	if (has_callchain(l))
		return print_callchain(l);
	machine__resolve(l->view->machine, l->thread, cpumode(l), l->sample->ip, &location);
	buf__printf(l->out, " %16llx", l->sample->ip);
	print_symbol(l, &location);
}

static void print_phys_addr(const struct line *l)
{
	buf__printf(l->out, "%16llx", l->sample->phys_addr);
}

static void print_data_page_size(const struct line *l)
{
	buf__printf(l->out, " %llu", l->sample->data_page_size);
}

static void print_code_page_size(const struct line *l)
{
	buf__printf(l->out, " %llu", l->sample->code_page_size);
}

/* @needs: bits of sample_type without which samples can not fill it in. */
static const struct {
	const char *name;
	u32 field;
	u64 needs;
	void (*print)(const struct line *l); /* NULL: goes with another */
} fields[] = {
	{ "comm", FIELD_COMM, PERF_SAMPLE_TID, print_comm },
	{ "pid", FIELD_PID, PERF_SAMPLE_TID, print_pid },
	{ "tid", FIELD_TID, PERF_SAMPLE_TID, print_tid },
	{ "cpu", FIELD_CPU, PERF_SAMPLE_CPU, print_cpu },
	{ "time", FIELD_TIME, PERF_SAMPLE_TIME, print_time },
	{ "period", FIELD_PERIOD, 0, print_period },
	{ "event", FIELD_EVENT, 0, print_event },
	{ "trace", FIELD_TRACE, PERF_SAMPLE_RAW, print_trace },
	{ "addr", FIELD_ADDR, PERF_SAMPLE_ADDR, print_addr },
	{ "data_src", FIELD_DATA_SRC, PERF_SAMPLE_DATA_SRC, print_data_src },
	{ "weight", FIELD_WEIGHT, PERF_SAMPLE_WEIGHT_TYPE, print_weight },
	{ "ip", FIELD_IP, PERF_SAMPLE_IP, print_ip },
	{ "sym", FIELD_SYM, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "symoff", FIELD_SYMOFF, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "dso", FIELD_DSO, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "phys_addr", FIELD_PHYS_ADDR, PERF_SAMPLE_PHYS_ADDR, print_phys_addr },
	{ "data_page_size", FIELD_DATA_PAGE_SIZE, PERF_SAMPLE_DATA_PAGE_SIZE,
	  print_data_page_size },
	{ "code_page_size", FIELD_CODE_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE,
	  print_code_page_size },
};

u32 sample_field__find(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (strlen(fields[i].name) == len && !memcmp(fields[i].name, name, len))
			return fields[i].field;
	return 0;
}

const char *sample_field__name(u32 field)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].field == field)
			return fields[i].name;
	return NULL;
}

bool sample_field__has(u32 field, const struct perf_event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (fields[i].field == field)
			return !fields[i].needs || attr->sample_type & fields[i].needs;
	return false;
}

int sample_view__print(const struct sample_view *view, struct buf *out,
		       const struct session_record *record)
{
	struct line line = {
		.view = view,
		.out = out,
		.record = record,
		.sample = record->sample,
		.attr = data_event__attr(record->event->event),
		.fields = view->fields[record->event->index],
	};

	line.thread = machine__thread(view->machine, record->sample->pid, record->sample->tid);
	if (!line.thread)
		return -ENOMEM;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (line.fields & fields[i].field && fields[i].print)
			fields[i].print(&line);
	return buf__puts(out, "\n");
}
