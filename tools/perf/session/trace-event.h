/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TRACE_EVENT_H
#define PERF_SESSION_TRACE_EVENT_H

#include "session/print-program.h"
#include "session/trace-guard.h"

/* All that is worked out once for a tracepoint. Owned by the trace. */
struct trace_event {
	struct tep_event *event;
	struct print_program *program; /* NULL: the library prints it */
	struct trace_guard guard;
	struct arena arena;
	u32 min_bytes; /* up to the end of its last fixed field */
};

/* @native: the file has our byte order and 8 bytes a long. NULL: out of memory. */
struct trace_event *trace_event__new(struct tep_event *event, bool native);
void trace_event__delete(struct trace_event *event);

#endif
