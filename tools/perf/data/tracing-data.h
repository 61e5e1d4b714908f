/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_TRACING_DATA_H
#define PERF_DATA_TRACING_DATA_H

#include "buf.h"

struct feature_source;

/* The formats of the tracepoints in source->info, from tracefs. 0, -ENODATA without tracepoints
 * or tracefs, -ENOMEM. */
int tracing_data__write(struct buf *out, const struct feature_source *source);

#endif
