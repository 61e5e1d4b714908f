// SPDX-License-Identifier: GPL-2.0-only
/* Sharing without a flag: who gets a persistent event's ring, who does not, and what it counts. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define SHARE "/sys/module/perf_persistent/parameters/share"

struct one {
	int fd;
	char *map;
};

static bool one__open(struct one *one, const struct perf_event_attr *attr)
{
	one->map = MAP_FAILED;
	one->fd = open_event(attr, -1, 0, -1, 0);
	return one->fd >= 0;
}

static void one__map(struct one *one, size_t bytes, int prot)
{
	one->map = mmap(NULL, MAP_BYTES(bytes), prot, MAP_SHARED, one->fd, 0);
}

static void one__close(struct one *one, size_t bytes)
{
	if (one->map != MAP_FAILED)
		munmap(one->map, MAP_BYTES(bytes));
	close(one->fd);
}

/* There are records of before: a ring without any is a private one. */
static bool is_shared(const struct one *one)
{
	return one->map != MAP_FAILED && ring_head(one->map) != 0;
}

enum before { NOTHING, ASK_ID, READ_ID, FILTER, PAUSE, ASYNC, WRITABLE, SMALL, SIBLING };

static const struct {
	enum before before;
	const char *what;
	bool shared;
} rows[] = {
	{ NOTHING, "an equal event shares", true },
	{ ASK_ID, "not when its id was asked for", false },
	{ READ_ID, "not when its id was read", false },
	{ FILTER, "not with a filter", false },
	{ PAUSE, "not when it was to be paused", false },
	{ ASYNC, "not with signals", false },
	{ WRITABLE, "not writable", false },
	{ SMALL, "not with another size", false },
	{ SIBLING, "not with siblings", false },
};

static int prepare(const struct one *one, enum before before, const struct perf_event_attr *attr)
{
	u64 values[8];

	switch (before) {
	case ASK_ID:
		return ioctl(one->fd, PERF_EVENT_IOC_ID, values);
	case READ_ID:
		return read(one->fd, values, sizeof(values)) < 0 ? -1 : 0;
	case FILTER:
		return ioctl(one->fd, PERF_EVENT_IOC_SET_FILTER, "bank==1");
	case PAUSE:
		ioctl(one->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
		return 0;
	case ASYNC:
		return fcntl(one->fd, F_SETFL, O_ASYNC);
	case SIBLING:
		return open_event(attr, -1, 0, one->fd, 0);
	default:
		return 0;
	}
}

static void test_row(size_t i, const struct perf_event_attr *attr)
{
	size_t bytes = rows[i].before == SMALL ? 8192 : RING_BYTES;
	int prot = rows[i].before == WRITABLE ? PROT_READ | PROT_WRITE : PROT_READ;
	struct one one;
	int other;

	if (!check(one__open(&one, attr), "open for: %s", rows[i].what))
		return;
	other = prepare(&one, rows[i].before, attr);
	check(other >= 0, "prepare: %s", rows[i].what);
	one__map(&one, bytes, prot);
	check(one.map != MAP_FAILED && is_shared(&one) == rows[i].shared, "%s", rows[i].what);
	if (rows[i].before == SIBLING)
		close(other);
	one__close(&one, bytes);
}

/* One of the rows of an open that differs. */
static void test_different(const struct perf_event_attr *same)
{
	struct perf_event_attr attr = *same;
	struct one one;

	attr.sample_period = 2;
	one__open(&one, &attr);
	one__map(&one, RING_BYTES, PROT_READ);
	check(!is_shared(&one), "not with another period");
	one__close(&one, RING_BYTES);
	attr = *same;
	attr.comm = 1;
	one__open(&one, &attr);
	one__map(&one, RING_BYTES, PROT_READ);
	check(!is_shared(&one), "not with side-band records");
	one__close(&one, RING_BYTES);
	attr = *same;
	attr.write_backward = 0;
	one__open(&one, &attr);
	one__map(&one, RING_BYTES, PROT_READ);
	check(!is_shared(&one), "not written forward");
	one__close(&one, RING_BYTES);
}

static void test_refused(const struct one *one)
{
	struct perf_event_attr other = { .size = sizeof(other) };
	u64 period = 3;
	void *map;

	check_errno(ioctl(one->fd, PERF_EVENT_IOC_SET_OUTPUT, -1), EACCES, "SET_OUTPUT");
	check_errno(ioctl(one->fd, PERF_EVENT_IOC_SET_FILTER, "bank==1"), EACCES, "SET_FILTER");
	check_errno(ioctl(one->fd, PERF_EVENT_IOC_SET_BPF, 0), EACCES, "SET_BPF");
	check_errno(ioctl(one->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1), EACCES, "PAUSE_OUTPUT");
	check_errno(ioctl(one->fd, PERF_EVENT_IOC_PERIOD, &period), EACCES, "PERIOD");
	check_errno(ioctl(one->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &other), EACCES,
		    "MODIFY_ATTRIBUTES");
	check_errno(fcntl(one->fd, F_SETFL, O_ASYNC), EOPNOTSUPP, "signals");
	check_errno(mprotect(one->map, MAP_BYTES(RING_BYTES), PROT_READ | PROT_WRITE), EACCES,
		    "mprotect to write");
	map = mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ | PROT_WRITE, MAP_SHARED, one->fd, 0);
	check_errno(map == MAP_FAILED ? -1 : 0, EACCES, "map it to write as well");
}

static void test_output_to(const struct one *one, const struct perf_event_attr *attr)
{
	struct one other;

	one__open(&other, attr);
	check_errno(ioctl(other.fd, PERF_EVENT_IOC_SET_OUTPUT, one->fd), EACCES,
		    "SET_OUTPUT of another event to it");
	one__close(&other, 0);
}

/* The record is there once; the sharer's throttling, resets and enables leave no trace. */
static void test_records(const struct perf_event_attr *attr)
{
	static char before[4096];
	struct rings rings;
	struct one one;
	u64 id = 0, own = 1;

	if (!check(!rings__open(&rings, "mce_record", RING_BYTES), "attach a reader") ||
	    !check(one__open(&one, attr), "open an equal event"))
		return;
	memcpy(before, rings.maps[0], sizeof(before));
	one__map(&one, RING_BYTES, PROT_READ);
	check(is_shared(&one) && !memcmp(one.map, rings.maps[0], MAP_BYTES(RING_BYTES)),
	      "it maps what the reader maps");
	ioctl(rings.fds[0], PERF_EVENT_IOC_ID, &id);
	ioctl(one.fd, PERF_EVENT_IOC_ID, &own);
	check(id == own, "and has the id of the records");
	check(!ioctl(one.fd, PERF_EVENT_IOC_DISABLE, 0) &&
		      !ioctl(one.fd, PERF_EVENT_IOC_RESET, 0) &&
		      !ioctl(one.fd, PERF_EVENT_IOC_ENABLE, 0),
	      "DISABLE, RESET and ENABLE work");
	check(!memcmp(before, rings.maps[0], sizeof(before)), "and leave the user page alone");
	inject_mce(0, MCE_STATUS + 0x80000);
	settle();
	check(rings__count_mce(&rings, MCE_STATUS + 0x80000, NULL) == 1,
	      "a machine check is one record");
	test_refused(&one);
	test_output_to(&one, attr);
	one__close(&one, RING_BYTES);
	rings__close(&rings);
}

#define NR_FAULTS 100000

/* Page faults of this task, on one CPU. */
static void fault(long nr)
{
	const long chunk = 1000;

	for (long done = 0; done < nr; done += chunk) {
		char *map = mmap(NULL, chunk * 4096, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		for (long i = 0; i < chunk; i++)
			map[i * 4096] = 1;
		munmap(map, chunk * 4096);
	}
}

static void test_counts(void)
{
	struct perf_event_attr attr;
	u64 shared[8] = { 0 }, twin[8] = { 0 };
	struct one one, private;

	check(!write_file(PMU_DIR "add", "pf=page-faults"), "a persistent page-faults");
	sysfs_attr("pf", &attr);
	((u64 *)&attr)[5] &= ~PERSISTENT;
	attr.disabled = 1;
	attr.read_format = 0;
	pin_cpu(0);
	fault(1000);
	if (!check(one__open(&one, &attr) && one__open(&private, &attr), "two like it"))
		return;
	ioctl(private.fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0);
	one__map(&one, RING_BYTES, PROT_READ);
	check(is_shared(&one), "one shares");
	ioctl(one.fd, PERF_EVENT_IOC_ENABLE, 0);
	ioctl(private.fd, PERF_EVENT_IOC_ENABLE, 0);
	fault(NR_FAULTS);
	ioctl(one.fd, PERF_EVENT_IOC_DISABLE, 0);
	ioctl(private.fd, PERF_EVENT_IOC_DISABLE, 0);
	if (read(one.fd, shared, sizeof(shared)) < 0 || read(private.fd, twin, sizeof(twin)) < 0)
		check(false, "read the counts");
	check(twin[0] >= NR_FAULTS && shared[0] == twin[0],
	      "the sharer counts what its private twin does (%llu, %llu)",
	      (unsigned long long)shared[0], (unsigned long long)twin[0]);
	pin_cpu(-1);
	check(!write_file(PMU_DIR "remove", "pf"), "remove the persistent one");
	struct pollfd fd = { .fd = one.fd, .events = POLLIN };
	check(poll(&fd, 1, 0) == 1 && fd.revents & POLLHUP, "the sharer is told");
	check(ring_walk(one.map, NULL, NULL) > 0, "its map stays readable");
	one__close(&one, RING_BYTES);
	one__close(&private, RING_BYTES);
}

#define MAX_RATE      "/proc/sys/kernel/perf_event_max_sample_rate"
#define FAST_BYTES    (64 * 1024)
#define MIN_THROTTLED 3

struct throttling {
	u32 last;
	int throttled, unthrottled, out_of_order;
};

static void take_throttling(void *arg, const struct perf_event_header *record)
{
	struct throttling *seen = arg;

	if (record->type != PERF_RECORD_THROTTLE && record->type != PERF_RECORD_UNTHROTTLE)
		return;
	/* One event's come in turns; those of two, which are throttled by the same tick, do not. */
	seen->out_of_order += record->type == seen->last;
	seen->last = record->type;
	seen->throttled += record->type == PERF_RECORD_THROTTLE;
	seen->unthrottled += record->type == PERF_RECORD_UNTHROTTLE;
}

static struct throttling throttling(const struct one *one)
{
	struct throttling seen = { 0 };

	ring_walk(one->map, take_throttling, &seen);
	return seen;
}

static bool is_throttled(void *arg)
{
	struct throttling seen;

	fault(1000);
	seen = throttling(arg);
	return seen.throttled >= MIN_THROTTLED && seen.unthrottled >= MIN_THROTTLED;
}

static bool has_begun(void *arg)
{
	struct rings *rings = arg;

	return ring_head(rings->maps[0]) != 0;
}

/* A private twin of the sharer tells that an event like it is throttled. */
static void test_throttled(const struct perf_event_attr *attr)
{
	struct one one, twin;
	struct throttling seen;

	if (!check(one__open(&one, attr) && one__open(&twin, attr), "two like it"))
		return;
	one__map(&one, FAST_BYTES, PROT_READ);
	one__map(&twin, FAST_BYTES / 2, PROT_READ);
	if (check(is_shared(&one) && twin.map != MAP_FAILED, "one shares, one has its own")) {
		check(eventually(is_throttled, &twin), "its twin is throttled");
		check(eventually(is_throttled, &one), "and the persistent event is");
		seen = throttling(&one);
		check(!seen.out_of_order, "the sharer adds no THROTTLE (%d, %d, %d too many)",
		      seen.throttled, seen.unthrottled, seen.out_of_order);
	}
	one__close(&one, FAST_BYTES);
	one__close(&twin, FAST_BYTES / 2);
}

static void test_throttle(void)
{
	struct rings rings;
	char rate[32];

	read_file(MAX_RATE, rate, sizeof(rate));
	/* at the second interrupt of a tick */
	check(!write_file(MAX_RATE, "100\n"), "a low rate");
	check(!write_file(PMU_DIR "add", "fast=cpu-clock,period=500000,size=64K"),
	      "a persistent event that is faster");
	pin_cpu(0);
	if (check(!rings__open(&rings, "fast", FAST_BYTES), "attach")) {
		check(eventually(has_begun, &rings), "it runs");
		((u64 *)&rings.attr)[5] &= ~PERSISTENT;
		test_throttled(&rings.attr);
		rings__close(&rings);
	}
	pin_cpu(-1);
	check(!write_file(PMU_DIR "remove", "fast"), "remove it");
	check(!write_file(MAX_RATE, rate), "the rate of before");
}

void test_share(void)
{
	struct perf_event_attr attr;
	struct one one;

	pin_cpu(0);
	inject_mce(0, MCE_STATUS + 0x90000);
	settle();
	pin_cpu(-1);
	if (!check(!sysfs_attr("mce_record", &attr), "an event to share"))
		return;
	((u64 *)&attr)[5] &= ~PERSISTENT;
	one__open(&one, &attr);
	one__map(&one, RING_BYTES, PROT_READ);
	check(one.map != MAP_FAILED && !is_shared(&one), "nothing is shared by default");
	one__close(&one, RING_BYTES);
	check(!write_file(SHARE, "1\n"), "perf_persistent.share");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		test_row(i, &attr);
	test_different(&attr);
	test_records(&attr);
	test_counts();
	test_throttle();
	write_file(SHARE, "0\n");
}
