// SPDX-License-Identifier: GPL-2.0-only
/*
 * The holder's watch over what it holds: a keeper that ended is replaced, events that somebody
 * stopped or paused run again.
 */
#include "persistent/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

struct watch {
	bool keeper_missing; /* noted already */
};

struct watch *watch__new(void)
{
	return calloc(1, sizeof(struct watch));
}

void watch__delete(struct watch *watch)
{
	free(watch);
}

static int keep_all(struct holder *holder)
{
	int ret = keeping__keep(&holder->keeping, holder->sideband);

	for (size_t i = 0; !ret && i < holder->nr; i++) {
		holder->events[i]->info.next_id = holder->next_id;
		ret = keeping__keep(&holder->keeping, holder->events[i]);
	}
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
			     "the keeper is missing, and history would not outlive the "
			     "holder: %s",
			     err.text);
	if (!ret)
		holder__note(holder, "the keeper (pid %d) ended; a new one (pid %d) has the rings",
			     pid, holder->keeping.pid);
	watch->keeper_missing = ret;
}

/*
 * The control page of a software event is updated when it is started, and only then: a page that
 * changed by starting it belongs to an event that had been stopped. Tracepoints do not tell.
 */
static void watch_ring(struct holder *holder, const struct rings *rings, const struct ring *ring)
{
	const struct perf_event_attr *attr = (struct perf_event_attr *)rings->info.words;
	u32 before = __atomic_load_n(&ring->page->lock, __ATOMIC_ACQUIRE);

	if (ioctl(ring->fd, PERF_EVENT_IOC_ENABLE, 0))
		return; /* its CPU went away */
	if (attr->type == PERF_TYPE_SOFTWARE &&
	    __atomic_load_n(&ring->page->lock, __ATOMIC_ACQUIRE) != before)
		holder__note(holder, "'%s' had been disabled on CPU %d; it runs again",
			     rings->info.name, ring->info.cpu);
}

static void watch_rings(struct holder *holder, const struct rings *rings)
{
	for (unsigned int i = 0; i < rings->nr; i++)
		watch_ring(holder, rings, &rings->rings[i]);
}

void watch__tick(struct watch *watch, struct holder *holder)
{
	if (holder->keeping.fd < 0)
		watch__keeper(watch, holder);
	watch_rings(holder, holder->sideband);
	for (size_t i = 0; i < holder->nr; i++)
		watch_rings(holder, holder->events[i]);
}
