/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_PMUS_H
#define PERF_UTIL_PMUS_H

#include "lookup.h"

/* The default holder's run directory; its PMUs are in devices/ below it. */
#define PERSISTENT_RUN_DIR "/run/perf-persistent"

/*
 * The PMUs of this machine, found lazily. @sources is a colon-separated list of directories; NULL
 * takes $PERF_EVENT_SOURCES, or else (also when that is empty) /sys/bus/event_source/devices and
 * the default holder's devices directory. NULL when out of memory. Not thread-safe; the caller
 * deletes it. What was read once stays as it was: who outlives a change of a source makes a new one.
 */
struct pmus;
struct pmus *pmus__new(const char *sources);
void pmus__delete(struct pmus *pmus);

/* The lookup that reads through @pmus, good as long as it lives. */
const struct event_lookup *pmus__lookup(struct pmus *pmus);

/* The name of the first PMU with that type number in any source, or NULL. Reads every type file
 * once. The string is owned by @pmus. */
const char *pmus__name_of_type(struct pmus *pmus, u32 type);

#endif
