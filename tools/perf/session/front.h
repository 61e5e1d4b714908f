/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_FRONT_H
#define PERF_SESSION_FRONT_H

#include "types.h"

struct session;

/*
 * Takes records until @max were taken in all, or to the end, when all that wait are handed out. Sets
 * front->result (0 or -errno) and front->fault (what the source's next() gave last).
 */
void session_front__take(struct session *session, u64 max);

/* Lets the other side see all that was put in order so far; @arg is the session. */
void session_front__settle(void *arg);

#endif
