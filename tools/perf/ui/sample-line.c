// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sample -> the lines of `perf script`: a table of fields, each with the function that prints
 * it. The text is the one that tools built on `perf script` parse: widths and blanks count.
 */
#include "ui/sample-line.h"

#include <errno.h>
#include <string.h>

#include "session/trace.h"
#include "symbol/machine.h"
#include "ui/put.h"
#include "ui/sample-frames.h"
#include "ui/sample-values.h"

/* Texts of fields in a line of samples are short; what may be long asks for its own room. */
#define LINE_BYTES 1024

static void print_comm(const struct sample_line *l)
{
	const char *comm = l->thread ? l->thread->comm : ":-1";

	put__text(l->out, comm, sample_line__has_chain(l) ? 0 : 16);
	put__char(l->out, ' ');
}

static void print_pid(const struct sample_line *l)
{
	put__signed(l->out, (s32)l->sample->pid, 5);
	if (l->fields & FIELD_TID) {
		put__char(l->out, '/');
		put__signed_left(l->out, (s32)l->sample->tid, 5);
	}
	put__char(l->out, ' ');
}

static void print_tid(const struct sample_line *l)
{
	if (l->fields & FIELD_PID)
		return;
	put__signed(l->out, (s32)l->sample->tid, 5);
	put__char(l->out, ' ');
}

static void print_cpu(const struct sample_line *l)
{
	s32 cpu = l->sample->cpu;

	if (cpu < 0 || cpu > 999) {
		buf__printf(l->out, "[%03d] ", cpu);
		return;
	}
	put__char(l->out, '[');
	put__zeros(l->out, cpu, 3);
	put__bytes(l->out, "] ", 2);
}

/* Bits of misc that linux/perf_event.h names for each type apart. */
#define MISC_SWITCH_PREEMPT (1 << 14)

/* Where the sample hit, or what else is told of a record. */
static void print_misc(const struct sample_line *l)
{
	static const char modes[8] = { [PERF_RECORD_MISC_KERNEL] = 'K',
				       [PERF_RECORD_MISC_USER] = 'U',
				       [PERF_RECORD_MISC_HYPERVISOR] = 'H',
				       [PERF_RECORD_MISC_GUEST_KERNEL] = 'G',
				       [PERF_RECORD_MISC_GUEST_USER] = 'g' };
	char text[6] = "", *at = text;
	u16 misc = l->record->header->misc;

	if (modes[sample_line__cpumode(l)])
		*at++ = modes[sample_line__cpumode(l)];
	switch (l->record->header->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		if (misc & PERF_RECORD_MISC_MMAP_DATA)
			*at++ = 'M';
		break;
	case PERF_RECORD_COMM:
		if (misc & PERF_RECORD_MISC_COMM_EXEC)
			*at++ = 'E';
		break;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		if (!(misc & PERF_RECORD_MISC_SWITCH_OUT))
			break;
		*at++ = 'S';
		if (misc & MISC_SWITCH_PREEMPT)
			*at++ = 'p';
		break;
	}
	put__bytes(l->out, text, at - text);
	put__text(l->out, "", 6 - (at - text));
}

static u64 shown_time(struct sample_view *view, u64 time_ns)
{
	u64 shown = time_ns;

	if (view->clock == CLOCK_OF_RECORD)
		return time_ns;
	if (!view->first_ns)
		view->first_ns = view->last_ns = time_ns;
	shown -= view->clock == CLOCK_FROM_FIRST ? view->first_ns : view->last_ns;
	view->last_ns = time_ns;
	return shown;
}

static void print_time(const struct sample_line *l)
{
	u64 time_ns = shown_time(l->view, l->sample->time_ns);
	u64 s = time_ns / 1000000000, ns = time_ns % 1000000000;

	put__dec(l->out, s, 5);
	put__char(l->out, '.');
	if (l->view->nanoseconds)
		put__zeros(l->out, ns, 9);
	else
		put__zeros(l->out, ns / 1000, 6);
	put__bytes(l->out, ": ", 2);
}

static void print_period(const struct sample_line *l)
{
	put__dec(l->out, l->sample->period, 10);
	put__char(l->out, ' ');
}

static void print_event(const struct sample_line *l)
{
	put__text(l->out, l->view->names[l->record->event->index], l->view->name_width);
	put__bytes(l->out, ": ", 2);
}

/* Only branches that a decoder makes of traces have flags. */
static void print_flags(const struct sample_line *l)
{
	put__text(l->out, "", 24);
}

static void print_trace(const struct sample_line *l)
{
	int ret = -ENOENT;

	if (l->view->trace)
		ret = trace__print(l->view->trace, l->out, l->sample->raw, l->sample->raw_size,
				   l->sample->cpu == SAMPLE_NO_CPU ? 0 : l->sample->cpu);
	if (ret == -EINVAL)
		buf__puts(l->out, "[raw data too short for its fields]");
}

/*
 * @needs: bits of sample_type of which samples must have one to fill it in. Where print is NULL the
 * field goes with another, or only traces that were decoded have it.
 */
struct field {
	const char *name;
	u64 needs;
	void (*print)(const struct sample_line *l);
};

/* By the number of the field's bit. */
static const struct field fields[] = {
	{ "comm", PERF_SAMPLE_TID, print_comm },
	{ "pid", PERF_SAMPLE_TID, print_pid },
	{ "tid", PERF_SAMPLE_TID, print_tid },
	{ "cpu", PERF_SAMPLE_CPU, print_cpu },
	{ "misc", 0, print_misc },
	{ "time", PERF_SAMPLE_TIME, print_time },
	{ "period", 0, print_period },
	{ "event", 0, print_event },
	{ "flags", 0, print_flags },
	{ "trace", PERF_SAMPLE_RAW, print_trace },
	{ "addr", PERF_SAMPLE_ADDR, sample_line__print_addr },
	{ "data_src", PERF_SAMPLE_DATA_SRC, sample_line__print_data_src },
	{ "weight", PERF_SAMPLE_WEIGHT_TYPE, sample_line__print_weight },
	{ "ins_lat", PERF_SAMPLE_WEIGHT_STRUCT, sample_line__print_ins_lat },
	{ "retire_lat", PERF_SAMPLE_WEIGHT_STRUCT, sample_line__print_retire_lat },
	{ "ip", PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN, sample_line__print_ip },
	{ "sym", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "symoff", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "dso", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL },
	{ "srcline", PERF_SAMPLE_IP, NULL },
	{ "iregs", PERF_SAMPLE_REGS_INTR, sample_line__print_iregs },
	{ "uregs", PERF_SAMPLE_REGS_USER, sample_line__print_uregs },
	{ "brstack", PERF_SAMPLE_BRANCH_STACK, sample_line__print_brstack },
	{ "brstacksym", PERF_SAMPLE_BRANCH_STACK, sample_line__print_brstacksym },
	{ "bpf-output", PERF_SAMPLE_RAW, sample_line__print_bpf_output },
	{ "synth", 0, NULL },
	{ "callindent", 0, NULL },
	{ "phys_addr", PERF_SAMPLE_PHYS_ADDR, sample_line__print_phys_addr },
	{ "data_page_size", PERF_SAMPLE_DATA_PAGE_SIZE, sample_line__print_data_page_size },
	{ "code_page_size", PERF_SAMPLE_CODE_PAGE_SIZE, sample_line__print_code_page_size },
};

u32 sample_field__find(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (strlen(fields[i].name) == len && !memcmp(fields[i].name, name, len))
			return 1U << i;
	return 0;
}

const char *sample_field__name(u32 field)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (1U << i == field)
			return fields[i].name;
	return NULL;
}

bool sample_field__has(u32 field, const struct perf_event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (1U << i == field)
			return !fields[i].needs || attr->sample_type & fields[i].needs;
	return false;
}

static void print_fields(const struct sample_line *line, u32 which)
{
	for (u32 left = line->fields & which; left; left &= left - 1) {
		const struct field *field = &fields[__builtin_ctz(left)];

		if (field->print)
			field->print(line);
	}
}

int sample_view__print(struct sample_view *view, struct buf *out,
		       const struct session_record *record)
{
	struct sample_line line = {
		.view = view,
		.out = out,
		.record = record,
		.sample = record->sample,
		.attr = data_event__attr(record->event->event),
		.fields = view->fields[record->event->index],
	};

	line.thread = machine__thread(view->machine, record->sample->pid, record->sample->tid);
	if (!line.thread || !buf__reserve(out, LINE_BYTES))
		return -ENOMEM;
	print_fields(&line, ~0U);
	return buf__append(out, "\n", 1);
}

void sample_view__print_begin(struct sample_view *view, struct buf *out,
			      const struct session_record *record, struct thread *thread)
{
	struct perf_sample shown = *record->sample;
	struct sample_line line = {
		.view = view, .out = out, .record = record, .sample = &shown, .thread = thread
	};

	if (!record->event)
		return;
	line.attr = data_event__attr(record->event->event);
	line.fields = view->fields[record->event->index];
	/* What tells no time was made up when the recording began. */
	if (shown.time_ns == SAMPLE_NO_TIME)
		shown.time_ns = 0;
	if (shown.cpu == SAMPLE_NO_CPU)
		shown.cpu = 0;
	print_fields(&line,
		     FIELD_COMM | FIELD_PID | FIELD_TID | FIELD_CPU | FIELD_MISC | FIELD_TIME);
}
