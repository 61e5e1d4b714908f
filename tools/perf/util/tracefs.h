/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_TRACEFS_H
#define PERF_UTIL_TRACEFS_H

#include "lookup.h"

/*
 * The directory where tracefs is mounted (/proc/self/mounts: type tracefs, or debugfs with a
 * tracing folder), as a string the caller frees; NULL with the reason and what to do in @err.
 */
char *tracefs__find(struct err *err);

/* Backs event_lookup.each_tracepoint; same contract. */
int tracefs__each(const char *system_glob, const char *name_glob,
		  int (*fn)(void *arg, const struct tracepoint *tp), void *arg, struct err *err);

#endif
