// SPDX-License-Identifier: GPL-2.0-only
/*
 * Columns that nearly every line of perf script begins with: task, CPU, time, event. What lines have
 * in common is kept from one to the next: the text of a task, the second, the event's name.
 */
#include "ui/line-columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "digits.h"
#include "symbol/machine.h"

#define NR_TASKS    256 /* by the end of their number */

#define TASK_FIELDS (FIELD_COMM | FIELD_PID | FIELD_TID)

/* In .fields: a call chain follows, so that the comm is not brought to a width. */
#define BEFORE_CHAIN FIELD_IP

struct task_text {
	char comm[sizeof(((struct thread *)NULL)->comm)];
	s32 pid, tid;
	u64 fields;
	u32 len; /* 0: free */
	char text[80];
};

struct task_texts {
	struct task_text tasks[NR_TASKS];
};

struct task_texts *task_texts__new(void)
{
	return calloc(1, sizeof(struct task_texts));
}

void task_texts__delete(struct task_texts *texts)
{
	free(texts);
}

static char *write_text(char *to, const char *text, size_t width)
{
	return digits__right(to, text, strlen(text), width);
}

/* In a column of @width, which is larger than 0. */
static char *write_signed(char *to, s32 value, size_t width)
{
	char digits[DIGITS_MAX];

	return digits__right(to, digits, digits__signed(digits, value) - digits, width);
}

static char *write_pid(char *to, const struct sample_line *l)
{
	char *end;

	to = write_signed(to, l->sample->pid, 5);
	if (l->fields & FIELD_TID) {
		*to++ = '/';
		end = digits__signed(to, (s32)l->sample->tid);
		while (end < to + 5)
			*end++ = ' ';
		to = end;
	}
	*to++ = ' ';
	return to;
}

static void make_task_text(struct task_text *task, const struct sample_line *l)
{
	char *to = task->text;

	if (task->fields & FIELD_COMM) {
		to = write_text(to, task->comm, task->fields & BEFORE_CHAIN ? 0 : 16);
		*to++ = ' ';
	}
	if (task->fields & FIELD_PID) {
		to = write_pid(to, l);
	} else if (task->fields & FIELD_TID) {
		to = write_signed(to, task->tid, 5);
		*to++ = ' ';
	}
	task->len = to - task->text;
}

/* All that is shown of the task. */
static char *write_task(const struct sample_line *l, char *to)
{
	u64 fields = (l->fields & TASK_FIELDS) | (sample_line__has_chain(l) ? BEFORE_CHAIN : 0);
	struct task_text *task = &l->view->tasks->tasks[l->sample->tid % NR_TASKS];
	static const char unknown[sizeof(task->comm)] = ":-1";
	const char *comm = l->thread ? l->thread->comm : unknown;

	if (task->tid != (s32)l->sample->tid || task->pid != (s32)l->sample->pid ||
	    task->fields != fields || !task->len || memcmp(task->comm, comm, sizeof(task->comm))) {
		task->tid = l->sample->tid;
		task->pid = l->sample->pid;
		task->fields = fields;
		memcpy(task->comm, comm, sizeof(task->comm));
		make_task_text(task, l);
	}
	return digits__copy(to, task->text, task->len);
}

/* The first of the three writes them all. */
char *line_column__comm(const struct sample_line *l, char *to)
{
	return write_task(l, to);
}

char *line_column__pid(const struct sample_line *l, char *to)
{
	return l->fields & FIELD_COMM ? to : write_task(l, to);
}

char *line_column__tid(const struct sample_line *l, char *to)
{
	return l->fields & (FIELD_COMM | FIELD_PID) ? to : write_task(l, to);
}

char *line_column__cpu(const struct sample_line *l, char *to)
{
	s32 cpu = l->sample->cpu;

	if (cpu < 0 || cpu > 999)
		return to + sprintf(to, "[%03d] ", cpu);
	*to++ = '[';
	to = digits__fixed(to, cpu, 3);
	*to++ = ']';
	*to++ = ' ';
	return to;
}

/* Bits of misc that linux/perf_event.h names for each type apart. */
#define MISC_SWITCH_PREEMPT (1 << 14)

/* Where the sample hit, or what else is told of a record. */
char *line_column__misc(const struct sample_line *l, char *to)
{
	static const char modes[8] = { [PERF_RECORD_MISC_KERNEL] = 'K',
				       [PERF_RECORD_MISC_USER] = 'U',
				       [PERF_RECORD_MISC_HYPERVISOR] = 'H',
				       [PERF_RECORD_MISC_GUEST_KERNEL] = 'G',
				       [PERF_RECORD_MISC_GUEST_USER] = 'g' };
	char *end = to + 6;
	u16 misc = l->record->header->misc;

	if (modes[sample_line__cpumode(l)])
		*to++ = modes[sample_line__cpumode(l)];
	switch (l->record->header->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		if (misc & PERF_RECORD_MISC_MMAP_DATA)
			*to++ = 'M';
		break;
	case PERF_RECORD_COMM:
		if (misc & PERF_RECORD_MISC_COMM_EXEC)
			*to++ = 'E';
		break;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		if (!(misc & PERF_RECORD_MISC_SWITCH_OUT))
			break;
		*to++ = 'S';
		if (misc & MISC_SWITCH_PREEMPT)
			*to++ = 'p';
		break;
	}
	while (to < end)
		*to++ = ' ';
	return to;
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

static void make_second_text(struct sample_view *view, u64 time_ns)
{
	char digits[DIGITS_MAX], *to = view->second_text;
	u64 s = time_ns / 1000000000;

	to = digits__right(to, digits, digits__dec(digits, s) - digits, 5);
	*to++ = '.';
	view->second_len = to - view->second_text;
	view->second_ns = s * 1000000000;
}

/* The date up to the second, in the reader's own time zone. */
static void make_day_text(struct sample_view *view, u64 date_ns)
{
	time_t s = date_ns / 1000000000;
	struct tm tm = { 0 };

	localtime_r(&s, &tm);
	view->day_len = strftime(view->day_text, sizeof(view->day_text), "%Y-%m-%d %H:%M:%S.", &tm);
	view->day_ns = date_ns - date_ns % 1000000000;
}

char *line_column__tod(const struct sample_line *l, char *to)
{
	struct sample_view *view = l->view;
	u64 date_ns = l->sample->time_ns + view->tod_ns, ns;

	if (!view->day_len || date_ns - view->day_ns >= 1000000000)
		make_day_text(view, date_ns);
	ns = date_ns - view->day_ns;
	memcpy(to, view->day_text, sizeof(view->day_text));
	to += view->day_len;
	to = view->nanoseconds ? digits__fixed(to, ns, 9) : digits__fixed(to, (u32)ns / 1000, 6);
	*to++ = ' ';
	return to;
}

char *line_column__time(const struct sample_line *l, char *to)
{
	struct sample_view *view = l->view;
	u64 time_ns = shown_time(view, l->sample->time_ns), ns;

	if (!view->second_len || time_ns - view->second_ns >= 1000000000)
		make_second_text(view, time_ns);
	ns = time_ns - view->second_ns;
	memcpy(to, view->second_text, sizeof(view->second_text));
	to += view->second_len;
	if (view->nanoseconds)
		to = digits__fixed(to, ns, 9);
	else
		to = digits__fixed(to, (u32)ns / 1000, 6);
	*to++ = ':';
	*to++ = ' ';
	return to;
}

char *line_column__period(const struct sample_line *l, char *to)
{
	unsigned int width = digits__width(l->sample->period);

	memset(to, ' ', 16);
	if (width < 10)
		to += 10 - width;
	to = digits__fixed(to, l->sample->period, width);
	*to++ = ' ';
	return to;
}

/* Only branches that a decoder makes of traces have flags. */
char *line_column__flags(const struct sample_line *l, char *to)
{
	(void)l;
	memset(to, ' ', 24);
	return to + 24;
}
