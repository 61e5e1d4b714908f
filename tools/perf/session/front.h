/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_FRONT_H
#define PERF_SESSION_FRONT_H

struct session;

/*
 * Takes all records of the source, and hands out all that wait after the last one. Sets front->result (0,
 * -errno or a callback's) and front->fault (what the source's next() gave last).
 */
void session_front__run(struct session *session);

#endif
