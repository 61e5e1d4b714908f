/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_LINE_H
#define PERF_UI_SAMPLE_LINE_H

#include "ui/sample-view.h"

/* The bit of the field of that name, or 0. */
u64 sample_field__find(const char *name, size_t len);

/* The name of field @field, or NULL. */
const char *sample_field__name(u64 field);

/* Can samples of @attr fill in @field? */
bool sample_field__has(u64 field, const struct perf_event_attr *attr);

/* Appends the lines of one sample. 0 or -ENOMEM. */
int sample_view__print(struct sample_view *view, struct buf *out,
		       const struct session_record *record);

/* Appends the columns before the event's name as other records have them: the comm of @thread,
 * pid, tid, CPU and time. */
void sample_view__print_begin(struct sample_view *view, struct buf *out,
			      const struct session_record *record, struct thread *thread);

#endif
