/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TRACE_TEP_H
#define PERF_SESSION_TRACE_TEP_H

#include "types.h"

struct tep_handle;
struct trace;

/* The trace from inside, for the files that look into formats. Borrowed. */
struct tep_handle *trace__tep(const struct trace *trace);
bool trace__swapped(const struct trace *trace);

#endif
