// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opens counting events over CPUs and threads, reads and closes them. In: events as resolved,
 * with the command's defaults filled in. Out: value, time enabled and time running of each.
 * A persistent event is attached to, not opened: its count begins at the attach.
 */
#include "counter.h"

#include <errno.h>
#include <perf/open.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "cpulist.h"
#include "persistent/client.h"
#include "util/attr.h"
#include "util/event.h"

struct counter *counter__new(const struct event *event)
{
	struct counter *counter = calloc(1, sizeof(*counter));

	if (counter)
		counter->event = event;
	return counter;
}

void counter__close(struct counter *counter)
{
	for (size_t i = 0; counter->fds && i < counter__nr(counter); i++)
		if (counter->fds[i] >= 0 && !counter->attach)
			close(counter->fds[i]);
	if (counter->attach)
		persistent_attach__exit(counter->attach);
	free(counter->attach);
	free(counter->fds);
	free(counter->counts);
	free(counter->base);
	free(counter->cpus);
	free(counter->threads);
	*counter = (struct counter){ .event = counter->event, .cgroup = counter->cgroup };
}

void counter__delete(struct counter *counter)
{
	if (!counter)
		return;
	counter__close(counter);
	free(counter);
}

static int reserve(struct counter *counter, int nr_cpus, int nr_threads)
{
	size_t nr = (size_t)nr_cpus * nr_threads;

	counter->nr_cpus = nr_cpus;
	counter->nr_threads = nr_threads;
	counter->cpus = calloc(nr_cpus ? nr_cpus : 1, sizeof(*counter->cpus));
	counter->threads = calloc(nr_threads ? nr_threads : 1, sizeof(*counter->threads));
	counter->fds = malloc((nr ? nr : 1) * sizeof(*counter->fds));
	counter->counts = calloc(nr ? nr : 1, sizeof(*counter->counts));
	counter->base = calloc(nr ? nr : 1, sizeof(*counter->base));
	if (!counter->cpus || !counter->threads || !counter->fds || !counter->counts ||
	    !counter->base)
		return -ENOMEM;
	for (size_t i = 0; i < nr; i++)
		counter->fds[i] = -1;
	return 0;
}

static bool holds(const int *cpus, int nr, int cpu)
{
	for (int i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/*
 * The CPUs of this counter: those of the target, or those that the PMU names. A core PMU's file
 * cpus bounds a system-wide target and leaves a task's alone; an uncore PMU's cpumask is where
 * it can be read at all.
 */
static int choose_cpus(struct counter *counter, const struct counter_target *target, bool *per_pmu,
		       struct err *err)
{
	const struct event *event = counter->event;
	_cleanup_free_ int *own = NULL;
	bool everywhere = target->nr_cpus == 1 && target->cpus[0] == -1;
	int nr = 0, nr_own;

	*per_pmu = event->cpus && !event->is_core_pmu;
	if (!event->cpus || (everywhere && !*per_pmu)) {
		if (reserve(counter, target->nr_cpus, *per_pmu ? 1 : target->nr_threads))
			return -ENOMEM;
		memcpy(counter->cpus, target->cpus, target->nr_cpus * sizeof(int));
		return 0;
	}
	nr_own = cpulist__parse(event->cpus, &own, err);
	if (nr_own < 0) {
		err__prefix(err, "CPUs of PMU %s", event->pmu);
		return nr_own;
	}
	if (reserve(counter, nr_own, *per_pmu ? 1 : target->nr_threads))
		return -ENOMEM;
	for (int i = 0; i < nr_own; i++)
		if (everywhere || holds(target->cpus, target->nr_cpus, own[i]))
			counter->cpus[nr++] = own[i];
	counter->nr_cpus = nr;
	return 0;
}

static bool means_unsupported(int error)
{
	return error == ENOENT || error == ENODEV || error == EOPNOTSUPP || error == EINVAL ||
	       error == ENXIO || error == ENOSYS;
}

static int explain(const struct counter *counter, int error, struct err *err)
{
	const struct event *event = counter->event;

	if (error == E2BIG)
		return attr__explain_too_big(event->words, event->nr_words,
					     perf_event__attr_bytes(), event->name, err);
	err__set(err, -error, "%s: %s", event->name, strerror(error));
	if (error == EPERM && event->tp_name && !geteuid())
		err__set_hint(err,
			      "this kernel lets nobody count %s:%s: name the systems or "
			      "tracepoints that are meant, without it",
			      event->tp_system, event->tp_name);
	else if (error == EACCES || error == EPERM)
		err__set_hint(err,
			      "see /proc/sys/kernel/perf_event_paranoid: counting for others or "
			      "system-wide needs root or CAP_PERFMON");
	else if (error == EMFILE)
		err__set_hint(err, "%zu files are needed for this event alone; raise ulimit -n",
			      counter__nr(counter));
	return -error;
}

static int open_one(struct counter *counter, int cpu_idx, int thread_idx, int group_fd,
		    int cgroup_fd)
{
	pid_t pid = cgroup_fd >= 0 ? cgroup_fd : counter->threads[thread_idx];
	unsigned long flags = PERF_FLAG_FD_CLOEXEC | (cgroup_fd >= 0 ? PERF_FLAG_PID_CGROUP : 0);

	return perf_event__open(counter->event->words, pid, counter->cpus[cpu_idx], group_fd,
				flags);
}

/* A unit's CPU that went offline, or never was here, while the unit counts on others. */
static bool is_gone(const struct counter *counter, int c, int error)
{
	const struct event *event = counter->event;

	return c && event->cpus && !event->is_core_pmu && (error == ENODEV || error == EINVAL);
}

static int open_all(struct counter *counter, const struct counter *leader, int cgroup_fd,
		    struct err *err)
{
	counter->supported = true;
	for (int t = 0; t < counter->nr_threads; t++) {
		for (int c = 0; c < counter->nr_cpus; c++) {
			size_t i = (size_t)t * counter->nr_cpus + c;
			int *fd = &counter->fds[i], group_fd = -1;

			if (leader && i < counter__nr(leader))
				group_fd = leader->fds[i];
			/* Where the leader is not, its group is not. */
			*fd = group_fd < -1 ? group_fd
					    : open_one(counter, c, t, group_fd, cgroup_fd);
			if (*fd >= 0 || *fd == -ESRCH || is_gone(counter, c, -*fd))
				continue;
			if (!means_unsupported(-*fd))
				return explain(counter, -*fd, err);
			counter->supported = false;
			return 0;
		}
	}
	return 0;
}

/*
 * Tool events are read from clocks; the kernel's dummy holds their place in a group. It is no
 * fault when it can not be opened.
 */
static void open_tool(struct counter *counter, const struct counter *leader, int cgroup_fd)
{
	open_all(counter, leader, cgroup_fd, NULL);
	counter->supported = true;
}

/* Attaches to a holder's event; what it counted so far is the base that reads subtract. */
static int attach(struct counter *counter, struct err *err)
{
	const struct event *event = counter->event;
	struct persistent_attach *answer = calloc(1, sizeof(*answer));
	int ret;

	if (!answer)
		return err__set(err, -ENOMEM, "out of memory");
	ret = persistent__attach(answer, event->holder, event->words[ATTR_WORD_CONFIG], err);
	if (ret) {
		free(answer);
		return ret;
	}
	counter->attach = answer;
	counter->persistent = true;
	ret = reserve(counter, answer->nr_fds, 1);
	if (ret)
		return err__set(err, ret, "out of memory");
	counter->threads[0] = -1;
	for (unsigned int i = 0; i < answer->nr_fds; i++) {
		counter->cpus[i] = answer->fds[i].cpu;
		counter->fds[i] = answer->fds[i].fd;
	}
	counter->supported = true;
	ret = counter__read(counter);
	if (ret)
		return err__set(err, ret, "%s: reading its count: %s", event->name, strerror(-ret));
	counter__rebase(counter);
	return 0;
}

int counter__open(struct counter *counter, const struct counter *leader,
		  const struct counter_target *target, struct err *err)
{
	bool per_pmu;
	int ret;

	if (counter->event->persistent && counter->event->holder)
		return attach(counter, err);
	ret = choose_cpus(counter, target, &per_pmu, err);
	if (ret)
		return ret == -ENOMEM ? err__set(err, ret, "out of memory") : ret;
	if (per_pmu)
		counter->threads[0] = -1;
	else
		memcpy(counter->threads, target->threads, target->nr_threads * sizeof(pid_t));
	if (leader == counter || (leader && leader->persistent))
		leader = NULL;
	if (leader && !leader->supported) {
		counter->supported = false;
		return 0;
	}
	if (!counter->event->tool)
		return open_all(counter, leader, target->cgroup_fd, err);
	open_tool(counter, leader, target->cgroup_fd);
	return 0;
}

static int ioctl_all(struct counter *counter, unsigned long request)
{
	if (counter->persistent)
		return 0;
	for (size_t i = 0; counter->fds && i < counter__nr(counter); i++)
		if (counter->fds[i] >= 0 && ioctl(counter->fds[i], request, 0))
			return -errno;
	return 0;
}

int counter__enable(struct counter *counter)
{
	return ioctl_all(counter, PERF_EVENT_IOC_ENABLE);
}

int counter__disable(struct counter *counter)
{
	return ioctl_all(counter, PERF_EVENT_IOC_DISABLE);
}

static u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/*
 * The words of one read() in the order of read_format (linux/perf_event.h); no GROUP. A persistent
 * event is always on: where its format lacks a time, the clock or the time enabled serves.
 */
static int parse_read(const u64 *words, size_t nr, u64 format, struct count *count)
{
	size_t want = 1 + !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		      !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);

	if (nr < want)
		return -EIO;
	*count = (struct count){ .value = *words++ };
	count->enabled_ns = format & PERF_FORMAT_TOTAL_TIME_ENABLED ? *words++ : now_ns();
	count->running_ns = format & PERF_FORMAT_TOTAL_TIME_RUNNING ? *words : count->enabled_ns;
	return 0;
}

int counter__read(struct counter *counter)
{
	const u64 *words = counter->attach ? counter->attach->words : counter->event->words;
	u64 got[8];

	for (size_t i = 0; counter->fds && i < counter__nr(counter); i++) {
		ssize_t len;
		int ret;

		if (counter->fds[i] < 0)
			continue;
		len = read(counter->fds[i], got, sizeof(got));
		if (len < 0)
			return -errno;
		ret = parse_read(got, len / sizeof(u64), words[ATTR_WORD_READ_FORMAT],
				 &counter->counts[i]);
		if (ret)
			return ret;
		counter->counts[i] = count__minus(counter->counts[i], counter->base[i]);
	}
	return 0;
}

void counter__rebase(struct counter *counter)
{
	for (size_t i = 0; counter->base && i < counter__nr(counter); i++)
		counter->base[i] = count__plus(counter->base[i], counter->counts[i]);
}

u64 count__scaled(struct count count)
{
	if (!count.running_ns || count.running_ns >= count.enabled_ns)
		return count.value;
	return (double)count.value * count.enabled_ns / count.running_ns + 0.5;
}
