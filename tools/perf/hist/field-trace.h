/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FIELD_TRACE_H
#define PERF_HIST_FIELD_TRACE_H

#include "arena.h"

struct hist_field;
struct trace;

/* Fields of tracepoints that people named, made as they are met. Zeroed but for trace is empty. */
struct hist_trace_fields {
	const struct trace *trace; /* borrowed; NULL: there are none */
	struct arena arena;
	struct hist_trace_field *list;
};

/* "bank", "mce_record.bank" or "mce:mce_record.bank". NULL: no tracepoint has it. Lives as long as the
 * table. */
const struct hist_field *hist_trace_fields__find(struct hist_trace_fields *fields, const char *name,
						 size_t len);
void hist_trace_fields__exit(struct hist_trace_fields *fields);

#endif
