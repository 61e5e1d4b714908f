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
#include "ui/branch-insns.h"
#include "ui/cgroup-names.h"
#include "ui/line-columns.h"
#include "ui/put.h"
#include "ui/sample-frames.h"
#include "ui/sample-insn.h"
#include "ui/sample-values.h"

static void print_event(const struct sample_line *l)
{
	const char *name = l->view->names[l->record->event->index];
	size_t len = strlen(name), width = l->view->name_width;
	char *to = put__reserve(l->out, (len > width ? len : width) + 2);

	if (!to)
		return;
	to = digits__right(to, name, len, width);
	*to++ = ':';
	*to++ = ' ';
	l->out->len = to - l->out->data;
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
 * @needs: bits of sample_type of which samples must have one to fill it in. Where neither writes
 * nor prints, the field goes with another, or only traces that were decoded have it. What is written
 * is short (ui/line-columns.h).
 */
struct field {
	const char *name;
	u64 needs;
	char *(*write)(const struct sample_line *l, char *to);
	void (*print)(const struct sample_line *l);
};

/* By the number of the field's bit. */
static const struct field fields[] = {
	{ "machine_pid", 0, NULL, NULL },
	{ "vcpu", 0, NULL, NULL },
	{ "comm", PERF_SAMPLE_TID, line_column__comm, NULL },
	{ "pid", PERF_SAMPLE_TID, line_column__pid, NULL },
	{ "tid", PERF_SAMPLE_TID, line_column__tid, NULL },
	{ "cpu", PERF_SAMPLE_CPU, line_column__cpu, NULL },
	{ "misc", 0, line_column__misc, NULL },
	{ "tod", PERF_SAMPLE_TIME, line_column__tod, NULL },
	{ "time", PERF_SAMPLE_TIME, line_column__time, NULL },
	{ "period", 0, line_column__period, NULL },
	{ "event", 0, NULL, print_event },
	{ "flags", 0, line_column__flags, NULL },
	{ "trace", PERF_SAMPLE_RAW, NULL, print_trace },
	{ "addr", PERF_SAMPLE_ADDR, NULL, sample_line__print_addr },
	{ "data_src", PERF_SAMPLE_DATA_SRC, NULL, sample_line__print_data_src },
	{ "weight", PERF_SAMPLE_WEIGHT_TYPE, NULL, sample_line__print_weight },
	{ "ins_lat", PERF_SAMPLE_WEIGHT_STRUCT, NULL, sample_line__print_ins_lat },
	{ "retire_lat", PERF_SAMPLE_WEIGHT_STRUCT, NULL, sample_line__print_retire_lat },
	{ "ip", PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN, NULL, sample_line__print_ip },
	{ "sym", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL, NULL },
	{ "symoff", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL, NULL },
	{ "dso", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL, NULL },
	{ "dsoff", PERF_SAMPLE_IP | PERF_SAMPLE_ADDR, NULL, NULL },
	{ "srcline", PERF_SAMPLE_IP, NULL, NULL },
	{ "iregs", PERF_SAMPLE_REGS_INTR, NULL, sample_line__print_iregs },
	{ "uregs", PERF_SAMPLE_REGS_USER, NULL, sample_line__print_uregs },
	{ "brstack", 0, NULL, sample_line__print_brstack },
	{ "brstacksym", 0, NULL, sample_line__print_brstacksym },
	{ "brstackoff", 0, NULL, sample_line__print_brstackoff },
	{ "bpf-output", 0, NULL, sample_line__print_bpf_output },
	{ "insnlen", 0, NULL, sample_line__print_insnlen },
	{ "insn", 0, NULL, sample_line__print_insn },
	{ "brstackinsn", PERF_SAMPLE_BRANCH_STACK, NULL, sample_line__print_branch_insns },
	{ "brstackinsnlen", PERF_SAMPLE_BRANCH_STACK, NULL, sample_line__print_branch_insnlens },
	{ "synth", 0, NULL, NULL },
	{ "callindent", 0, NULL, NULL },
	{ "phys_addr", PERF_SAMPLE_PHYS_ADDR, NULL, sample_line__print_phys_addr },
	{ "data_page_size", PERF_SAMPLE_DATA_PAGE_SIZE, NULL, sample_line__print_data_page_size },
	{ "code_page_size", PERF_SAMPLE_CODE_PAGE_SIZE, NULL, sample_line__print_code_page_size },
	{ "cgroup", PERF_SAMPLE_CGROUP, NULL, sample_line__print_cgroup },
	{ "ipc", 0, NULL, NULL },
};

u64 sample_field__find(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (strlen(fields[i].name) == len && !memcmp(fields[i].name, name, len))
			return 1ULL << i;
	return 0;
}

const char *sample_field__name(u64 field)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (1ULL << i == field)
			return fields[i].name;
	return NULL;
}

bool sample_field__has(u64 field, const struct perf_event_attr *attr)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (1ULL << i == field)
			return !fields[i].needs || attr->sample_type & fields[i].needs;
	return false;
}

static char *reserve(const struct sample_line *line)
{
	return put__reserve(line->out, LINE_COLUMN_BYTES);
}

/* NULL: out of memory, which the buffer remembers. */
static char *write_field(const struct sample_line *line, const struct field *field, char *to)
{
	if (field->write) {
		to = field->write(line, to);
		line->out->len = to - line->out->data;
	} else if (field->print) {
		field->print(line);
	}
	return reserve(line);
}

static void print_fields(const struct sample_line *line, u64 which)
{
	char *to = reserve(line);

	for (u64 left = line->fields & which; left && to; left &= left - 1)
		to = write_field(line, &fields[__builtin_ctzll(left)], to);
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
	if (!line.thread)
		return -ENOMEM;
	print_fields(&line, ~0ULL);
	put__char(out, '\n');
	return buf__error(out);
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
	print_fields(&line, FIELD_COMM | FIELD_PID | FIELD_TID | FIELD_CPU | FIELD_MISC |
				    FIELD_TOD | FIELD_TIME);
}
