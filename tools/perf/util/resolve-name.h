/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_NAME_H
#define PERF_UTIL_RESOLVE_NAME_H

#include "resolve-build.h"

/*
 * Names that nothing knows: each fills the error with where it stands and what is nearest, and
 * returns -ENOENT. May look at every name that the lookup has.
 */
int resolve_name__unknown_term(struct build *build, const struct syntax_term *term);

struct unknown {
	const struct event_lookup *lookup;
	struct arena *arena;
	struct err *err;
};
int resolve_name__unknown_event(const struct unknown *unknown, struct syntax_word name);
int resolve_name__unknown_pmu(const struct unknown *unknown, struct syntax_word name);
int resolve_name__unknown_tracepoint(const struct unknown *unknown, struct syntax_word system,
				     struct syntax_word name);

#endif
