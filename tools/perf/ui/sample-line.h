/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_LINE_H
#define PERF_UI_SAMPLE_LINE_H

#include "session/session.h"

struct buf;
struct machine;
struct trace;

/* What a line of `perf script` can show, a bit each, in the order in which they are printed. */
enum sample_field {
	FIELD_COMM = 1 << 0,
	FIELD_PID = 1 << 1,
	FIELD_TID = 1 << 2,
	FIELD_CPU = 1 << 3,
	FIELD_TIME = 1 << 4,
	FIELD_PERIOD = 1 << 5,
	FIELD_EVENT = 1 << 6,
	FIELD_TRACE = 1 << 7,
	FIELD_ADDR = 1 << 8,
	FIELD_DATA_SRC = 1 << 9,
	FIELD_WEIGHT = 1 << 10,
	FIELD_IP = 1 << 11,
	FIELD_SYM = 1 << 12, /* of ip and addr, like the next two */
	FIELD_SYMOFF = 1 << 13,
	FIELD_DSO = 1 << 14,
	FIELD_PHYS_ADDR = 1 << 15,
	FIELD_DATA_PAGE_SIZE = 1 << 16,
	FIELD_CODE_PAGE_SIZE = 1 << 17,
};

/* The bit of the field of that name, or 0. */
u32 sample_field__find(const char *name, size_t len);

/* The name of field @field, or NULL. */
const char *sample_field__name(u32 field);

/* Can samples of @attr fill in @field? */
bool sample_field__has(u32 field, const struct perf_event_attr *attr);

/* How to print samples. All borrowed. */
struct sample_view {
	struct machine *machine;
	struct trace *trace; /* NULL: no tracing data */
	const u32 *fields;   /* per event, those that its samples have */
	char *const *names;  /* per event */
	int name_width;
	bool nanoseconds;
	bool no_callchain;
};

/* Appends the lines of one sample. 0 or -ENOMEM. */
int sample_view__print(const struct sample_view *view, struct buf *out,
		       const struct session_record *record);

#endif
