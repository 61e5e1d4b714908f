/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TIME_SPANS_H
#define PERF_SESSION_TIME_SPANS_H

#include "session/time-span.h"

#define TIME_SPANS_MAX 64

/* What --time asks for; zeroed is all. */
struct time_spans {
	struct time_span list[TIME_SPANS_MAX];
	size_t nr;
	bool percent; /* the bounds are in thousandths of a percent of the recording */
};

/*
 * "BEGIN,END" in seconds, several of them with blanks between; or parts of the recording:
 * "10%-20%", several with commas between, or "10%/2", the second tenth. 0, -EINVAL, -ERANGE.
 */
int time_spans__parse(struct time_spans *spans, const char *text);

/* Puts times in place of percents, by the first and last sample. -ENODATA: these are not known. */
int time_spans__resolve(struct time_spans *spans, u64 first_ns, u64 last_ns);

/* Leaves nothing before @begin_ns. After resolve(). */
void time_spans__begin_at(struct time_spans *spans, u64 begin_ns);

bool time_spans__has(const struct time_spans *spans, u64 time_ns);

#endif
