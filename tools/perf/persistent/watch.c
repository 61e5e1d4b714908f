// SPDX-License-Identifier: GPL-2.0-only
/*
 * The holder's watch over what it holds: a keeper that ended is replaced, events that somebody
 * stopped, paused or filtered run again, and CPUs that come online are covered.
 */
#include "persistent/watch.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <perf/open.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "persistent/opening.h"

#define NOTICEABLE_NS 1000000 /* shorter than any tick of the clocks that are compared */
#define MOMENT_NS     200000  /* in which time passes for who runs */
#define NOTICEABLE    4	      /* events that were counted without a record */

struct watch {
	bool keeper_missing; /* noted already */
	bool names_missing;  /* noted already, too */
	int *online;	     /* CPUs at the last tick; NULL: not known */
	int nr_online;
};

struct watch *watch__new(void)
{
	return calloc(1, sizeof(struct watch));
}

void watch__delete(struct watch *watch)
{
	if (!watch)
		return;
	free(watch->online);
	free(watch);
}

static int keep_all(struct holder *holder)
{
	int ret;

	/* The first id that was never given out must outlive events that were removed. */
	holder->sideband->info.next_id = holder->next_id;
	ret = keeping__keep(&holder->keeping, holder->sideband);
	for (size_t i = 0; !ret && i < holder->nr; i++)
		ret = keeping__keep(&holder->keeping, holder->events[i]);
	return ret;
}

void watch__keeper(struct watch *watch, struct holder *holder)
{
	struct err err = { 0 };
	pid_t pid = holder->keeping.pid;
	int ret;

	keeping__quit(&holder->keeping, &holder->dir);
	ret = keeping__start(&holder->keeping, &holder->dir, &err);
	if (!ret) {
		ret = keep_all(holder);
		if (ret) {
			keeping__quit(&holder->keeping, &holder->dir);
			err__set(&err, ret, "it can not keep the rings: %s", strerror(-ret));
		}
	}
	if (ret && !watch->keeper_missing)
		holder__note(holder,
			     "the keeper is missing, and history would not outlive the holder: %s",
			     err.text);
	if (!ret)
		holder__note(holder, "the keeper (pid %d) ended; a new one (pid %d) has the rings",
			     pid, holder->keeping.pid);
	watch->keeper_missing = ret;
}

/*
 * A guard is a member of the event's group that counts nothing: it is enabled exactly while the
 * event is, and tells for how long. So no sample has to carry that time.
 */
static int open_guard(const struct ring *ring)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_DUMMY,
					.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
					/* All of a group have one clock. */
					.use_clockid = 1,
					.clockid = CLOCK_MONOTONIC };

	return perf_event__open(&attr, -1, ring->info.cpu, ring->fd, PERF_FLAG_FD_CLOEXEC);
}

/* How long the event was disabled since the last tick, at least; 0 also when it is not known. */
static u64 time_disabled(struct ring *ring)
{
	struct ring_watch *watch = &ring->watch;
	u64 values[2], before_ns = rings__now_ns(), off_ns = 0;

	if (!watch->guard_fd)
		watch->guard_fd = open_guard(ring);
	if (watch->guard_fd < 0 || read(watch->guard_fd, values, sizeof(values)) < 0)
		return 0;
	/* From after the last reading to before this one: being preempted only shortens it. */
	if (watch->at_ns && before_ns - watch->at_ns > values[1] - watch->enabled_ns)
		off_ns = before_ns - watch->at_ns - (values[1] - watch->enabled_ns);
	watch->enabled_ns = values[1];
	watch->at_ns = rings__now_ns();
	return off_ns > NOTICEABLE_NS ? off_ns : 0;
}

/* No record of the event is shorter. */
static u64 record_bytes(const struct perf_event_attr *attr)
{
	u64 fields = attr->sample_type &
		     (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
		      PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ);
	u64 values = attr->sample_type & PERF_SAMPLE_READ ? attr->read_format : 0;

	return sizeof(struct perf_event_header) +
	       sizeof(u64) * (__builtin_popcountll(fields) + __builtin_popcountll(values));
}

/* Where every event is a record: were more counted than the ring can have taken? */
static bool is_paused(const struct rings *rings, struct ring *ring)
{
	const struct perf_event_attr *attr = (struct perf_event_attr *)rings->info.words;
	u64 head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE), count, lost, later;
	struct ring_watch *watch = &ring->watch;
	bool paused;

	if (attr->freq || attr->sample_period != 1 || ring__read(rings, ring, &count, &lost))
		return false;
	/* The head runs downward. */
	later = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	paused = watch->seen && count > watch->count + NOTICEABLE &&
		 (count - watch->count - NOTICEABLE) * record_bytes(attr) > watch->head - later;
	watch->seen = true;
	watch->head = head;
	watch->count = count;
	return paused;
}

/*
 * An event dies with its CPU, and is as dead when that is back: then enabling it, which was done, lets no
 * time pass.
 */
static bool is_dead(const struct ring *ring)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };
	u64 before[2], after[2];

	if (ring->watch.guard_fd <= 0 || read(ring->watch.guard_fd, before, sizeof(before)) < 0)
		return false;
	nanosleep(&moment, NULL);
	return read(ring->watch.guard_fd, after, sizeof(after)) == sizeof(after) &&
	       after[1] == before[1];
}

static void cover(struct holder *holder, struct rings *rings, int cpu)
{
	const char *name = *rings->info.name ? rings->info.name : "the side-band";
	struct err err = { 0 };

	if (holder__cover_cpu(holder, rings, cpu, &err))
		holder__note(holder, "CPU %d came online, but '%s' does not run there: %s", cpu,
			     name, err.text);
	else
		holder__note(holder,
			     "CPU %d came online: '%s' runs there, too; who is attached "
			     "already does not see it",
			     cpu, name);
}

/* Both are undone in any case: they cost nothing where there is nothing to undo. */
static void watch_ring(struct holder *holder, struct rings *rings, struct ring *ring)
{
	const char *name = *rings->info.name ? rings->info.name : "the side-band";
	bool paused = is_paused(rings, ring);
	u64 off_ns = time_disabled(ring);

	/* The guard, too, which is disabled by who disables the group. */
	ioctl(ring->fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	ioctl(ring->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
	/* Its CPU was away for less than a tick. */
	if (off_ns && is_dead(ring))
		cover(holder, rings, ring->info.cpu);
	else if (off_ns)
		holder__note(holder, "'%s' had been disabled for %llu ms on CPU %d; it runs again",
			     name, off_ns / 1000000, ring->info.cpu);
	else if (paused)
		holder__note(holder, "the ring of '%s' had been paused on CPU %d; it goes on", name,
			     ring->info.cpu);
}

/* A filter can not be taken away; but setting another, even a bad one, is refused as EEXIST. */
static bool is_filtered(const struct rings *rings)
{
	const struct perf_event_attr *attr = (struct perf_event_attr *)rings->info.words;

	if (attr->type != PERF_TYPE_TRACEPOINT)
		return false;
	for (unsigned int i = 0; i < rings->nr; i++)
		if (ioctl(rings->rings[i].fd, PERF_EVENT_IOC_SET_FILTER, "(") < 0 &&
		    errno == EEXIST)
			return true;
	return false;
}

static bool reopen(struct holder *holder, struct rings *rings)
{
	struct err err = { 0 };
	int ret = holder__reopen(holder, rings, &err);

	if (ret)
		holder__note(holder, "'%s' has a filter, and can not be opened anew: %s",
			     rings->info.name, err.text);
	else
		holder__note(holder,
			     "'%s' had been given a filter; it was opened anew, its "
			     "history is gone",
			     rings->info.name);
	return !ret;
}

static bool has_cpu(const int *cpus, int nr, int cpu)
{
	for (int i = 0; i < nr; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/* An event that did not run on all CPUs that were online has CPUs of its own. */
static void watch_cpus(struct watch *watch, struct holder *holder)
{
	int *cpus, nr = opening__online(holder->online_path, &cpus, NULL);

	if (nr < 0)
		return;
	for (int i = 0; watch->online && i < nr; i++) {
		if (has_cpu(watch->online, watch->nr_online, cpus[i]))
			continue;
		for (size_t j = 0; j < holder->nr; j++)
			if (holder->events[j]->nr >= (unsigned int)watch->nr_online)
				cover(holder, holder->events[j], cpus[i]);
		cover(holder, holder->sideband, cpus[i]);
	}
	free(watch->online);
	watch->online = cpus;
	watch->nr_online = nr;
}

static void watch_rings(struct watch *watch, struct holder *holder, struct rings *rings)
{
	for (unsigned int i = 0; i < rings->nr; i++)
		if (has_cpu(watch->online, watch->nr_online, rings->rings[i].info.cpu))
			watch_ring(holder, rings, &rings->rings[i]);
}

/* Before a side-band ring forgets a name it has told, what runs is looked up again. */
static void watch_names(struct watch *watch, struct holder *holder)
{
	const struct rings *rings = holder->sideband;
	bool due = false;
	int ret;

	for (unsigned int i = 0; i < rings->nr; i++) {
		u64 head = __atomic_load_n(&rings->rings[i].page->data_head, __ATOMIC_ACQUIRE);

		/* The head runs downward. */
		due |= rings->rings[i].watch.names_head - head > rings->info.ring_bytes / 2;
	}
	ret = due ? holder__refresh_names(holder) : 0;
	if (ret && !watch->names_missing)
		holder__note(holder, "names of tasks that end may be missing from history: %s",
			     strerror(-ret));
	if (due)
		watch->names_missing = ret;
}

void watch__tick(struct watch *watch, struct holder *holder, void (*reopened)(void *arg, u64 id),
		 void *arg)
{
	if (holder->keeping.fd < 0)
		watch__keeper(watch, holder);
	watch_cpus(watch, holder);
	watch_names(watch, holder);
	watch_rings(watch, holder, holder->sideband);
	for (size_t i = 0; i < holder->nr; i++) {
		if (is_filtered(holder->events[i]) && reopen(holder, holder->events[i]))
			reopened(arg, holder->events[i]->info.id);
		watch_rings(watch, holder, holder->events[i]);
	}
}
