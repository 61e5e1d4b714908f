// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Counts of an event: what read(2) gives is taken apart as attr.read_format says
 * (struct read_format in linux/perf_event.h), of a group the event's own entry.
 */
#include <perf/evsel.h>
#include <perf/open.h>
#include <perf/threadmap.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evsel-internal.h"
#include "self-read.h"

/* The kernel's groups are bounded by the 16 bits of a record's size. */
#define READ_MAX_WORDS 8192

struct words {
	u64 *at;
	size_t nr;
};

static u64 take(struct words *words)
{
	if (!words->nr)
		return 0;
	words->nr--;
	return *words->at++;
}

static void take_times(struct words *words, u64 format, struct perf_counts_values *count)
{
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		count->ena = take(words);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		count->run = take(words);
}

static void take_value(struct words *words, u64 format, struct perf_counts_values *count)
{
	if (format & PERF_FORMAT_ID)
		count->id = take(words);
	if (format & PERF_FORMAT_LOST)
		count->lost = take(words);
}

static int decode_single(struct words words, u64 format, struct perf_counts_values *count)
{
	count->val = take(&words);
	take_times(&words, format, count);
	take_value(&words, format, count);
	return 0;
}

/* Finds the event's entry by its id, or without ids by its place among those that were opened. */
static int decode_group(const struct perf_evsel *evsel, struct words words, u64 own_id,
			struct perf_counts_values *count)
{
	u64 format = evsel->attr->read_format, nr = take(&words), i;
	size_t entry_words = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);

	take_times(&words, format, count);
	if (nr > words.nr / entry_words)
		return -EIO;
	if (!(format & PERF_FORMAT_ID) && evsel->group_pos && nr != evsel->leader->group_len)
		return -EINVAL;
	for (i = 0; i < nr; i++) {
		count->val = take(&words);
		take_value(&words, format, count);
		if (format & PERF_FORMAT_ID ? count->id == own_id : i == evsel->group_pos)
			return 0;
	}
	return -ENOENT;
}

/* Reads all of it: a group's read fails with ENOSPC until the buffer holds every member. */
static ssize_t read_words(int fd, u64 **words)
{
	size_t cap;
	ssize_t got;
	u64 *buf;

	for (cap = 64; cap <= READ_MAX_WORDS; cap *= 2) {
		buf = malloc(cap * sizeof(*buf));
		if (!buf)
			return -ENOMEM;
		got = read(fd, buf, cap * sizeof(*buf));
		if (got >= 0) {
			*words = buf;
			return got / sizeof(*buf);
		}
		got = -errno;
		free(buf);
		if (got != -ENOSPC)
			return got;
	}
	return -ENOSPC;
}

static int read_group(struct perf_evsel *evsel, int cpu_map_idx, int thread,
		      struct perf_counts_values *count)
{
	u64 own_id = 0, *buf = NULL;
	ssize_t nr;
	int ret = 0;

	if (evsel->attr->read_format & PERF_FORMAT_ID)
		ret = perf_evsel__id(evsel, cpu_map_idx, thread, &own_id);
	if (ret)
		return ret;
	nr = read_words(perf_evsel__fd(evsel, cpu_map_idx, thread), &buf);
	if (nr < 0)
		return nr;
	ret = decode_group(evsel, (struct words){ buf, nr }, own_id, count);
	free(buf);
	return ret;
}

static int read_single(int fd, u64 format, struct perf_counts_values *count)
{
	u64 buf[8];
	ssize_t got = read(fd, buf, sizeof(buf));

	if (got < 0)
		return -errno;
	/* The end of the file: a pinned event that was thrown off its counter. */
	if (!got)
		return -EIO;
	return decode_single((struct words){ buf, got / sizeof(*buf) }, format, count);
}

/* A counter can be read directly only where it counts: in the thread that opened it for itself. */
static bool is_own(const struct perf_evsel *evsel, int thread)
{
	return perf_thread_map__pid(evsel->threads, thread) == 0 &&
	       pthread_equal(evsel->opener, pthread_self());
}

int perf_evsel__read(struct perf_evsel *evsel, int cpu_map_idx, int thread,
		     struct perf_counts_values *count)
{
	const u64 beyond_page = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	int slot = perf_evsel__slot(evsel, cpu_map_idx, thread);
	u64 format = evsel->attr->read_format;

	memset(count, 0, sizeof(*count));
	if (slot < 0)
		return -EINVAL;
	if (format & PERF_FORMAT_GROUP)
		return read_group(evsel, cpu_map_idx, thread, count);
	if (evsel->pages && !(format & beyond_page) && is_own(evsel, thread) &&
	    !self_read(evsel->pages[slot].base, count))
		return 0;
	return read_single(evsel->fds[slot], format, count);
}

void perf_counts_values__scale(struct perf_counts_values *count, bool scale, __s8 *pscaled)
{
	__s8 scaled = 0;

	if (scale && !count->run) {
		scaled = -1;
		count->val = 0;
	} else if (scale && count->run < count->ena) {
		scaled = 1;
		count->val = (u64)((long double)count->val * count->ena / count->run);
	}
	if (pscaled)
		*pscaled = scaled;
}
