/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SESSION_H
#define PERF_SESSION_SESSION_H

#include "session/handlers.h"

struct machine;

/*
 * The one read loop of report, script and top: takes records from a source, decodes them, puts them
 * in order of time, lets the side-band change the machine, and hands each to its callback.
 */
struct session;

/* @machine and @handlers are borrowed; @machine may be NULL. NULL: out of memory. */
struct session *session__new(const struct session_source *source, struct machine *machine,
			     const struct session_handlers *handlers);
void session__delete(struct session *session);

/* How many callers are looked for in the stacks and branches that samples carry; 0: none, which saves
 * much time where nobody looks at call chains. Without this it is 127. */
void session__set_max_stack(struct session *session, u32 max_stack);

/*
 * Reads to the end. 0; what a callback returned; or -errno when the source could not be read on:
 * what came before was handed out. Records that are damaged are left out and counted; the
 * caller looks at the stats.
 */
int session__run(struct session *session);

const struct session_stats *session__stats(const struct session *session);
const struct session_events *session__events(const struct session *session);

/* Reads events that are known before the first record. Called by run(); 0 or -ENOMEM. */
int session__prepare(struct session *session);

#endif
