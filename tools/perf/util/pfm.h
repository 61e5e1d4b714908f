/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_PFM_H
#define PERF_UTIL_PFM_H

#include <linux/perf_event.h>

#include "err.h"

struct event_list;

/*
 * Events of real CPUs by their vendors' names, through libpfm4, which is loaded on first use.
 * (LIBPFM_FORCE_PMU names another CPU's tables; see libpfm(3).)
 */

/*
 * The attr of @name ("INST_RETIRED:ANY_P:u", "skx::LONGEST_LAT_CACHE:MISS"): type, config words and
 * exclude bits. 0; -ENOENT no CPU at hand has that event; -ENOSYS built without libpfm4, or it
 * is not installed; -EINVAL a wrong unit mask or modifier. All but 0 fill @err.
 */
int pfm__encode(const char *name, struct perf_event_attr *attr, struct err *err);

/*
 * Appends the events of a comma list, with groups in braces, as --pfm-events takes it. On an
 * error the list is as it was; @err has the column in @string. 0 or what pfm__encode() gives.
 */
int pfm_events__parse(struct event_list *list, const char *string, struct err *err);

#endif
