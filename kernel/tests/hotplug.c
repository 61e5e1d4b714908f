// SPDX-License-Identifier: GPL-2.0-only
/* CPUs that go and come back with readers attached, and one that comes when an event runs already. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int set_online(int cpu, const char *online)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	return write_file(path, online);
}

/* The record is written by a kworker of the CPU that injects. */
static void inject_on(int cpu, u64 status)
{
	pin_cpu(cpu);
	inject_mce(cpu, status);
	pin_cpu(0);
}

struct wanted {
	const struct rings *rings;
	u64 status;
	int cpu;
	u64 tries;
};

/* Tried again: what happens between a CPU's return and the work that starts its events is lost. */
static bool records_there(void *arg)
{
	struct wanted *wanted = arg;
	struct found found = { 0 };

	wanted->status = MCE_STATUS + 0x70000 + (wanted->tries++ << 24);
	inject_on(wanted->cpu, wanted->status);
	for (int i = 0; i < 50; i++) {
		if (rings__count_mce(wanted->rings, wanted->status, &found) == 1)
			return found.cpu == (u32)wanted->cpu;
		usleep(20000);
	}
	return false;
}

static void test_return(struct rings *rings, int last)
{
	struct wanted wanted = { .cpu = last };
	struct rings again;

	if (!check(!rings__open(&again, "mce_record", RING_BYTES), "attach again"))
		return;
	check(rings__count_mce(&again, MCE_STATUS + 0x60000, NULL) == 1,
	      "with the history of before");
	wanted.rings = &again;
	check(eventually(records_there, &wanted), "it records again");
	check(rings__count_mce(rings, wanted.status, NULL) == 1,
	      "which the old mapping shows, too");
	rings__close(&again);
}

static void test_come_and_go(int last)
{
	struct found found = { 0 };
	struct rings rings;

	if (!check(!rings__open(&rings, "mce_record", RING_BYTES), "attach"))
		return;
	inject_on(last, MCE_STATUS + 0x60000);
	settle();
	check(rings__count_mce(&rings, MCE_STATUS + 0x60000, &found) == 1 &&
		      found.mce_cpu == (u32)last,
	      "a machine check on the last CPU");
	check(!set_online(last, "0\n"), "it goes offline");
	check(rings__count_mce(&rings, MCE_STATUS + 0x60000, NULL) == 1,
	      "what it recorded stays readable");
	check_errno(open_event(&rings.attr, -1, last, -1, 0), ENODEV, "attach there");
	check(!set_online(last, "1\n"), "it comes back");
	test_return(&rings, last);
	rings__close(&rings);
}

struct late {
	struct perf_event_attr attr;
	int cpu, fd;
	char *map;
};

static bool late_opens(void *arg)
{
	struct late *late = arg;

	late->fd = open_event(&late->attr, -1, late->cpu, -1, 0);
	return late->fd >= 0;
}

static bool late_records(void *arg)
{
	struct late *late = arg;

	if (!fork()) {
		pin_cpu(late->cpu);
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	wait(NULL);
	return ring_walk(late->map, NULL, NULL) > 0;
}

static void test_comes_later(int last)
{
	struct late late = { .cpu = last, .fd = -1 };

	check(!set_online(last, "0\n"), "the last CPU is offline");
	check(!write_file(PMU_DIR "add", "late=sched:sched_process_exec,size=16K") &&
		      !sysfs_attr("late", &late.attr),
	      "an event is added");
	check_errno(open_event(&late.attr, -1, last, -1, 0), ENODEV, "which has no ring there");
	check(!set_online(last, "1\n"), "the CPU comes");
	check(eventually(late_opens, &late), "it has one now");
	late.map = mmap(NULL, MAP_BYTES(16384), PROT_READ, MAP_SHARED, late.fd, 0);
	if (check(late.map != MAP_FAILED, "that is mapped")) {
		check(eventually(late_records, &late), "and recorded to");
		munmap(late.map, MAP_BYTES(16384));
	}
	close(late.fd);
	check(!write_file(PMU_DIR "remove", "late"), "remove it");
}

void test_hotplug(void)
{
	int last = nr_cpus() - 1;

	if (!last) {
		skip("hotplug", "there is one CPU");
		return;
	}
	test_come_and_go(last);
	test_comes_later(last);
	pin_cpu(-1);
}
