/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_TRACEFS_H
#define PERF_UTIL_TRACEFS_H

#include "lookup.h"

/*
 * The directory where tracefs is mounted (/proc/self/mounts: type tracefs, or debugfs with a
 * tracing folder), as a string the caller frees; NULL with the reason and what to do in @err:
 * -ENOENT it is not mounted, -EACCES it may not be looked into.
 */
char *tracefs__find(struct err *err);

/* The same by another table of mounts. */
char *tracefs__find_in(const char *mounts, struct err *err);

/*
 * Backs event_lookup.each_tracepoint, with its results, for the tracefs at @dir. A plain system
 * or name is opened directly; the others are listed and come in the order of their bytes.
 */
int tracefs__each_in(const char *dir, const struct tracepoint_walk *walk, struct err *err);

/* The same where tracefs is mounted; same contract as event_lookup.each_tracepoint. */
int tracefs__each(const struct tracepoint_walk *walk, struct err *err);

#endif
