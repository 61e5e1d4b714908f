/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_VIEW_H
#define PERF_UI_SAMPLE_VIEW_H

#include "session/session.h"

struct buf;
struct frame_cache;
struct machine;
struct task_texts;
struct thread;
struct trace;

/* What a line of `perf script` can show, a bit each, in the order in which they are printed. */
enum sample_field {
	FIELD_COMM = 1 << 0,
	FIELD_PID = 1 << 1,
	FIELD_TID = 1 << 2,
	FIELD_CPU = 1 << 3,
	FIELD_MISC = 1 << 4,
	FIELD_TIME = 1 << 5,
	FIELD_PERIOD = 1 << 6,
	FIELD_EVENT = 1 << 7,
	FIELD_FLAGS = 1 << 8,
	FIELD_TRACE = 1 << 9,
	FIELD_ADDR = 1 << 10,
	FIELD_DATA_SRC = 1 << 11,
	FIELD_WEIGHT = 1 << 12,
	FIELD_INS_LAT = 1 << 13,
	FIELD_RETIRE_LAT = 1 << 14,
	FIELD_IP = 1 << 15,
	FIELD_SYM = 1 << 16, /* of ip and addr, like the next two */
	FIELD_SYMOFF = 1 << 17,
	FIELD_DSO = 1 << 18,
	FIELD_SRCLINE = 1 << 19, /* of ip */
	FIELD_IREGS = 1 << 20,
	FIELD_UREGS = 1 << 21,
	FIELD_BRSTACK = 1 << 22,
	FIELD_BRSTACKSYM = 1 << 23,
	FIELD_BPF_OUTPUT = 1 << 24,
	FIELD_SYNTH = 1 << 25,
	FIELD_CALLINDENT = 1 << 26,
	FIELD_PHYS_ADDR = 1 << 27,
	FIELD_DATA_PAGE_SIZE = 1 << 28,
	FIELD_CODE_PAGE_SIZE = 1 << 29,
};

enum sample_clock {
	CLOCK_OF_RECORD,
	CLOCK_FROM_FIRST, /* the first line's time is 0 */
	CLOCK_FROM_LAST,  /* the line's before */
};

/* How to print samples. Pointers are borrowed. */
struct sample_view {
	struct machine *machine;
	struct trace *trace;	    /* NULL: no tracing data */
	struct frame_cache *frames; /* reset when maps of the kernel change */
	struct task_texts *tasks;
	const u32 *fields;  /* per event, those that its samples have */
	char *const *names; /* per event */
	int name_width;
	bool nanoseconds;
	bool no_callchain;
	bool inlines;		 /* functions that were inlined at an address of a chain */
	u32 max_stack;		 /* entries of a call chain at most */
	const char *const *stop; /* NULL-terminated names: the chain ends behind these */
	enum sample_clock clock;
	/* What lines before this one leave. */
	u64 first_ns, last_ns;
	u64 second_ns; /* that the text belongs to; it ends in a point */
	char second_text[24];
	u32 second_len;
	size_t source_width; /* of the longest text of a data_src */
};

/* What is being printed, at hand for every field. */
struct sample_line {
	struct sample_view *view;
	struct buf *out;
	const struct session_record *record;
	const struct perf_sample *sample;
	const struct perf_event_attr *attr;
	struct thread *thread;
	u32 fields;
};

static inline bool sample_line__has_chain(const struct sample_line *l)
{
	return l->attr->sample_type & PERF_SAMPLE_CALLCHAIN && l->fields & FIELD_IP &&
	       !l->view->no_callchain;
}

static inline u8 sample_line__cpumode(const struct sample_line *l)
{
	return l->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif
