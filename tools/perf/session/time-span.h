/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TIME_SPAN_H
#define PERF_SESSION_TIME_SPAN_H

#include "types.h"

struct time_span {
	u64 begin_ns, end_ns; /* both included */
};

/* "BEGIN,END" in seconds with up to nine digits behind the point; either may be left out. 0,
 * -EINVAL or -ERANGE. */
int time_span__parse(struct time_span *span, const char *text);

#endif
