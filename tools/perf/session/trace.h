/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TRACE_H
#define PERF_SESSION_TRACE_H

#include "buf.h"
#include "err.h"

struct machine;

/* The formats of tracepoints that a file brings along, and text made of their raw data. */
struct trace;

/*
 * Parses tracing data. @machine names kernel addresses; it is borrowed and may be NULL. 0, or -EINVAL
 * with the byte at fault in @err, or -ENOMEM.
 */
int trace__new(struct trace **trace, const void *data, size_t size, struct machine *machine,
	       struct err *err);
void trace__delete(struct trace *trace);

/* The name of tracepoint @id, its system before the colon when @system is not NULL; or NULL.
 * Valid as long as the trace. */
const char *trace__event_name(const struct trace *trace, u64 id, const char **system);

/* The tracepoint of the raw data, by its common_type; -1: too short for one. */
int trace__event_id(const struct trace *trace, const void *raw, u32 size);

/*
 * Appends the event's text. May be called by several threads at once. 0; -ENOENT: its format is not known, nothing was appended; -EINVAL:
 * the raw data is shorter than its fields; -ENOMEM.
 */
int trace__print(struct trace *trace, struct buf *out, const void *raw, u32 size, u32 cpu);

/* A field of a tracepoint's own, not one that all have. */
struct trace_field_info {
	const char *name; /* lives as long as the trace */
	bool is_string;
	u32 size; /* bytes in the raw data */
};

/* Field @i of tracepoint @id; false: it has not that many, or is not known. */
bool trace__field(const struct trace *trace, u64 id, size_t i, struct trace_field_info *info);

/* Appends a field's value; "" where the raw data is of another tracepoint. Results as above. */
int trace__print_field(struct trace *trace, struct buf *out, const void *raw, u32 size,
		       const char *name);

/* Appends all fields as "name=value", by their types alone. */
int trace__print_fields(struct trace *trace, struct buf *out, const void *raw, u32 size);

/* Is the format of tracepoint @id compiled, so that the library is not asked? */
bool trace__is_compiled(struct trace *trace, u64 id);

/* Lets the library print everything, to compare. */
void trace__use_library(struct trace *trace, bool only_library);

#endif
