/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FIELD_TRACE_H
#define PERF_HIST_FIELD_TRACE_H

#include "arena.h"
#include "hist/field.h"

struct session_events;
struct trace;

/* The tracepoints of a recording, for names of their fields. Zeroed but for borrowed parts. */
struct trace_fields {
	struct trace *trace; /* NULL: there are none */
	const struct session_events *events;
	struct arena *arena; /* where the fields live */
};

/*
 * Finds fields of tracepoints: "field", "event.field", "system:event.field", "event.*", or
 * "trace_fields" for all; "/raw" behind it leaves aside how the event prints it. Calls @add for each.
 * The number of fields found, or -ENOMEM.
 */
int trace_fields__find(const struct trace_fields *fields, const char *name, size_t len,
		       void (*add)(void *ctx, const struct hist_field *field), void *ctx);

#endif
