/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_BUILTIN_H
#define PERF_UTIL_RESOLVE_BUILTIN_H

#include "resolve-build.h"

/*
 * Applies a term that every event takes (period=, name=, call-graph=, ...). 0, -ENOENT with
 * nothing in build->err when its name is none of those, or -errno with build->err.
 */
int builtin__apply(struct build *build, const struct syntax_term *term,
		   enum term_strength strength);

/* Each name, or only those for who counts. */
void builtin__each(bool counting, void (*fn)(void *arg, const char *name), void *arg);

#endif
