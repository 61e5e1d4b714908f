// SPDX-License-Identifier: GPL-2.0-only
/*
 * guest-test SUITE...: runs suites in the virtual machine.
 * guest-test first-sample NAME RING-BYTES: prints the time of the oldest sample, in seconds.
 * guest-test inject CPU STATUS: a machine check.
 * guest-test count-mce STATUS: prints how many machine checks with it are in the rings.
 */
#include "guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	void (*run)(void);
} suites[] = {
	{ "sysfs", test_sysfs }, { "attach", test_attach },   { "refuse", test_refuse },
	{ "wrap", test_wrap },	 { "hotplug", test_hotplug }, { "manage", test_manage },
	{ "ioctl", test_ioctl }, { "share", test_share },     { "special", test_special },
	{ "leak", test_leak },	 { "stress", test_stress },   { "soak", test_soak },
};

static bool is_asked(int argc, char **argv, const char *name)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return false;
}

static int count_mce(const char *status)
{
	struct rings rings;
	int ret = rings__open(&rings, "mce_record", RING_BYTES);

	if (ret)
		return 1;
	printf("%d\n", rings__count_mce(&rings, strtoull(status, NULL, 0), NULL));
	rings__close(&rings);
	return 0;
}

/* IDENTIFIER, IP, TID, TIME: what the kernel adds events with. */
static void take_time(void *arg, const struct perf_event_header *record)
{
	const u64 *words = (const u64 *)(record + 1);
	u64 *oldest = arg;

	if (record->type == PERF_RECORD_SAMPLE && (!*oldest || words[3] < *oldest))
		*oldest = words[3];
}

static int first_sample(const char *name, size_t bytes)
{
	struct rings rings;
	u64 oldest = 0;

	if (rings__open(&rings, name, bytes))
		return 1;
	for (int cpu = 0; cpu < rings.nr; cpu++)
		ring_walk(rings.maps[cpu], take_time, &oldest);
	printf("%.6f\n", oldest / 1e9);
	rings__close(&rings);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "first-sample"))
		return first_sample(argv[2], strtoul(argv[3], NULL, 0));
	if (argc == 4 && !strcmp(argv[1], "inject"))
		return inject_mce(atoi(argv[2]), strtoull(argv[3], NULL, 0)) ? 1 : 0;
	if (argc == 3 && !strcmp(argv[1], "count-mce"))
		return count_mce(argv[2]);
	for (size_t i = 0; i < ARRAY_SIZE(suites); i++) {
		if (!is_asked(argc, argv, suites[i].name))
			continue;
		printf("# %s\n", suites[i].name);
		suites[i].run();
	}
	return nr_failed() != 0;
}
