/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_SAMPLE_CUT_H
#define PERF_RECORD_SAMPLE_CUT_H

#include <linux/perf_event.h>

#include "buf.h"

/*
 * Samples of a persistent event carry the event's running count (PERF_SAMPLE_READ), by which
 * losses are counted. Readers of perf.data would take it for a period, so it is cut out.
 */
struct sample_cut {
	u64 sample_type, read_format;
	size_t trailer_bytes; /* of records that are no samples */
};

struct sample_facts {
	u64 time_ns;
	u64 period;	/* 1 where the sample does not say */
	u64 count;	/* the event's, when this sample was written; 0 without READ */
	u64 id;		/* IDENTIFIER or ID, which may be another event's; 0: none */
	u64 enabled_ns; /* how long the event had run by the kernel's own clock; 0: not told */
};

void sample_cut__init(struct sample_cut *cut, const struct perf_event_attr *attr);

/*
 * Appends the sample without its READ value to @out (NULL: only looks at it) and fills @facts.
 * 0, -EBADMSG when its size does not hold what its type says, -ENOMEM.
 */
int sample_cut__apply(const struct sample_cut *cut, const struct perf_event_header *sample,
		      struct sample_facts *facts, struct buf *out);

/* Gives a sample that was cut the id of its ring and a time. */
void sample_cut__set(const struct sample_cut *cut, struct perf_event_header *sample, u64 id,
		     u64 time_ns);

/* The time in the trailer of a record that is no sample; 0: it has none. */
u64 sample_cut__trailer_time(const struct sample_cut *cut, const struct perf_event_header *record);

/* Appends what the trailer of a record that is no sample says of the event @id. */
int sample_cut__append_trailer(const struct sample_cut *cut, u64 id, u64 pid_tid, u64 time_ns,
			       struct buf *out);

/* Appends a LOST record for the event with @id, as of @time_ns. */
int sample_cut__append_lost(const struct sample_cut *cut, u64 id, u64 lost, u64 time_ns,
			    struct buf *out);

#endif
