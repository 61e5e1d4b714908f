// SPDX-License-Identifier: GPL-2.0-only
/* CPUs that go and come back, with readers attached. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
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
	settle();
	pin_cpu(0);
}

void test_hotplug(void)
{
	int last = nr_cpus() - 1;
	struct found found = { 0 };
	struct rings rings, again;

	if (!last) {
		skip("hotplug", "there is one CPU");
		return;
	}
	if (!check(!rings__open(&rings, "mce_record", RING_BYTES), "attach"))
		return;
	inject_on(last, MCE_STATUS + 0x60000);
	check(rings__count_mce(&rings, MCE_STATUS + 0x60000, &found) == 1 &&
		      found.mce_cpu == (u32)last,
	      "a machine check on the last CPU");
	check(!set_online(last, "0\n"), "it goes offline");
	check(rings__count_mce(&rings, MCE_STATUS + 0x60000, NULL) == 1,
	      "what it recorded stays readable");
	check_errno(open_event(&rings.attr, -1, last, -1, 0), ENODEV, "attach there");
	check(!set_online(last, "1\n"), "it comes back");
	settle();
	if (check(!rings__open(&again, "mce_record", RING_BYTES), "attach again")) {
		check(rings__count_mce(&again, MCE_STATUS + 0x60000, NULL) == 1,
		      "with the history of before");
		inject_on(last, MCE_STATUS + 0x70000);
		check(rings__count_mce(&again, MCE_STATUS + 0x70000, NULL) == 1,
		      "it records again");
		check(rings__count_mce(&rings, MCE_STATUS + 0x70000, NULL) == 1,
		      "which the old mapping shows, too");
		rings__close(&again);
	}
	rings__close(&rings);
	pin_cpu(-1);
}
