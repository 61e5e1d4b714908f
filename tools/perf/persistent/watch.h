/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_WATCH_H
#define PERF_PERSISTENT_WATCH_H

#include "persistent/holder.h"

/*
 * What a holder looks after while it serves. Whoever was given a ring could have stopped its
 * event: that is undone, and noted in the holder's log.
 */
struct watch;
struct watch *watch__new(void);
void watch__delete(struct watch *watch);

/* Once a second. */
void watch__tick(struct watch *watch, struct holder *holder);

/* The keeper's connection became readable: it ended, and a new one is started. */
void watch__keeper(struct watch *watch, struct holder *holder);

#endif
