/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_TERMS_H
#define PERF_UTIL_RESOLVE_TERMS_H

#include "resolve-build.h"

/*
 * Sets build->event's words by terms and modifiers: first what its PMU's sysfs events say,
 * over that what was typed. 0 or -errno with build->err; -ENOENT: a term that nothing knows.
 */
int build__apply(struct build *build, const struct syntax_terms *terms);

#endif
