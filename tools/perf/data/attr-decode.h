/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_ATTR_DECODE_H
#define PERF_DATA_ATTR_DECODE_H

#include "event-attr.h"

/*
 * Takes the attr of @len bytes (64 and up) into @event, in native order, at least as large as this
 * build's struct. 0, -ENOMEM, or -EINVAL for a length that is none.
 */
int attr_decode(struct data_event *event, const void *bytes, size_t len, bool swapped);

/* Takes @nr u64 ids. 0 or -ENOMEM. */
int attr_decode__ids(struct data_event *event, const void *bytes, size_t nr, bool swapped);

#endif
