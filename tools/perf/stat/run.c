// SPDX-License-Identifier: GPL-2.0-only
/*
 * One measurement from open to close: events and a target go in, read counters and the
 * time that passed come out.
 */
#include "run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "child.h"
#include "util/event.h"

#define NSEC_PER_SEC 1000000000ULL
/* How often the life of foreign targets is looked at. */
#define ALIVE_CHECK_NS 100000000ULL

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static u64 timeval_ns(struct timeval tv)
{
	return tv.tv_sec * NSEC_PER_SEC + tv.tv_usec * 1000ULL;
}

int stat_run__init(struct stat_run *run)
{
	size_t nr = run->events->nr, all = nr * (run->cgroups ? run->nr_cgroups : 1);

	run->counters = calloc(all ? all : 1, sizeof(struct counter *));
	if (!run->counters)
		return -ENOMEM;
	run->nr_counters = all;
	for (size_t i = 0; i < run->nr_counters; i++) {
		run->counters[i] = counter__new(run->events->events[i % nr]);
		if (!run->counters[i])
			return -ENOMEM;
		if (run->cgroups)
			run->counters[i]->cgroup = run->cgroups[i / nr];
	}
	return 0;
}

void stat_run__exit(struct stat_run *run)
{
	for (size_t i = 0; run->counters && i < run->nr_counters; i++)
		counter__delete(run->counters[i]);
	free(run->counters);
	run->counters = NULL;
}

static struct counter *leader_of(struct stat_run *run, size_t i)
{
	size_t nr = run->events->nr;

	return run->counters[i - i % nr + run->events->events[i % nr]->leader];
}

static void close_group(struct stat_run *run, size_t leader, size_t end)
{
	for (size_t i = leader; i < end; i++)
		counter__close(run->counters[i]);
}

/* The first counter behind the group that begins at @leader. */
static size_t group_end(struct stat_run *run, size_t leader)
{
	size_t end = leader + 1;

	while (end < run->nr_counters && leader_of(run, end) == run->counters[leader] &&
	       run->counters[end] != leader_of(run, end))
		end++;
	return end;
}

static int open_group(struct stat_run *run, size_t leader, size_t end, struct err *err)
{
	const struct event *event = run->counters[leader]->event;
	size_t nr = run->events->nr;
	bool apart = false;
	int ret;

again:
	for (size_t i = leader; i < end; i++) {
		struct counter_target target = run->target;

		target.cgroup_fd = run->cgroups ? run->cgroup_fds[i / nr] : -1;
		ret = counter__open(run->counters[i], apart ? NULL : run->counters[leader], &target,
				    err);
		if (ret)
			return ret;
		if (run->counters[i]->supported || i == leader || apart || !event->terms.weak_group)
			continue;
		/* A weak group that does not open as one is counted one by one. */
		close_group(run, leader, end);
		apart = true;
		goto again;
	}
	return 0;
}

static int open_counters(struct stat_run *run, struct err *err)
{
	for (size_t i = 0; i < run->nr_counters;) {
		size_t end = group_end(run, i);
		int ret = open_group(run, i, end, err);

		if (ret)
			return ret;
		i = end;
	}
	return 0;
}

static int for_all(struct stat_run *run, int (*fn)(struct counter *counter))
{
	int ret = 0;

	for (size_t i = 0; i < run->nr_counters; i++) {
		int one = fn(run->counters[i]);

		if (!ret)
			ret = one;
	}
	return ret;
}

/* Counts that start by themselves at the command's exec need no ioctl. */
static bool starts_on_exec(const struct stat_run *run)
{
	return run->of_command && !run->delay_ms;
}

static bool targets_alive(const struct stat_run *run)
{
	const struct counter_target *target = &run->target;

	if (run->argv || target->threads[0] == -1)
		return true;
	for (int i = 0; i < target->nr_threads; i++)
		if (!kill(target->threads[i], 0) || errno == EPERM)
			return true;
	return false;
}

/* Waits until @until_ns for one of the blocked signals. The signal, or 0 at the time. */
static int wait_signal(u64 until_ns)
{
	sigset_t set;
	u64 now = now_ns(), left = until_ns > now ? until_ns - now : 0;
	struct timespec ts = { left / NSEC_PER_SEC, left % NSEC_PER_SEC };
	int sig;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGCHLD);
	sig = sigtimedwait(&set, NULL, &ts);
	return sig < 0 ? 0 : sig;
}

static u64 min_u64(u64 a, u64 b)
{
	return a < b ? a : b;
}

static int end_interval(struct stat_run *run, struct stat_times *last, u64 begin_ns)
{
	struct stat_times times = { .wall_ns = now_ns() - begin_ns };
	struct stat_times delta = { .wall_ns = times.wall_ns - last->wall_ns };
	int ret = for_all(run, counter__read);

	if (ret)
		return ret;
	ret = run->interval(run->arg, run, &delta, times.wall_ns);
	for (size_t i = 0; i < run->nr_counters; i++)
		counter__rebase(run->counters[i]);
	*last = times;
	return ret;
}

/* Sleeps and prints intervals until something ends the measurement. */
static int wait_for_end(struct stat_run *run, struct child *child, u64 begin_ns)
{
	u64 interval_ns = run->interval_ms * 1000000, intervals = 0;
	u64 end_ns = run->timeout_ms ? begin_ns + run->timeout_ms * 1000000 : UINT64_MAX;
	u64 next_ns = interval_ns ? begin_ns + interval_ns : UINT64_MAX;
	struct stat_times last = { 0 };
	int status, ret;

	for (;;) {
		u64 until_ns = min_u64(min_u64(end_ns, next_ns), now_ns() + ALIVE_CHECK_NS);
		int sig = wait_signal(until_ns);

		if (sig == SIGINT || sig == SIGTERM) {
			run->interrupted = true;
			break;
		}
		if (child->pid && child__wait(child, false, &status) == 1) {
			run->exit_code = child__exit_code(status);
			break;
		}
		if (now_ns() >= end_ns || !targets_alive(run))
			break;
		if (now_ns() < next_ns)
			continue;
		next_ns += interval_ns;
		ret = end_interval(run, &last, begin_ns);
		if (ret)
			return ret;
		if (run->max_intervals && ++intervals >= run->max_intervals)
			break;
	}
	return interval_ns && !run->max_intervals ? end_interval(run, &last, begin_ns) : 0;
}

static int start(struct stat_run *run, struct child *child, struct err *err)
{
	int ret;

	if (run->argv) {
		ret = child__go(child, run->argv[0], err);
		if (ret)
			return ret;
	}
	if (run->delay_ms)
		wait_signal(now_ns() + run->delay_ms * 1000000);
	if (!starts_on_exec(run) && for_all(run, counter__enable))
		return err__set(err, -errno, "starting the counters: %s", strerror(errno));
	return 0;
}

/* A command that still runs when the time is up, or the user breaks off, is ended and waited for. */
static void end_child(struct stat_run *run, struct child *child)
{
	int status;

	if (!child->pid)
		return;
	kill(child->pid, SIGTERM);
	while (child__wait(child, true, &status) == -EINTR)
		;
	/* That its time is up is no failure of the command: it ended as it was told. */
	if (!run->interrupted && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM)
		return;
	run->exit_code = child__exit_code(status);
}

int stat_run__once(struct stat_run *run, struct err *err)
{
	struct counter_target target = run->target;
	struct child child = { .go_fd = -1, .error_fd = -1 };
	struct rusage before, after;
	u64 begin_ns;
	int ret;

	run->exit_code = 0;
	getrusage(RUSAGE_CHILDREN, &before);
	if (run->argv) {
		ret = child__prepare(&child, run->argv, err);
		if (ret)
			return ret;
		if (run->of_command) {
			run->target.threads = &child.pid;
			run->target.nr_threads = 1;
		}
	}
	ret = open_counters(run, err);
	if (ret)
		goto out;
	begin_ns = now_ns();
	ret = start(run, &child, err);
	if (ret)
		goto out;
	ret = wait_for_end(run, &child, begin_ns);
	run->times.wall_ns = now_ns() - begin_ns;
	for_all(run, counter__disable);
	if (!ret)
		ret = for_all(run, counter__read);
	if (ret)
		err__set(err, ret, "reading the counters: %s", strerror(-ret));
	end_child(run, &child);
	getrusage(RUSAGE_CHILDREN, &after);
	run->times.user_ns = timeval_ns(after.ru_utime) - timeval_ns(before.ru_utime);
	run->times.system_ns = timeval_ns(after.ru_stime) - timeval_ns(before.ru_stime);
out:
	child__exit(&child);
	if (child.pid)
		end_child(run, &child);
	run->target = target;
	return ret;
}
