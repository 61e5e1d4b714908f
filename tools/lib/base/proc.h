/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include <sys/types.h>

#include "err.h"
#include "types.h"

/* A set of thread ids in the order they were added; zeroed is empty, the caller frees tids. */
struct tid_list {
	pid_t *tids;
	int nr;
};

/* 0 or -ENOMEM. What is in the list already is not added again. */
int tid_list__add(struct tid_list *list, pid_t tid);

/* Adds every thread that a process has now. 0 or -errno; -ESRCH: no such process. */
int tid_list__add_process(struct tid_list *list, pid_t pid);

/*
 * Adds what a comma list of numbers names: the threads themselves, or with @of_process every
 * thread of each process (/proc/PID/task). 0, or -errno with the column of a fault in @err:
 * -EINVAL no number, -ESRCH no such process.
 */
int tid_list__parse(struct tid_list *list, const char *text, bool of_process, struct err *err);

/* A task as /proc/PID/task/TID/stat shows it. */
struct proc_task {
	pid_t pid, tid;
	u64 start_ticks; /* since boot, in units of _SC_CLK_TCK */
	char comm[16];
};

/* Reads one line of a stat file, whose ids are not looked at. 0 or -EINVAL. Pure. */
int proc_task__parse(struct proc_task *task, const char *stat);

/* Calls @each for every task that runs; one that ends meanwhile is left out. 0, the first value other
 * than 0 that @each returns, or -errno when /proc can not be read. */
int proc__each_task(int (*each)(void *arg, const struct proc_task *task), void *arg);

#endif
