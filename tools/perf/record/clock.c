// SPDX-License-Identifier: GPL-2.0-only
/* Recording: the samples' clock: its names, what it shows now, and what --since means in it. */
#include "clock.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/event.h>
#include <perf/mmap.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include "cleanup.h"
#include "session/since.h"

#define NS_PER_S 1000000000ULL

static const struct {
	const char *name;
	int clockid;
} clocks[] = {
	{ "monotonic", CLOCK_MONOTONIC },
	{ "CLOCK_MONOTONIC", CLOCK_MONOTONIC },
	{ "mono", CLOCK_MONOTONIC },
	{ "monotonic_raw", CLOCK_MONOTONIC_RAW },
	{ "CLOCK_MONOTONIC_RAW", CLOCK_MONOTONIC_RAW },
	{ "raw", CLOCK_MONOTONIC_RAW },
	{ "realtime", CLOCK_REALTIME },
	{ "CLOCK_REALTIME", CLOCK_REALTIME },
	{ "real", CLOCK_REALTIME },
	{ "boottime", CLOCK_BOOTTIME },
	{ "CLOCK_BOOTTIME", CLOCK_BOOTTIME },
	{ "boot", CLOCK_BOOTTIME },
	{ "tai", CLOCK_TAI },
	{ "CLOCK_TAI", CLOCK_TAI },
};

const char *record_clock__name(int clockid)
{
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++)
		if (clocks[i].clockid == clockid)
			return clocks[i].name;
	return "perf's own";
}

int record_clock__parse(const char *name, int *clockid)
{
	char *end;
	long n = strtol(name, &end, 10);

	if (end != name && !*end && n >= 0 && n < 16) {
		*clockid = n;
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (strcasecmp(clocks[i].name, name))
			continue;
		*clockid = clocks[i].clockid;
		return 0;
	}
	return -EINVAL;
}

static u64 read_clock(clockid_t clockid)
{
	struct timespec ts = { 0 };

	clock_gettime(clockid, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

/* The time of the COMM record that naming this thread anew leaves in its own event's ring. */
static int read_marker(struct perf_evlist *evlist, u64 *now_ns)
{
	struct perf_mmap *map = perf_evlist__next_mmap(evlist, NULL, false);
	union perf_event *event;
	char name[16];
	int ret = -ENODATA;

	if (prctl(PR_GET_NAME, name) || prctl(PR_SET_NAME, name))
		return -errno;
	if (!map || perf_mmap__read_init(map))
		return -ENODATA;
	while ((event = perf_mmap__read_event(map))) {
		/* sample_id_all with TIME alone: the record's last word. */
		if (event->header.type == PERF_RECORD_COMM) {
			memcpy(now_ns, (const char *)event + event->header.size - sizeof(u64),
			       sizeof(u64));
			ret = 0;
		}
		perf_mmap__consume(map);
	}
	perf_mmap__read_done(map);
	return ret;
}

static int marker_now(u64 *now_ns, struct err *err)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.comm = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	struct perf_thread_map *self = perf_thread_map__new_dummy();
	struct perf_evlist *evlist = perf_evlist__new();
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	int ret = -ENOMEM;

	if (!self || !evlist || !evsel) {
		perf_evsel__delete(evsel);
		goto out;
	}
	perf_thread_map__set_pid(self, 0, 0);
	perf_evlist__add(evlist, evsel);
	perf_evlist__set_maps(evlist, NULL, self);
	ret = perf_evlist__open(evlist);
	if (!ret)
		ret = perf_evlist__mmap(evlist, 1);
	if (!ret)
		ret = read_marker(evlist, now_ns);
out:
	perf_evlist__delete(evlist);
	perf_thread_map__put(self);
	return ret ? err__set(err, ret, "finding the time of perf's own clock: %s", strerror(-ret))
		   : 0;
}

int record_clock__now(int clockid, u64 *now_ns, struct err *err)
{
	if (clockid == RECORD_CLOCK_PERF)
		return marker_now(now_ns, err);
	*now_ns = read_clock(clockid);
	return 0;
}

int record_clock__since(const char *text, int clockid, u64 *since_ns, struct err *err)
{
	struct since since;
	u64 now, wall_now;
	int ret = since__parse(&since, text, err);

	*since_ns = since.ns;
	if (ret || since.kind == SINCE_TIME)
		return ret;
	ret = record_clock__now(clockid, &now, err);
	if (ret)
		return ret;
	if (since.kind == SINCE_DATE) {
		wall_now = read_clock(CLOCK_REALTIME);
		if (since.ns > wall_now)
			return err__set(err, -EINVAL, "--since %s lies in the future", text);
		since.ns = wall_now - since.ns;
	}
	*since_ns = since.ns < now ? now - since.ns : 0;
	return 0;
}
