// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the times of the samples in one shared ring, of which some are by the clock of
 * another event that saw the same. In go a sample's facts, out comes when it was.
 */
#include "ring-clock.h"

#include <time.h>
#include <unistd.h>

#include "clock.h"

/* As long as writing a sample may be interrupted, and what clocks drift apart at most (500 ppm). */
#define TOLERANCE_NS 5000000
#define DRIFT	     2048
#define TRIES	     5

static u64 now_ns(int clockid)
{
	struct timespec ts;

	clock_gettime(clockid, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

void ring_clock__init(struct ring_clock *clock, int fd, u64 read_format, int clockid)
{
	u64 best_ns = ~0ULL;

	if (!(read_format & PERF_FORMAT_TOTAL_TIME_ENABLED) || read_format & PERF_FORMAT_GROUP ||
	    clockid == RECORD_CLOCK_PERF)
		return;
	/* Value, time enabled, and up to three more. The shortest try is the most exact. */
	for (int i = 0; i < TRIES; i++) {
		u64 values[5], before_ns = now_ns(clockid), took_ns;

		if (read(fd, values, sizeof(values)) < (ssize_t)(2 * sizeof(u64)))
			return;
		took_ns = now_ns(clockid) - before_ns;
		if (took_ns >= best_ns)
			continue;
		best_ns = took_ns;
		clock->offset_ns = before_ns + took_ns / 2 - values[1];
		clock->enabled_ns = values[1];
		clock->known = true;
	}
}

static u64 distance(u64 a, u64 b)
{
	return a > b ? a - b : b - a;
}

/* Is the time what the time run says? Then what comes later is compared with this one. */
static bool is_believed(struct ring_clock *clock, const struct sample_facts *facts, bool foreign)
{
	u64 expected_ns = clock->offset_ns + facts->enabled_ns;
	u64 tolerance_ns = TOLERANCE_NS + distance(facts->enabled_ns, clock->enabled_ns) / DRIFT;

	if (distance(facts->time_ns, expected_ns) > tolerance_ns)
		return false;
	if (!foreign && facts->enabled_ns > clock->enabled_ns) {
		clock->offset_ns = facts->time_ns - facts->enabled_ns;
		clock->enabled_ns = facts->enabled_ns;
	}
	return true;
}

u64 ring_clock__time(struct ring_clock *clock, const struct sample_facts *facts, bool foreign,
		     u64 now_ns)
{
	bool known = clock->known && facts->enabled_ns;
	u64 time_ns = facts->time_ns;

	if (known ? !is_believed(clock, facts, foreign) : foreign) {
		if (known)
			time_ns = clock->offset_ns + facts->enabled_ns;
		/* The round and the neighbour bound what is made up. */
		if (time_ns > now_ns)
			time_ns = now_ns;
		if (time_ns < clock->last_ns)
			time_ns = clock->last_ns;
	}
	clock->last_ns = time_ns;
	return time_ns;
}
