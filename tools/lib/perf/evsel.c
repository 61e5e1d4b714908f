// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * One event: an attr goes in, an fd for each CPU and thread comes out, each with the ioctls
 * that switch it and, when asked for, a mapping. Whatever fails half-way is undone.
 */
#include <perf/cpumap.h>
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpumap-internal.h"
#include "evsel-internal.h"
#include "print.h"

/* The kernel takes an attr of at most a page. */
#define ATTR_MAX_BYTES 4096

struct perf_evsel *perf_evsel__new(struct perf_event_attr *attr)
{
	size_t bytes = attr->size ? attr->size : sizeof(*attr);
	struct perf_evsel *evsel;

	if (bytes > ATTR_MAX_BYTES) {
		errno = E2BIG;
		return NULL;
	}
	evsel = calloc(1, sizeof(*evsel));
	if (!evsel)
		return NULL;
	evsel->attr = calloc(1, bytes > sizeof(*attr) ? bytes : sizeof(*attr));
	if (!evsel->attr) {
		free(evsel);
		return NULL;
	}
	memcpy(evsel->attr, attr, bytes);
	evsel->attr->size = bytes;
	evsel->leader = evsel;
	return evsel;
}

void perf_evsel__delete(struct perf_evsel *evsel)
{
	if (!evsel)
		return;
	perf_evsel__close(evsel);
	perf_cpu_map__put(evsel->own_cpus);
	perf_cpu_map__put(evsel->cpus);
	perf_thread_map__put(evsel->threads);
	free(evsel->attr);
	free(evsel);
}

int perf_evsel__slot(const struct perf_evsel *evsel, int cpu_map_idx, int thread)
{
	int slot;

	if (!evsel->fds || cpu_map_idx < 0 || cpu_map_idx >= evsel->nr_cpus || thread < 0 ||
	    thread >= evsel->nr_threads)
		return -1;
	slot = cpu_map_idx * evsel->nr_threads + thread;
	return evsel->fds[slot] < 0 ? -1 : slot;
}

static int alloc_fds(struct perf_evsel *evsel)
{
	size_t nr;

	evsel->nr_cpus = perf_cpu_map__nr(evsel->cpus);
	evsel->nr_threads = perf_thread_map__nr(evsel->threads);
	if (evsel->nr_threads > INT_MAX / evsel->nr_cpus)
		return -E2BIG;
	nr = (size_t)evsel->nr_cpus * evsel->nr_threads;
	evsel->fds = malloc(nr * sizeof(*evsel->fds));
	evsel->ids = calloc(nr, sizeof(*evsel->ids));
	if (!evsel->fds || !evsel->ids)
		return -ENOMEM;
	memset(evsel->fds, 0xff, nr * sizeof(*evsel->fds));
	return 0;
}

/* The fd to open a group's member on: -1 for a leader; -ESRCH when the leader's thread ended. */
static int leader_fd(const struct perf_evsel *evsel, int cpu, int thread, int *fd)
{
	const struct perf_evsel *leader = evsel->leader;
	int idx, slot;

	*fd = -1;
	if (leader == evsel)
		return 0;
	if (!leader->fds)
		return -ENOTCONN;
	idx = perf_cpu_map__idx(leader->cpus, cpu);
	if (idx < 0)
		return -EINVAL;
	if (leader->nr_threads == 1)
		thread = 0;
	slot = perf_evsel__slot(leader, idx, thread);
	if (slot < 0)
		return -ESRCH;
	*fd = leader->fds[slot];
	return 0;
}

static int open_one(struct perf_evsel *evsel, int cpu_map_idx, int thread)
{
	int cpu = perf_cpu_map__cpu(evsel->cpus, cpu_map_idx).cpu;
	pid_t pid = perf_thread_map__pid(evsel->threads, thread);
	int group_fd, fd = leader_fd(evsel, cpu, thread, &group_fd);

	if (!fd)
		fd = perf_event__open(evsel->attr, pid, cpu, group_fd, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0) {
		libperf_print(LIBPERF_DEBUG,
			      "perf_event_open: type %u config %#llx pid %d cpu %d group_fd %d: "
			      "%s\n",
			      evsel->attr->type, (unsigned long long)evsel->attr->config, pid, cpu,
			      group_fd, strerror(-fd));
		return fd;
	}
	evsel->fds[cpu_map_idx * evsel->nr_threads + thread] = fd;
	return 0;
}

static int open_all(struct perf_evsel *evsel)
{
	int cpu, thread, ret, nr = 0;

	for (cpu = 0; cpu < evsel->nr_cpus; cpu++) {
		for (thread = 0; thread < evsel->nr_threads; thread++) {
			ret = open_one(evsel, cpu, thread);
			if (ret == -ESRCH && evsel->nr_threads > 1)
				continue;
			if (ret)
				return ret;
			nr++;
		}
	}
	return nr ? 0 : -ESRCH;
}

static void set_maps(struct perf_evsel *evsel, struct perf_cpu_map *cpus,
		     struct perf_thread_map *threads)
{
	perf_cpu_map__get(cpus);
	perf_thread_map__get(threads);
	perf_cpu_map__put(evsel->cpus);
	perf_thread_map__put(evsel->threads);
	evsel->cpus = cpus;
	evsel->threads = threads;
}

int perf_evsel__open(struct perf_evsel *evsel, struct perf_cpu_map *cpus,
		     struct perf_thread_map *threads)
{
	int ret;

	if (evsel->fds)
		return -EBUSY;
	set_maps(evsel, cpus, threads);
	ret = alloc_fds(evsel);
	if (!ret)
		ret = open_all(evsel);
	if (ret) {
		perf_evsel__close(evsel);
		return ret;
	}
	evsel->opener = pthread_self();
	if (evsel->leader == evsel)
		evsel->group_len = 0;
	evsel->group_pos = evsel->leader->group_len++;
	return 0;
}

void perf_evsel__close(struct perf_evsel *evsel)
{
	int cpu;

	perf_evsel__munmap(evsel);
	for (cpu = 0; cpu < evsel->nr_cpus; cpu++)
		perf_evsel__close_cpu(evsel, cpu);
	free(evsel->fds);
	free(evsel->ids);
	evsel->fds = NULL;
	evsel->ids = NULL;
	evsel->nr_cpus = evsel->nr_threads = 0;
}

void perf_evsel__close_cpu(struct perf_evsel *evsel, int cpu_map_idx)
{
	int thread, slot;

	for (thread = 0; thread < evsel->nr_threads; thread++) {
		slot = perf_evsel__slot(evsel, cpu_map_idx, thread);
		if (slot < 0)
			continue;
		close(evsel->fds[slot]);
		evsel->fds[slot] = -1;
	}
}

static int map_one(struct perf_evsel *evsel, int slot, size_t bytes)
{
	int prot = evsel->attr->write_backward ? PROT_READ : PROT_READ | PROT_WRITE;
	void *base;

	if (evsel->fds[slot] < 0)
		return 0;
	base = mmap(NULL, bytes, prot, MAP_SHARED, evsel->fds[slot], 0);
	if (base == MAP_FAILED)
		return -errno;
	evsel->pages[slot] = (struct evsel_page){ .base = base, .bytes = bytes };
	return 0;
}

int perf_evsel__mmap(struct perf_evsel *evsel, int pages)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	int slot, nr = evsel->nr_cpus * evsel->nr_threads, ret = 0;

	if (!evsel->fds || pages < 0 || (pages & (pages - 1)))
		return -EINVAL;
	if (evsel->pages)
		return -EBUSY;
	if ((size_t)pages >= SIZE_MAX / page_bytes)
		return -EINVAL;
	evsel->pages = calloc(nr, sizeof(*evsel->pages));
	if (!evsel->pages)
		return -ENOMEM;
	for (slot = 0; slot < nr && !ret; slot++)
		ret = map_one(evsel, slot, (1 + (size_t)pages) * page_bytes);
	if (ret)
		perf_evsel__munmap(evsel);
	return ret;
}

void perf_evsel__munmap(struct perf_evsel *evsel)
{
	int slot;

	if (!evsel->pages)
		return;
	for (slot = 0; slot < evsel->nr_cpus * evsel->nr_threads; slot++)
		if (evsel->pages[slot].base)
			munmap(evsel->pages[slot].base, evsel->pages[slot].bytes);
	free(evsel->pages);
	evsel->pages = NULL;
}

void *perf_evsel__mmap_base(struct perf_evsel *evsel, int cpu_map_idx, int thread)
{
	int slot = perf_evsel__slot(evsel, cpu_map_idx, thread);

	return slot < 0 || !evsel->pages ? NULL : evsel->pages[slot].base;
}

/* What one ioctl is run on; -1: all CPUs, all threads. */
struct range {
	int cpu_map_idx, thread;
};

static int run_ioctl(struct perf_evsel *evsel, struct range only, unsigned long request, void *arg)
{
	int cpu, thread, slot;

	for (cpu = 0; cpu < evsel->nr_cpus; cpu++) {
		for (thread = 0; thread < evsel->nr_threads; thread++) {
			if ((only.cpu_map_idx >= 0 && only.cpu_map_idx != cpu) ||
			    (only.thread >= 0 && only.thread != thread))
				continue;
			slot = perf_evsel__slot(evsel, cpu, thread);
			if (slot >= 0 && ioctl(evsel->fds[slot], request, arg) < 0)
				return -errno;
		}
	}
	return 0;
}

/* An index past the end has no fds to run on, which the caller should know. */
static int run_on_cpu(struct perf_evsel *evsel, int cpu_map_idx, unsigned long request)
{
	struct range only = { cpu_map_idx, -1 };

	if (cpu_map_idx < 0 || cpu_map_idx >= evsel->nr_cpus)
		return -EINVAL;
	return run_ioctl(evsel, only, request, NULL);
}

int perf_evsel__enable(struct perf_evsel *evsel)
{
	return run_ioctl(evsel, (struct range){ -1, -1 }, PERF_EVENT_IOC_ENABLE, NULL);
}

int perf_evsel__enable_cpu(struct perf_evsel *evsel, int cpu_map_idx)
{
	return run_on_cpu(evsel, cpu_map_idx, PERF_EVENT_IOC_ENABLE);
}

int perf_evsel__enable_thread(struct perf_evsel *evsel, int thread)
{
	struct range only = { -1, thread };

	if (thread < 0 || thread >= evsel->nr_threads)
		return -EINVAL;
	return run_ioctl(evsel, only, PERF_EVENT_IOC_ENABLE, NULL);
}

int perf_evsel__disable(struct perf_evsel *evsel)
{
	return run_ioctl(evsel, (struct range){ -1, -1 }, PERF_EVENT_IOC_DISABLE, NULL);
}

int perf_evsel__disable_cpu(struct perf_evsel *evsel, int cpu_map_idx)
{
	return run_on_cpu(evsel, cpu_map_idx, PERF_EVENT_IOC_DISABLE);
}

int perf_evsel__set_filter(struct perf_evsel *evsel, const char *filter)
{
	return run_ioctl(evsel, (struct range){ -1, -1 }, PERF_EVENT_IOC_SET_FILTER,
			 (void *)(uintptr_t)filter);
}

int perf_evsel__fd(struct perf_evsel *evsel, int cpu_map_idx, int thread)
{
	int slot = perf_evsel__slot(evsel, cpu_map_idx, thread);

	return slot < 0 ? -1 : evsel->fds[slot];
}

int perf_evsel__id(struct perf_evsel *evsel, int cpu_map_idx, int thread, __u64 *id)
{
	int slot = perf_evsel__slot(evsel, cpu_map_idx, thread);

	*id = 0;
	if (slot < 0)
		return -EBADF;
	if (!evsel->ids[slot] && ioctl(evsel->fds[slot], PERF_EVENT_IOC_ID, &evsel->ids[slot]) < 0)
		return -errno;
	*id = evsel->ids[slot];
	return 0;
}

void perf_evsel__set_leader(struct perf_evsel *evsel, struct perf_evsel *leader)
{
	evsel->leader = leader ? leader : evsel;
}

struct perf_evsel *perf_evsel__leader(struct perf_evsel *evsel)
{
	return evsel->leader;
}

int perf_evsel__idx(struct perf_evsel *evsel)
{
	return evsel->idx;
}

struct perf_cpu_map *perf_evsel__cpus(struct perf_evsel *evsel)
{
	return evsel->cpus;
}

struct perf_thread_map *perf_evsel__threads(struct perf_evsel *evsel)
{
	return evsel->threads;
}

struct perf_event_attr *perf_evsel__attr(struct perf_evsel *evsel)
{
	return evsel->attr;
}
