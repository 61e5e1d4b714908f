/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_TRACE_GUARD_H
#define PERF_SESSION_TRACE_GUARD_H

#include "session/print-expr.h"

/*
 * What keeps libtraceevent from harm. It trusts formats: it parses them with a recursion for each
 * bracket and operator, divides by what the data says, and prints as many elements.
 */

/* May a format of @size bytes (a NUL behind them) be parsed by the library? */
bool trace_guard__format(const char *text, size_t size);

/* Values that must lie within bounds before the library prints an event. */
struct trace_guard {
	struct trace_bound *bounds;
	u32 nr;
	bool never; /* it must not print it at all */
};

/* Looks through the print format of an event. 0 or -ENOMEM. */
int trace_guard__init(struct trace_guard *guard, struct arena *arena, struct tep_event *event);

/* May the library print this one? */
bool trace_guard__allows(const struct trace_guard *guard, const struct print_raw *raw);

#endif
