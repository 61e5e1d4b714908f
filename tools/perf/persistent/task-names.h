/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_TASK_NAMES_H
#define PERF_PERSISTENT_TASK_NAMES_H

#include <stddef.h>
#include <sys/types.h>

#include "types.h"

/*
 * Names of tasks that the side-band does not tell: of those that ran before it began, and of those
 * whose records it has overwritten. The holder keeps them in a file of its run directory, where
 * they outlive it, and recorders read them there.
 */
#define NAMES_FILE "names"
#define NAMES_MAX  65536 /* when there are more, those of tasks that have ended go */

struct task_name {
	u64 time_ns;	 /* CLOCK_MONOTONIC: the task has that name from then on */
	u64 start_ticks; /* tells apart tasks that had one id after the other */
	s32 pid, tid;
	char comm[16];
};

/* Sorted by tid, start and time. Zeroed is empty. */
struct task_names {
	struct task_name *list;
	size_t nr;
};
void task_names__exit(struct task_names *names);

/* Adds the names that tasks have now. 0 or -errno and as it was. */
int task_names__refresh(struct task_names *names);

/*
 * Adds @fresh, the names that all tasks that run had at @now_ns, sorted; where a task had no name
 * before, its name is of the time it stands with, else of @now_ns. At most @max stay. 0 or -ENOMEM
 * and as it was. Pure.
 */
int task_names__merge(struct task_names *names, const struct task_names *fresh, u64 now_ns,
		      size_t max);

/* The file, in one step. 0 or -errno and the old one stays. */
int task_names__write(const struct task_names *names, int dirfd);
void task_names__remove(int dirfd);

/* What stands in it. 0 or -errno: -ENOENT no holder wrote one, -EPROTO it is something else. */
int task_names__read(struct task_names *names, int dirfd);

/* The same, of the holder whose socket is @path. */
int task_names__read_of(struct task_names *names, const char *path);

#endif
