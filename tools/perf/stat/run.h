/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_RUN_H
#define PERF_STAT_RUN_H

#include "counter.h"
#include "result.h"

struct event_list;

/* One measurement: what to count, where, and for how long. Borrowed throughout. */
struct stat_run {
	const struct event_list *events;
	struct counter **counters; /* of these events, in their order, per cgroup */
	size_t nr_counters;
	const char *const *cgroups; /* NULL: none; else nr_cgroups paths */
	const int *cgroup_fds;
	size_t nr_cgroups;
	struct counter_target target;
	char **argv;	 /* the command; NULL: none */
	bool of_command; /* count the command: its pid becomes the target's only thread */
	u64 delay_ms, interval_ms, timeout_ms; /* 0: none */
	u64 max_intervals;

	/* Called after each interval with the counters read. Non-zero ends the run. */
	int (*interval)(void *arg, struct stat_run *run, const struct stat_times *times,
			u64 since_start_ns);
	void *arg;

	/* Out */
	struct stat_times times;
	int exit_code;	  /* of the command; 0 without one */
	bool interrupted; /* by SIGINT or SIGTERM */
};

/* Makes the counters. 0 or -ENOMEM. */
int stat_run__init(struct stat_run *run);
void stat_run__exit(struct stat_run *run);

/*
 * Opens, starts the command, counts until it ends (or the targets do, a signal comes, or the time
 * is up), reads, closes. SIGINT, SIGTERM and SIGCHLD must be blocked: they are waited for.
 * 0, or -errno with @err.
 */
int stat_run__once(struct stat_run *run, struct err *err);

#endif
