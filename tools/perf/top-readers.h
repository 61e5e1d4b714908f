/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_READERS_H
#define PERF_TOP_READERS_H

#include "types.h"

struct event;

/*
 * Asks the event's holder how many readers it has, over and over, in a thread of its own: a holder that
 * does not answer makes nobody wait.
 */
struct top_readers;

/* NULL: the event has no holder, or out of memory or threads. */
struct top_readers *top_readers__new(const struct event *event);

/* As of late; -1: not known. In any thread. */
s32 top_readers__nr(struct top_readers *readers);
void top_readers__delete(struct top_readers *readers);

#endif
