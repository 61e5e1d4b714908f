// SPDX-License-Identifier: GPL-2.0-only
/* Reading: sysfs tells the attr, an open attaches, several readers see the same. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void test_sysfs(void)
{
	struct perf_event_attr attr;
	char text[4096];

	check(read_number(PMU_DIR "type") > PERF_TYPE_BREAKPOINT, "the PMU has a type");
	read_file(PMU_DIR "format/persistent", text, sizeof(text));
	check(!strcmp(text, "attr5:63\n"), "format/persistent is attr5:63");
	read_file(PMU_DIR "format/type", text, sizeof(text));
	check(!strcmp(text, "attr0:0-31\n"), "format/type is attr0:0-31");
	check(!sysfs_attr("mce_record", &attr), "events/mce_record is all in formats");
	check(attr.type == PERF_TYPE_TRACEPOINT &&
		      attr.config ==
			      (u64)read_number("/sys/kernel/tracing/events/mce/mce_record/id"),
	      "it names the tracepoint");
	check(attr.sample_period == 1 && attr.write_backward && attr.sample_id_all &&
		      (attr.sample_type & PERF_SAMPLE_RAW) && (attr.read_format & PERF_FORMAT_ID),
	      "and how it is recorded");
	check(((u64 *)&attr)[5] & PERSISTENT, "and the flag");
}

/* In another process: both polls wake, both see what came. */
static int second_reader(int ready)
{
	struct rings rings;
	int bad = 0;

	if (rings__open(&rings, "mce_record", RING_BYTES))
		return 1;
	rings__drain_poll(&rings);
	if (write(ready, "r", 1) != 1)
		return 2;
	if (rings__poll(&rings, 1000 * WAIT_SECONDS) <= 0)
		bad |= 4;
	if (rings__count_mce(&rings, MCE_STATUS + 0x20000, NULL) != 1)
		bad |= 8;
	if (rings__count_mce(&rings, MCE_STATUS + 0x10000, NULL) != 1)
		bad |= 16;
	rings__close(&rings);
	return bad;
}

static u64 sum_counts(const struct rings *rings)
{
	u64 sum = 0, values[8];

	for (int cpu = 0; cpu < rings->nr; cpu++)
		if (read(rings->fds[cpu], values, sizeof(values)) >= (ssize_t)sizeof(u64))
			sum += values[0];
	return sum;
}

static void test_poll(struct rings *one, struct rings *two)
{
	int ready[2], status = -1;
	char byte;
	pid_t pid;

	rings__drain_poll(one);
	rings__drain_poll(two);
	check(rings__poll(one, 0) == 0, "poll: nothing new");
	if (pipe(ready))
		return;
	pid = fork();
	if (!pid)
		_exit(second_reader(ready[1]));
	check(read(ready[0], &byte, 1) == 1, "another process attaches");
	inject_mce(0, MCE_STATUS + 0x20000);
	check(rings__poll(one, 1000 * WAIT_SECONDS) > 0, "poll wakes one reader");
	check(rings__poll(two, 1000 * WAIT_SECONDS) > 0, "and the other on the same ring");
	waitpid(pid, &status, 0);
	check(status == 0, "and the other process, which sees the old and the new (%x)", status);
	close(ready[0]);
	close(ready[1]);
}

static void test_counts(struct rings *one, struct rings *two)
{
	u64 before = sum_counts(one), other = sum_counts(two);

	for (int cpu = 0; cpu < two->nr; cpu++)
		ioctl(two->fds[cpu], PERF_EVENT_IOC_DISABLE, 0);
	inject_mce(0, MCE_STATUS + 0x30000);
	settle();
	check(sum_counts(one) == before + 1, "read() counts since the open");
	check(sum_counts(two) == other, "a reader that is disabled does not count");
	check(rings__count_mce(two, MCE_STATUS + 0x30000, NULL) == 1, "but the event goes on");
	for (int cpu = 0; cpu < two->nr; cpu++)
		ioctl(two->fds[cpu], PERF_EVENT_IOC_ENABLE, 0);
	inject_mce(0, MCE_STATUS + 0x40000);
	settle();
	check(sum_counts(two) == other + 1, "enabled again it counts again");
	for (int cpu = 0; cpu < two->nr; cpu++)
		ioctl(two->fds[cpu], PERF_EVENT_IOC_RESET, 0);
	check(sum_counts(two) == 0 && sum_counts(one) == before + 2,
	      "RESET is of the reader's own count");
}

/* Attaching and leaving writes nothing to the page that all readers see. */
static void test_page_untouched(const struct rings *rings)
{
	static char before[4096];
	int fds[8];

	memcpy(before, rings->maps[0], sizeof(before));
	for (size_t i = 0; i < ARRAY_SIZE(fds); i++) {
		fds[i] = open_event(&rings->attr, -1, 0, -1, 0);
		ioctl(fds[i], PERF_EVENT_IOC_DISABLE, 0);
		ioctl(fds[i], PERF_EVENT_IOC_RESET, 0);
		ioctl(fds[i], PERF_EVENT_IOC_ENABLE, 0);
	}
	usleep(20000);
	for (size_t i = 0; i < ARRAY_SIZE(fds); i++)
		close(fds[i]);
	check(!memcmp(before, rings->maps[0], sizeof(before)),
	      "readers that come and go leave the user page alone");
}

/* What tools of another age hand over: shorter, longer, and without a size. */
static void test_sizes(const struct rings *rings)
{
	static const struct {
		u32 size;
		int want;
	} rows[] = {
		{ 0, 0 },
		{ PERF_ATTR_SIZE_VER0, 0 },
		{ PERF_ATTR_SIZE_VER5, 0 },
		{ sizeof(struct perf_event_attr) + 64, 0 },
		{ PERF_ATTR_SIZE_VER0 - 8, E2BIG },
	};
	char room[sizeof(struct perf_event_attr) + 64] = { 0 };
	struct perf_event_attr *attr = (void *)room;
	char what[64];
	int fd;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		*attr = rings->attr;
		attr->size = rows[i].size;
		fd = open_event(attr, -1, 0, -1, 0);
		snprintf(what, sizeof(what), "an attr of size %u", rows[i].size);
		check_errno(fd, rows[i].want, what);
		if (fd >= 0)
			close(fd);
	}
}

static void test_after_close(void)
{
	struct rings rings;
	void *again;

	inject_mce(0, MCE_STATUS + 0x50000);
	settle();
	if (!check(!rings__open(&rings, "mce_record", RING_BYTES), "attach when all had gone"))
		return;
	check(rings__count_mce(&rings, MCE_STATUS + 0x10000, NULL) == 1 &&
		      rings__count_mce(&rings, MCE_STATUS + 0x50000, NULL) == 1,
	      "the history is there, and what happened with nobody attached");
	munmap(rings.maps[0], MAP_BYTES(RING_BYTES));
	again = mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ, MAP_SHARED, rings.fds[0], 0);
	check(again != MAP_FAILED, "unmapped and mapped again");
	rings.maps[0] = again;
	close(rings.fds[0]);
	rings.fds[0] = -1;
	check(rings__count_mce(&rings, MCE_STATUS + 0x50000, NULL) == 1,
	      "a mapping outlives its descriptor");
	rings__close(&rings);
}

void test_attach(void)
{
	struct rings one, two;
	struct found found = { 0 };
	u64 id = 0;

	check(!inject_mce(1 % nr_cpus(), MCE_STATUS + 0x10000), "a machine check, nobody attached");
	settle();
	if (!check(!rings__open(&one, "mce_record", RING_BYTES), "attach by what sysfs tells") ||
	    !check(!rings__open(&two, "mce_record", RING_BYTES), "attach once more"))
		return;
	check(rings__count_mce(&one, MCE_STATUS + 0x10000, &found) == 1, "it is in the history");
	check(found.mce_cpu == 1U % nr_cpus(), "with the CPU that it happened on");
	check(!ioctl(one.fds[found.cpu], PERF_EVENT_IOC_ID, &id) && id == found.id,
	      "IOC_ID is the id in the samples");
	check(rings__count_mce(&two, MCE_STATUS + 0x10000, NULL) == 1 &&
		      !memcmp(one.maps[0], two.maps[0], MAP_BYTES(RING_BYTES)),
	      "both readers map the same");
	test_page_untouched(&one);
	test_sizes(&one);
	test_poll(&one, &two);
	test_counts(&one, &two);
	rings__close(&one);
	rings__close(&two);
	test_after_close();
}
