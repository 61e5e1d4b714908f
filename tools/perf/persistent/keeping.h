/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_KEEPING_H
#define PERF_PERSISTENT_KEEPING_H

#include <sys/types.h>

#include "persistent/rings.h"
#include "persistent/rundir.h"

/* The holder's side of its keeper. Each call waits for the keeper's answer, but not for ever. */
struct keeping {
	int fd; /* -1: no keeper */
	pid_t pid;
};

/* What a keeper had kept. The caller owns it. */
struct kept {
	struct rings **list;
	size_t nr;
};
void kept__exit(struct kept *kept);

/* Starts a keeper that keeps nothing yet. 0 or -errno with @err. */
int keeping__start(struct keeping *keeping, const struct rundir *dir, struct err *err);

/* Takes over from the keeper that lives in the directory. 0, -ECONNREFUSED (nothing in @err)
 * when none does, -EPERM when another user's does, or -errno with @err. */
int keeping__take(struct keeping *keeping, const struct rundir *dir, struct kept *kept,
		  struct err *err);

/* 0 once the keeper has mapped all rings; -EMFILE when it has no room for the descriptors. */
int keeping__keep(struct keeping *keeping, const struct rings *rings);
int keeping__forget(struct keeping *keeping, u64 id);

/* Ends the keeper, by force if it does not answer, and its socket; returns when it is gone. */
void keeping__quit(struct keeping *keeping, const struct rundir *dir);

/* Closes the connection; the keeper stays. */
void keeping__exit(struct keeping *keeping);

/* Is there a keeper in the directory that could be taken over? */
bool keeping__lives(const struct rundir *dir);

#endif
