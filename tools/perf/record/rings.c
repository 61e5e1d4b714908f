// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the rings of ordinary events, which belong to this recorder alone: mapped as large as
 * the budget of locked memory allows, and emptied in one piece per round.
 */
#include "rings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include "open.h"
#include "options.h"
#include "output.h"

#define DEFAULT_RING_BYTES (512u * 1024)

static int explain_map(int ret, struct err *err)
{
	err__set(err, ret, "mapping the rings: %s", strerror(-ret));
	if (ret == -EPERM)
		err__set_hint(err, "locked memory is used up: raise "
				   "/proc/sys/kernel/perf_event_mlock_kb or 'ulimit -l', or grant "
				   "CAP_IPC_LOCK");
	else if (ret == -ENOMEM)
		err__set_hint(err, "take smaller rings with -m");
	return ret;
}

int record_set__map(struct record_set *set, const struct record_opts *opts,
		    const struct record_notes *notes, struct err *err)
{
	size_t page_bytes = sysconf(_SC_PAGESIZE);
	u64 wanted = opts->ring_bytes ? opts->ring_bytes : DEFAULT_RING_BYTES;
	u64 bytes = wanted;
	int ret;

	for (;;) {
		ret = bytes / page_bytes > INT32_MAX
			      ? -ENOMEM
			      : perf_evlist__mmap(set->evlist, bytes / page_bytes);
		if (ret != -EPERM || bytes <= page_bytes)
			break;
		bytes /= 2;
	}
	if (ret)
		return explain_map(ret, err);
	if (bytes < wanted)
		record_notes__add(notes,
				  "rings of %llu KiB instead of %llu: locked memory is short; "
				  "raise "
				  "/proc/sys/kernel/perf_event_mlock_kb or 'ulimit -l'",
				  bytes / 1024, wanted / 1024);
	return 0;
}

static int watch_fd(int epoll_fd, int fd, u32 events, size_t *nr)
{
	struct epoll_event event = { .events = events, .data.fd = fd };

	if (fd < 0)
		return 0;
	if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event))
		return errno == EEXIST ? 0 : -errno;
	(*nr)++;
	return 0;
}

int record_rings__watch(struct record_set *set, int epoll_fd, size_t *nr)
{
	struct perf_mmap *map;
	struct perf_evsel *first;
	int ret;

	perf_evlist__for_each_mmap (set->evlist, map, false) {
		ret = watch_fd(epoll_fd, perf_mmap__fd(map), EPOLLIN, nr);
		if (ret)
			return ret;
	}
	/* The first event's descriptors tell when their tasks end. */
	first = set->nr ? set->evsels[0].evsel : NULL;
	for (int cpu = 0; first && cpu < perf_cpu_map__nr(perf_evsel__cpus(first)); cpu++) {
		for (int i = 0; i < perf_thread_map__nr(perf_evsel__threads(first)); i++) {
			ret = watch_fd(epoll_fd, perf_evsel__fd(first, cpu, i), 0, nr);
			if (ret)
				return ret;
		}
	}
	return 0;
}

int record_rings__drain(struct record_set *set, struct record_output *output, struct err *err)
{
	struct perf_mmap *map;

	perf_evlist__for_each_mmap (set->evlist, map, false) {
		struct iovec pieces[2];
		int nr, ret = 0;

		if (perf_mmap__read_init(map))
			continue;
		while (!ret && (nr = perf_mmap__pieces(map, pieces)) > 0) {
			ret = record_output__write(output, pieces, nr, err);
			perf_mmap__skip(map);
		}
		perf_mmap__consume(map);
		perf_mmap__read_done(map);
		if (ret)
			return ret;
	}
	return 0;
}
