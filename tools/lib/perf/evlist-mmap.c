// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The rings of a list: fds in, one mapped ring for each CPU (or thread, for events open on
 * any CPU) and direction out, which all events there write to; and the fds to poll.
 */
#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cpumap-internal.h"
#include "evlist-internal.h"
#include "evsel-internal.h"
#include "mmap-internal.h"

/* While the rings are made: for each direction, the ring of each CPU and then of each thread. */
struct mapper {
	struct perf_evlist *evlist;
	struct perf_cpu_map *cpus; /* of all events */
	struct perf_mmap **rings[2];
	size_t nr_fds, data_bytes;
	const struct perf_evsel *watched; /* its fds tell when a thread has ended */
};

static int mapper__init(struct mapper *mapper)
{
	struct perf_evsel *evsel;
	int nr_threads = 1, nr, i;

	perf_evlist__for_each_evsel (mapper->evlist, evsel) {
		struct perf_cpu_map *any = evsel->cpus ? NULL : perf_cpu_map__new_any_cpu();
		struct perf_cpu_map *merged;

		merged = perf_cpu_map__merge(mapper->cpus, any ? any : evsel->cpus);
		perf_cpu_map__put(any);
		if (!merged)
			return -ENOMEM;
		mapper->cpus = merged;
		if (evsel->nr_threads > nr_threads)
			nr_threads = evsel->nr_threads;
		if (!mapper->watched && evsel->threads)
			mapper->watched = evsel;
		mapper->nr_fds += (size_t)evsel->nr_cpus * evsel->nr_threads;
	}
	if (!mapper->nr_fds)
		return -EINVAL;
	nr = perf_cpu_map__nr(mapper->cpus) + nr_threads;
	for (i = 0; i < 2; i++) {
		mapper->rings[i] = calloc(nr, sizeof(*mapper->rings[i]));
		if (!mapper->rings[i])
			return -ENOMEM;
	}
	mapper->evlist->pollfds = calloc(mapper->nr_fds, sizeof(struct pollfd));
	return mapper->evlist->pollfds ? 0 : -ENOMEM;
}

static void mapper__exit(struct mapper *mapper)
{
	perf_cpu_map__put(mapper->cpus);
	free(mapper->rings[0]);
	free(mapper->rings[1]);
}

static void append(struct perf_evlist *evlist, struct perf_mmap *map, bool overwrite)
{
	if (evlist->last_mmap[overwrite])
		evlist->last_mmap[overwrite]->next = map;
	else
		evlist->first_mmap[overwrite] = map;
	evlist->last_mmap[overwrite] = map;
}

static void watch(struct perf_evlist *evlist, int fd, short events)
{
	evlist->pollfds[evlist->nr_pollfds++] = (struct pollfd){ .fd = fd, .events = events };
}

/*
 * The first event of a place gets the ring, the others write to it. Those that refuse read a ring
 * of somebody else (a persistent event's) and have a mapping of their own.
 */
static int map_fd(struct mapper *mapper, struct perf_evsel *evsel, int fd, int cpu, int thread)
{
	bool overwrite = evsel->attr->write_backward;
	struct mmap_place place = { .fd = fd, .cpu = cpu, .thread = cpu < 0 ? thread : -1 };
	struct perf_mmap **ring, *map;
	int ret;

	ring = &mapper->rings[overwrite][cpu < 0 ? perf_cpu_map__nr(mapper->cpus) + thread
						 : perf_cpu_map__idx(mapper->cpus, cpu)];
	if (*ring && !ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, (*ring)->place.fd)) {
		/* Nothing to read here, but POLLHUP is given unasked. */
		if (evsel == mapper->watched)
			watch(mapper->evlist, fd, 0);
		return 0;
	}
	if (*ring && errno != EACCES)
		return -errno;
	ret = perf_mmap__new(&place, mapper->data_bytes, overwrite, &map);
	if (ret)
		return ret;
	append(mapper->evlist, map, overwrite);
	if (!*ring || !map->ring)
		*ring = map;
	watch(mapper->evlist, fd, POLLIN);
	return 0;
}

static int map_evsel(struct mapper *mapper, struct perf_evsel *evsel)
{
	int cpu, thread, fd, ret;
	__u64 id;

	for (cpu = 0; cpu < evsel->nr_cpus; cpu++) {
		for (thread = 0; thread < evsel->nr_threads; thread++) {
			fd = perf_evsel__fd(evsel, cpu, thread);
			if (fd < 0)
				continue;
			ret = perf_evsel__id(evsel, cpu, thread, &id);
			if (!ret)
				ret = map_fd(mapper, evsel, fd,
					     perf_cpu_map__cpu(evsel->cpus, cpu).cpu, thread);
			if (ret)
				return ret;
		}
	}
	return 0;
}

int perf_evlist__mmap(struct perf_evlist *evlist, int pages)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	struct mapper mapper = { .evlist = evlist };
	struct perf_evsel *evsel;
	int ret;

	if (pages <= 0 || (pages & (pages - 1)) || (size_t)pages >= SIZE_MAX / page_bytes)
		return -EINVAL;
	if (evlist->pollfds)
		return -EBUSY;
	mapper.data_bytes = pages * page_bytes;
	ret = mapper__init(&mapper);
	perf_evlist__for_each_evsel (evlist, evsel) {
		if (ret)
			break;
		ret = map_evsel(&mapper, evsel);
	}
	mapper__exit(&mapper);
	if (ret)
		perf_evlist__munmap(evlist);
	return ret;
}

void perf_evlist__munmap(struct perf_evlist *evlist)
{
	struct perf_mmap *map, *next;
	int i;

	for (i = 0; i < 2; i++) {
		for (map = evlist->first_mmap[i]; map; map = next) {
			next = map->next;
			perf_mmap__delete(map);
		}
		evlist->first_mmap[i] = evlist->last_mmap[i] = NULL;
	}
	free(evlist->pollfds);
	evlist->pollfds = NULL;
	evlist->nr_pollfds = 0;
}

struct perf_mmap *perf_evlist__next_mmap(struct perf_evlist *evlist, struct perf_mmap *map,
					 bool overwrite)
{
	return map ? map->next : evlist->first_mmap[overwrite];
}

static bool has_fd(const struct perf_evsel *evsel, int fd)
{
	int i;

	for (i = 0; i < evsel->nr_cpus * evsel->nr_threads; i++)
		if (evsel->fds[i] == fd)
			return true;
	return false;
}

void perf_evlist__forget_fds(struct perf_evlist *evlist, const struct perf_evsel *evsel)
{
	int i, nr = 0;

	for (i = 0; i < evlist->nr_pollfds; i++)
		if (!has_fd(evsel, evlist->pollfds[i].fd))
			evlist->pollfds[nr++] = evlist->pollfds[i];
	evlist->nr_pollfds = nr;
}

int perf_evlist__poll(struct perf_evlist *evlist, int timeout_ms)
{
	int ret = poll(evlist->pollfds, evlist->nr_pollfds, timeout_ms);

	return ret < 0 ? -errno : ret;
}

int perf_evlist__filter_pollfd(struct perf_evlist *evlist, short revents_and_mask)
{
	int i, nr = 0;

	for (i = 0; i < evlist->nr_pollfds; i++)
		if (!(evlist->pollfds[i].revents & revents_and_mask))
			evlist->pollfds[nr++] = evlist->pollfds[i];
	evlist->nr_pollfds = nr;
	return nr;
}
