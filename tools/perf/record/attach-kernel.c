// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: persistent events that the kernel provides. Opening one by its attr attaches to it. What
 * a holder would tell is found out: the id by the one ioctl that reads it, the size of the
 * rings by mapping, the clock not at all.
 */
#include "attach-kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <perf/open.h>
#include <perf/ring.h>

#include "clock.h"
#include "cpulist.h"
#include "open-error.h"
#include "persistent/client.h"
#include "target.h"
#include "util/event.h"
#include "util/lookup.h"
#include "util/tracefs.h"

/* The PMU's format "persistent": it asks for the event, which itself runs without it. */
#define PERSISTENT_BIT (1ULL << 63)

/* Data pages of a ring, the likeliest first. */
static const u16 ring_pages[] = { 128, 64, 32, 16, 8, 4, 2, 1, 256, 512, 1024, 2048, 4096, 8192 };

static int find_ring_bytes(int fd, u64 *bytes)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	int ret = -EINVAL;

	for (size_t i = 0; i < ARRAY_SIZE(ring_pages) && ret == -EINVAL; i++) {
		struct perf_ring *ring;

		*bytes = ring_pages[i] * page_bytes;
		ret = perf_ring__new(&ring, fd, *bytes);
		if (!ret)
			perf_ring__delete(ring);
	}
	return ret;
}

static int open_cpus(struct persistent_attach *attach, const struct event *event, const int *cpus,
		     int nr, struct err *err)
{
	attach->fds = calloc(nr, sizeof(*attach->fds));
	if (!attach->fds)
		return err__set(err, -ENOMEM, "out of memory");
	for (int i = 0; i < nr; i++) {
		struct persistent_fd *fd = &attach->fds[attach->nr_fds];

		fd->cpu = cpus[i];
		fd->fd =
			perf_event__open(event__attr(event), -1, cpus[i], -1, PERF_FLAG_FD_CLOEXEC);
		if (fd->fd < 0)
			return open_error__explain(event__attr(event), event->name, fd->fd, 0, err);
		attach->nr_fds++;
		if (ioctl(fd->fd, PERF_EVENT_IOC_ID, &fd->id))
			return err__set(err, -errno, "%s: its id: %s", event->name,
					strerror(errno));
	}
	return 0;
}

struct wanted {
	struct persistent_attach *attach;
	u64 id;
};

static int take_name(void *arg, const struct tracepoint *tp)
{
	struct wanted *wanted = arg;

	if (tp->id != wanted->id)
		return 0;
	wanted->attach->tp_system = strdup(tp->system);
	wanted->attach->tp_name = strdup(tp->name);
	return wanted->attach->tp_system && wanted->attach->tp_name ? 1 : -ENOMEM;
}

/* Its format is recorded with it, where tracefs can be read. */
static int name_tracepoint(struct persistent_attach *attach, const struct perf_event_attr *attr)
{
	struct wanted wanted = { .attach = attach, .id = attr->config };
	struct tracepoint_walk walk = { "*", "*", take_name, &wanted };

	if (attr->type != PERF_TYPE_TRACEPOINT)
		return 0;
	return tracefs__each(&walk, NULL) == -ENOMEM ? -ENOMEM : 0;
}

int attach_kernel(struct persistent_attach *attach, const struct event *event, struct err *err)
{
	int *cpus = NULL, ret, nr;

	memset(attach, 0, sizeof(*attach));
	attach->connection = -1;
	attach->clockid = RECORD_CLOCK_PERF;
	nr = cpulist__online(NULL, &cpus, err);
	if (nr < 0)
		return nr;
	ret = open_cpus(attach, event, cpus, nr, err);
	free(cpus);
	if (ret)
		goto err;
	ret = find_ring_bytes(attach->fds[0].fd, &attach->ring_bytes);
	if (ret) {
		err__set(err, ret, "%s: its rings can not be mapped: %s", event->name,
			 strerror(-ret));
		goto err;
	}
	attach->words = malloc(event->nr_words * sizeof(u64));
	attach->name = strdup(event->name);
	if (attach->words && attach->name) {
		memcpy(attach->words, event->words, event->nr_words * sizeof(u64));
		attach->words[ATTR_WORD_FLAGS] &= ~PERSISTENT_BIT;
		attach->nr_words = event->nr_words;
		if (!name_tracepoint(attach, event__attr(event)))
			return 0;
	}
	ret = err__set(err, -ENOMEM, "out of memory");
err:
	persistent_attach__exit(attach);
	return ret;
}
