/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_FRAMES_H
#define PERF_UI_SAMPLE_FRAMES_H

#include "ui/sample-line.h"

/* What is being printed, at hand for every field. */
struct sample_line {
	struct sample_view *view;
	struct buf *out;
	const struct session_record *record;
	const struct perf_sample *sample;
	const struct perf_event_attr *attr;
	struct thread *thread;
	u32 fields;
	bool plain; /* no sample: without a call chain */
};

static inline bool sample_line__has_chain(const struct sample_line *l)
{
	return l->attr->sample_type & PERF_SAMPLE_CALLCHAIN && l->fields & FIELD_IP &&
	       !l->view->no_callchain && !l->plain;
}

static inline u8 sample_line__cpumode(const struct sample_line *l)
{
	return l->record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

/* The fields that show addresses with their symbols. */
void sample_line__print_ip(const struct sample_line *l);
void sample_line__print_addr(const struct sample_line *l);

#endif
