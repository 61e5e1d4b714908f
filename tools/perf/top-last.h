/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_LAST_H
#define PERF_TOP_LAST_H

#include "buf.h"

struct collect;
struct live_status;
struct machine;
struct session_record;

/* The newest sample, kept to be told in words when somebody looks. Samples come far oftener than that. */
struct top_last {
	s64 clock_offset_ns; /* of the samples, against CLOCK_MONOTONIC */
	bool fresh;	     /* not told yet */
	u64 told_ns;
	size_t event;
	u64 time_ns, ip;
	s32 pid, tid;
	u32 cpu;
	u16 misc;
	bool has_raw;
	struct buf raw, text;
};

void top_last__init(struct top_last *last, s64 clock_offset_ns);
void top_last__exit(struct top_last *last);

/* Keeps the sample in place of the one before. */
void top_last__take(struct top_last *last, const struct session_record *record);

/* Finds words for it, at most ten times a second. True: there are new ones. */
bool top_last__word(struct top_last *last, const struct collect *collect, struct machine *machine);

/* Fills in these words, when it was, and its event. */
void top_last__tell(const struct top_last *last, const struct collect *collect,
		    struct live_status *status);

#endif
