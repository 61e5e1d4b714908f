/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_SAMPLE_H
#define PERF_HIST_SAMPLE_H

#include "buf.h"
#include "hist/places.h"
#include "hist/texts.h"

struct session_record;
struct trace;

/* A sample and what is known about it, for the fields' keys. All borrowed. */
struct hist_sample {
	const struct session_record *record;
	struct thread *thread;
	const struct place *place;
	const char *parent; /* the first caller that matches; NULL: none */
	struct texts *texts;
	struct trace *trace; /* may be NULL */
	struct buf *text;    /* scratch */
};

#endif
