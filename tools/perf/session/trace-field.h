/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TRACE_FIELD_H
#define PERF_SESSION_TRACE_FIELD_H

#include "buf.h"

struct trace;

/* One field of a tracepoint: where it stands in the raw data, and how people read it. */
struct trace_field {
	int event_id;
	u32 offset, bytes;
	u32 element_bytes; /* of an array */
	bool is_text, is_array, is_dynamic, is_relative, is_signed;
	bool is_hex; /* so the event's own text shows it */
	bool swapped;
};

/*
 * The fields called @name of the tracepoints called @event ("name" or "system:name"; NULL: of all). At most
 * @max; returns how many.
 */
size_t trace__find_fields(const struct trace *trace, const char *event, const char *name,
			  struct trace_field *fields, size_t max);

/* The number in @raw; 0 where it is too short. Not for texts and arrays. */
u64 trace_field__number(const struct trace_field *field, const void *raw, u32 size);

/* Appends a text, or an array's numbers; nothing where @raw is too short. 0 or -ENOMEM. */
int trace_field__print(const struct trace_field *field, const void *raw, u32 size, struct buf *out);

#endif
