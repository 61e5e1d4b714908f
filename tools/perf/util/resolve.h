/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_H
#define PERF_UTIL_RESOLVE_H

#include "event.h"
#include "lookup.h"
#include "syntax.h"

/* Where the facts come from, and what the events are for. */
struct resolve_for {
	const struct event_lookup *lookup;
	bool counting; /* nobody samples: terms about samples are refused */
};

/*
 * Syntax tree to events. Pure over the lookup. Appends to @list; leader indexes count from its
 * begin. What was appended before an error stays, for the caller to drop.
 * Returns 0 or -errno with @err.
 */
int resolve__events(struct event_list *list, const struct syntax *syntax,
		    const struct resolve_for *what, struct err *err);

#endif
