/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_TARGET_H
#define PERF_RECORD_TARGET_H

#include <sys/types.h>

#include "err.h"

struct record_opts;

/*
 * Which CPUs and which tasks the ordinary events are opened on: one event for each pair.
 * {-1} as CPUs is "wherever the task runs", {-1} as tasks is "every task of that CPU".
 */
struct record_target {
	int *cpus;
	size_t nr_cpus;
	pid_t *tids;
	size_t nr_tids;
	bool command;	 /* the task is the command that is to be run */
	bool tasks;	 /* tids names tasks, and not everything */
	bool takes_cpus; /* -a or -C: samples name their CPU */
	bool processes;	 /* tids come from whole processes (-p, -u): children are followed */
};

/*
 * Works out the target of @opts; @command is the pid of the command to be run, or 0.
 * -ESRCH: no such process or thread; -EINVAL: a list that can not be read.
 */
int record_target__init(struct record_target *target, const struct record_opts *opts, pid_t command,
			struct err *err);
void record_target__exit(struct record_target *target);

#endif
