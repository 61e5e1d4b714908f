/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SINCE_H
#define PERF_SESSION_SINCE_H

#include "err.h"
#include "types.h"

enum since_kind {
	SINCE_TIME, /* of the samples' clock; 0 for "boot": all there is */
	SINCE_SPAN, /* so long before the end */
	SINCE_DATE, /* since 1970 */
};

/* What --since asks for. */
struct since {
	enum since_kind kind;
	u64 ns;
};

/*
 * "boot", a span ("30s", "500ms", "2m", "1h"), seconds of the clock ("1234.567"), or local time
 * ("2026-01-31 12:00:00"). 0 or -EINVAL with @err.
 */
int since__parse(struct since *since, const char *text, struct err *err);

#endif
