/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_H
#define PERF_UTIL_RESOLVE_H

#include "event.h"
#include "lookup.h"
#include "syntax.h"

/*
 * Syntax tree to events. Pure over @lookup. Appends to @list; leader indexes count from its
 * begin. What was appended before an error stays, for the caller to drop.
 * Returns 0 or -errno with @err.
 */
int resolve__events(struct event_list *list, const struct syntax *syntax,
		    const struct event_lookup *lookup, struct err *err);

#endif
