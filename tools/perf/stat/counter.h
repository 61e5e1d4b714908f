/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_COUNTER_H
#define PERF_STAT_COUNTER_H

#include <sys/types.h>

#include "err.h"

struct event;

/* What read() of a counting event gives; times in ns. */
struct count {
	u64 value;
	u64 enabled_ns;
	u64 running_ns;
};

static inline struct count count__minus(struct count a, struct count b)
{
	return (struct count){ a.value - b.value, a.enabled_ns - b.enabled_ns,
			       a.running_ns - b.running_ns };
}

static inline struct count count__plus(struct count a, struct count b)
{
	return (struct count){ a.value + b.value, a.enabled_ns + b.enabled_ns,
			       a.running_ns + b.running_ns };
}

/* Where to count. Borrowed by the counters that are opened on it. */
struct counter_target {
	const int *cpus; /* { -1 }: wherever the threads run */
	int nr_cpus;
	const pid_t *threads; /* { -1 }: every task on the CPUs */
	int nr_threads;
	int cgroup_fd; /* -1: none */
};

/* One event over CPUs and threads: nr_cpus * nr_threads fds and counts, thread by thread. */
struct counter {
	const struct event *event; /* borrowed */
	const char *cgroup;	   /* borrowed; NULL: none */
	int *cpus;
	int nr_cpus;
	pid_t *threads;
	int nr_threads;
	int *fds;
	struct count *counts; /* as last read, less base */
	struct count
		*base;	 /* counted before: at a persistent event's attach, in earlier intervals */
	bool supported;	 /* the kernel opened it */
	bool persistent; /* attached: never an ioctl on its fds */
	struct persistent_attach *attach; /* a holder's rings; NULL: none */
};

/* A counter of @event, not yet opened. Tool events have no fds. NULL: out of memory. */
struct counter *counter__new(const struct event *event);
void counter__delete(struct counter *counter);

/*
 * Opens on every CPU and thread of @target (an uncore event on its own CPUs instead), as a member
 * of @leader's groups unless that is NULL or the counter itself. An event that the
 * machine lacks (ENOENT, ENODEV, EOPNOTSUPP, EINVAL, ENXIO, ENOSYS) leaves
 * counter->supported false and returns 0; a thread that ended meanwhile is left out.
 * Other errors: -errno with what to do in @err.
 */
int counter__open(struct counter *counter, const struct counter *leader,
		  const struct counter_target *target, struct err *err);

/* Starts and stops the counter and, with it, the members of its group. */
int counter__enable(struct counter *counter);
int counter__disable(struct counter *counter);

/* Reads all fds into counts. 0 or -errno. */
int counter__read(struct counter *counter);

/* Lets the next read begin at zero: what was read last becomes the base. */
void counter__rebase(struct counter *counter);

void counter__close(struct counter *counter);

static inline size_t counter__nr(const struct counter *counter)
{
	return (size_t)counter->nr_cpus * counter->nr_threads;
}

/* The value as the event would have counted all the time: scaled by enabled / running. */
u64 count__scaled(struct count count);

#endif
