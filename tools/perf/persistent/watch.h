/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_WATCH_H
#define PERF_PERSISTENT_WATCH_H

#include "persistent/holder.h"

/*
 * What a holder looks after while it serves. Whoever was given a ring could have stopped, paused or
 * filtered its event: that is undone, and noted in the holder's log. CPUs that come online are
 * covered.
 */
struct watch;
struct watch *watch__new(void);
void watch__delete(struct watch *watch);

/*
 * A look at all rings. Calls @reopened with the id of an event that had to be opened anew: rings that were
 * handed out before are not its own any more.
 */
void watch__tick(struct watch *watch, struct holder *holder, void (*reopened)(void *arg, u64 id),
		 void *arg);

/* The keeper's connection became readable: it ended, and a new one is started. */
void watch__keeper(struct watch *watch, struct holder *holder);

#endif
