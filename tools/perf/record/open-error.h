/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_OPEN_ERROR_H
#define PERF_RECORD_OPEN_ERROR_H

#include "err.h"

struct perf_event_attr;

/* perf_event_paranoid as it stands; 4 when it can not be read. */
int open_error__paranoid(void);

/*
 * Fills @err with why the kernel refused an event's attr with @code and what the user can do; @nr_fds
 * is how many descriptors the recording needs (0: not known). Returns @code.
 */
int open_error__explain(const struct perf_event_attr *attr, const char *name, int code,
			size_t nr_fds, struct err *err);

#endif
