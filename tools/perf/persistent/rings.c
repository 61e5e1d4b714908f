// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf events and rings of one persistent event: opened and mapped here, or received from
 * another process; started, stopped, counted and handed on.
 */
#include "persistent/rings.h"

#include <errno.h>
#include <perf/open.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "cpulist.h"

struct rings *rings__new(void)
{
	return calloc(1, sizeof(struct rings));
}

static size_t map_bytes(const struct rings *rings)
{
	return rings->info.ring_bytes + sysconf(_SC_PAGESIZE);
}

static void ring__exit(const struct rings *rings, struct ring *ring)
{
	if (ring->watch.guard_fd > 0)
		close(ring->watch.guard_fd);
	if (ring->page)
		munmap(ring->page, map_bytes(rings));
	if (ring->fd >= 0)
		close(ring->fd);
}

void rings__delete(struct rings *rings)
{
	if (!rings)
		return;
	for (unsigned int i = 0; i < rings->nr; i++)
		ring__exit(rings, &rings->rings[i]);
	free(rings->rings);
	event_info__exit(&rings->info);
	free(rings);
}

static int ring__map(const struct rings *rings, struct ring *ring)
{
	void *page = mmap(NULL, map_bytes(rings), PROT_READ, MAP_SHARED, ring->fd, 0);

	if (page == MAP_FAILED)
		return -errno;
	ring->page = page;
	return 0;
}

/* Makes room for @nr more rings. */
static int rings__reserve(struct rings *rings, unsigned int nr)
{
	struct ring *grown = reallocarray(rings->rings, rings->nr + nr, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	rings->rings = grown;
	return 0;
}

int rings__open_cpu(struct rings *rings, int cpu, bool *mapping)
{
	struct ring ring = { .info.cpu = cpu, .fd = -1 };
	__u64 id;
	int ret;

	*mapping = false;
	ret = rings__reserve(rings, 1);
	if (ret)
		return ret;
	ring.fd = perf_event__open(rings->info.words, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (ring.fd < 0)
		return ring.fd;
	ret = ring__map(rings, &ring);
	*mapping = ret;
	if (!ret && ioctl(ring.fd, PERF_EVENT_IOC_ID, &id))
		ret = -errno;
	if (ret) {
		ring__exit(rings, &ring);
		return ret;
	}
	ring.info.id = id;
	rings->rings[rings->nr++] = ring;
	return 0;
}

int rings__adopt(struct rings *rings, struct wire *body, struct socket_message *message)
{
	struct fd_info infos[PROTOCOL_FDS_MAX];
	int nr = message__get_fds(body, infos);
	int ret = nr < 0 ? nr : rings__reserve(rings, nr);

	if (!ret && ((unsigned int)nr != message->nr_fds ||
		     (unsigned int)nr > rings->info.nr_rings - rings->nr))
		ret = -EPROTO;
	for (int i = 0; !ret && i < nr; i++) {
		struct ring ring = { .info = infos[i], .fd = message->fds[i] };

		ret = ring__map(rings, &ring) ? -EPROTO : 0;
		if (ret)
			break;
		message->fds[i] = -1;
		rings->rings[rings->nr++] = ring;
	}
	socket_message__close_fds(message);
	return ret;
}

int rings__enable(struct rings *rings)
{
	for (unsigned int i = 0; i < rings->nr; i++)
		if (ioctl(rings->rings[i].fd, PERF_EVENT_IOC_ENABLE, 0))
			return -errno;
	return 0;
}

void rings__disable(struct rings *rings)
{
	for (unsigned int i = 0; i < rings->nr; i++)
		ioctl(rings->rings[i].fd, PERF_EVENT_IOC_DISABLE, 0);
}

int rings__send(const struct rings *rings, int fd)
{
	struct fd_info infos[PROTOCOL_FDS_MAX];
	int fds[PROTOCOL_FDS_MAX], ret;
	struct buf message = { 0 };

	message__put_event(&message, &rings->info);
	ret = socket__send(fd, &message, NULL, 0, 0);
	for (unsigned int i = 0, n; !ret && i < rings->nr; i += n) {
		for (n = 0; n < PROTOCOL_FDS_MAX && i + n < rings->nr; n++) {
			infos[n] = rings->rings[i + n].info;
			fds[n] = rings->rings[i + n].fd;
		}
		buf__reset(&message);
		message__put_fds(&message, infos, n);
		ret = socket__send(fd, &message, fds, n, 0);
	}
	buf__exit(&message);
	return ret;
}

int ring__read(const struct rings *rings, const struct ring *ring, u64 *count, u64 *lost)
{
	/* value, time enabled, time running, id, lost: as far as read_format asks. */
	const struct perf_event_attr *attr = (struct perf_event_attr *)rings->info.words;
	u64 values[5] = { 0 }, format = attr->read_format;
	unsigned int at = 1;

	if (read(ring->fd, values, sizeof(values)) < 0)
		return -errno;
	*count = values[0];
	at += !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
	      !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING) + !!(format & PERF_FORMAT_ID);
	*lost = format & PERF_FORMAT_LOST ? values[at] : ~0ULL;
	return 0;
}

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static char *cpus_text(const struct rings *rings)
{
	_cleanup_free_ int *cpus = calloc(rings->nr + 1, sizeof(*cpus));

	if (!cpus)
		return NULL;
	for (unsigned int i = 0; i < rings->nr; i++)
		cpus[i] = rings->rings[i].info.cpu;
	qsort(cpus, rings->nr, sizeof(*cpus), compare_ints);
	return cpulist__text(cpus, rings->nr);
}

int rings__status(const struct rings *rings, u64 now_ns, struct event_status *status)
{
	u64 count, lost;

	*status = (struct event_status){ .ring_bytes = rings->info.ring_bytes };
	status->age_ns = now_ns - rings->info.since_ns;
	for (unsigned int i = 0; i < rings->nr; i++) {
		if (ring__read(rings, &rings->rings[i], &count, &lost))
			continue; /* its CPU went away: what it counted can not be read */
		status->count += count;
		status->lost = lost == ~0ULL ? lost : status->lost + lost;
	}
	status->name = strdup(rings->info.name);
	status->event = strdup(rings->info.event);
	status->cpus = cpus_text(rings);
	if (!status->name || !status->event || !status->cpus) {
		event_status__exit(status);
		return -ENOMEM;
	}
	return 0;
}

void rings__drop(struct rings *rings, unsigned int i)
{
	ring__exit(rings, &rings->rings[i]);
	memmove(&rings->rings[i], &rings->rings[i + 1], (--rings->nr - i) * sizeof(*rings->rings));
}

void rings__swap(struct rings *a, struct rings *b)
{
	struct rings old = *a;

	*a = *b;
	*b = old;
}

u64 rings__now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}
