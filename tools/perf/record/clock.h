/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_CLOCK_H
#define PERF_RECORD_CLOCK_H

#include "err.h"

/* A clockid where the samples carry perf's own clock, which no system call tells. */
#define RECORD_CLOCK_PERF (-1)

/*
 * Now in the clock of the samples, in ns. Of perf's own clock it is read from a marker record of an
 * event of the caller's own. 0 or -errno with @err.
 */
int record_clock__now(int clockid, u64 *now_ns, struct err *err);

/*
 * Resolves what --since says to ns of the clock @clockid: "boot", a span before now ("30s", "500ms",
 * "2m", "1h"), seconds of that clock ("1234.567"), or local time ("2026-01-31 12:00:00").
 * 0 or -EINVAL with @err.
 */
int record_clock__since(const char *text, int clockid, u64 *since_ns, struct err *err);

/* "monotonic" and the like, or "perf's own". */
const char *record_clock__name(int clockid);

/* The clock of that name (a number counts too): 0 or -EINVAL. */
int record_clock__parse(const char *name, int *clockid);

#endif
