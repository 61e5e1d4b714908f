/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_EVENT_NAME_H
#define PERF_SESSION_EVENT_NAME_H

#include <linux/perf_event.h>

#include "buf.h"

struct data_event;
struct trace;

/*
 * Appends a name made of the attr alone, for files that do not name their events: "cycles:u",
 * "cpu-clock", "sched:sched_switch". @trace may be NULL. 0 or -ENOMEM.
 */
int event_name__of_attr(struct buf *out, const struct perf_event_attr *attr,
			const struct trace *trace);

/* How the file calls the event, or else what its attr makes of it. The caller frees it; NULL:
 * out of memory. */
char *event_name__get(const struct data_event *event, const struct trace *trace);

#endif
