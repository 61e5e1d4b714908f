/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_SAMPLE_H
#define PERF_HIST_SAMPLE_H

#include "buf.h"
#include "hist/places.h"
#include "hist/points.h"
#include "hist/texts.h"

struct data_info;
struct hist_cgroups;
struct perf_sample;
struct session_record;
struct trace;

/* One step of a branch stack, linux/perf_event.h: struct perf_branch_entry. */
struct hist_branch {
	const struct point *from, *to;
	u64 flags;
};

/* A sample and what is known about it, for the fields' keys. All borrowed. */
struct hist_sample {
	const struct session_record *record;
	struct thread *thread;
	const struct place *place;
	const char *parent;		  /* the first caller that matches; NULL: none */
	const struct hist_branch *branch; /* of -b, else NULL */
	struct places *places;
	struct points *points;
	struct texts *texts;
	struct trace *trace;	      /* may be NULL */
	const struct data_info *info; /* may be NULL */
	struct hist_cgroups *cgroups;
	struct machine *machine;
	int srcline_style; /* enum srcline_style */
	bool raw_trace;	   /* fields of tracepoints in place of their text */
	u64 quantum_ns;	   /* times that differ less are equal */
	struct buf *text;  /* scratch */
};

/* Appends what the sample's tracepoint prints, or with @fields its fields; nothing where that is not known. */
void hist_sample__print_trace(struct trace *trace, struct buf *out,
			      const struct perf_sample *sample, bool fields);

#endif
