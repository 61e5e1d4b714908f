/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_PARSE_EVENTS_H
#define PERF_UTIL_PARSE_EVENTS_H

#include "event.h"
#include "lookup.h"

/*
 * String to events: scan and parse to a syntax tree, then resolve the tree against @lookup.
 * Appends to @list (several -e add up; leader indexes count from the list's begin). On an error
 * the list is as it was, and @err has the column (1-based, in @string) or the file at fault.
 * Returns 0 or -errno: -EINVAL grammar or value, -ENOENT unknown name, -EACCES unreadable, ...
 */
int parse_events(struct event_list *list, const char *string, const struct event_lookup *lookup,
		 struct err *err);

/* The same for who only counts: terms that are about samples are refused. */
int parse_events__to_count(struct event_list *list, const char *string,
			   const struct event_lookup *lookup, struct err *err);

#endif
