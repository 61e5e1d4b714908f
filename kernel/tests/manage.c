// SPDX-License-Identifier: GPL-2.0-only
/* Adding and removing at run time: names, sizes, what is the same, the bound on memory. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXEC "sched:sched_process_exec"

static int add(const char *text)
{
	return write_file(PMU_DIR "add", text);
}

static int remove_event(const char *text)
{
	return write_file(PMU_DIR "remove", text);
}

static void check_add(const char *text, int want)
{
	int ret = add(text);

	check(ret == -want, "add %s: %s (%s)", text, want ? strerror(want) : "works",
	      strerror(-ret));
	if (!want && ret)
		printf("# see dmesg\n");
}

static const struct {
	const char *text;
	int want;
} refused[] = {
	{ "mce:mce_record", EEXIST },
	{ "again=mce:mce_record", EEXIST },
	{ "again=mce:mce_record,size=64K", EEXIST },
	{ "mce_record=" EXEC, EEXIST },
	{ "1x=" EXEC, EINVAL },
	{ "-x=" EXEC, EINVAL },
	{ "x.y=" EXEC, EINVAL },
	{ "x/y=" EXEC, EINVAL },
	{ "=" EXEC, EINVAL },
	{ "a23456789012345678901234567890123456789012345678901234567890abcd=" EXEC, EINVAL },
	{ "x=nosuch:event", ENOENT },
	{ "x=nosuch", ENOENT },
	{ "x=cpu-clock,freq=0", EINVAL },
	{ "x=cpu-clock,freq=100,period=100", EINVAL },
	{ "x=cpu-clock,freq=99999999", EINVAL },
	{ "x=cpu-clock,speed=1", EINVAL },
	{ "x=cpu-clock,size=12K", EINVAL },
	{ "x=cpu-clock,size=2K", EINVAL },
	{ "x=cpu-clock,size=-4K", EINVAL },
	{ "x=cpu-clock,size=4Kx", EINVAL },
	{ "x=cpu-clock,size=1G", ENOSPC },
	{ "x=cpu-clock,size=2G", EINVAL },
	{ "\n", EINVAL },
};

/* The reader that does not say which of two. */
static void test_ambiguous(void)
{
	struct perf_event_attr attr;
	int fd;

	check_add("second=mce:mce_record,period=2,size=16K", 0);
	if (!check(!sysfs_attr("second", &attr), "the second has a file"))
		return;
	check(attr.sample_period == 2, "with its period");
	fd = open_event(&attr, -1, 0, -1, 0);
	check_errno(fd, 0, "open it by its period");
	close(fd);
	attr.sample_period = 0;
	check_errno(open_event(&attr, -1, 0, -1, 0), EINVAL,
		    "open one of two without saying which");
	check(!remove_event("second"), "remove the second");
	fd = open_event(&attr, -1, 0, -1, 0);
	check_errno(fd, 0, "now it is clear");
	close(fd);
}

static void count_record(void *arg, const struct perf_event_header *record)
{
	if (record->type == PERF_RECORD_SAMPLE)
		++*(int *)arg;
}

static bool has_samples(void *arg)
{
	const struct rings *rings = arg;
	int samples = 0;

	return ring_walk(rings->maps[0], count_record, &samples) >= 0 && samples >= 2;
}

static void test_kinds(void)
{
	struct rings rings;

	check_add("clock=cpu-clock,freq=100,size=64K", 0);
	if (check(!rings__open(&rings, "clock", 64 * 1024), "attach to cpu-clock")) {
		check(rings.attr.sample_period == 10000000 && !rings.attr.freq,
		      "its text has a period, not a frequency");
		check(eventually(has_samples, &rings), "it samples");
		rings__close(&rings);
	}
	check(!remove_event("clock\n"), "remove it");
	check_add("cyc=cycles,freq=50,size=64K", 0);
	if (check(!sysfs_attr("cyc", &rings.attr), "cycles are there"))
		check(rings.attr.type == PERF_TYPE_SOFTWARE && !rings.attr.config,
		      "as cpu-clock: there is no PMU");
	check(!remove_event("cyc"), "remove it");
	skip("a hardware event as such", "there is no PMU under emulation");
	check_add("pf=page-faults,size=4K", 0);
	if (check(!rings__open(&rings, "pf", 4096), "attach to page-faults, one page"))
		rings__close(&rings);
	check(!remove_event("pf"), "remove it");
	check_add("instr=instructions", ENOENT);
}

static int wait_for_hup(const struct rings *rings, int ready)
{
	struct pollfd fd = { .fd = rings->fds[0], .events = 0 };

	if (write(ready, "r", 1) != 1)
		return 1;
	return poll(&fd, 1, 1000 * WAIT_SECONDS) == 1 && fd.revents & POLLHUP ? 0 : 2;
}

static void test_remove(void)
{
	struct rings rings;
	int ready[2], status = -1, records = 0, hups = 0;
	char byte;

	check_add(EXEC, 0);
	if (!check(!rings__open(&rings, "sched_process_exec", RING_BYTES), "attach") || pipe(ready))
		return;
	for (int i = 0; i < 4; i++) {
		if (!fork()) {
			execl("/bin/true", "true", NULL);
			_exit(1);
		}
		wait(NULL);
	}
	if (!fork())
		_exit(wait_for_hup(&rings, ready[1]));
	check(read(ready[0], &byte, 1) == 1, "somebody waits");
	usleep(50000);
	check(!remove_event("sched_process_exec"), "remove it with readers");
	wait(&status);
	check(status == 0, "who waits is woken by POLLHUP");
	for (int cpu = 0; cpu < rings.nr; cpu++) {
		struct pollfd fd = { .fd = rings.fds[cpu], .events = POLLIN };

		hups += poll(&fd, 1, 0) == 1 && fd.revents & POLLHUP;
		ring_walk(rings.maps[cpu], count_record, &records);
	}
	check(hups == rings.nr, "all rings poll POLLHUP at once");
	check(records >= 4, "what was recorded stays readable (%d)", records);
	check_errno(open_event(&rings.attr, -1, 0, -1, 0), ENOENT, "nobody attaches any more");
	check(access(PMU_DIR "events/sched_process_exec", F_OK), "its file is gone");
	check(remove_event("sched_process_exec") == -ENOENT, "nobody removes it twice");
	check(remove_event("999999") == -ENOENT, "nor what never was");
	check_add(EXEC, 0);
	check(!remove_event("sched_process_exec"), "the name is free again, old readers or not");
	rings__close(&rings);
	close(ready[0]);
	close(ready[1]);
}

#define MAX_MB "/sys/module/perf_persistent/parameters/max_mb"

/* A ring counts until its last reader goes. */
static void test_bound(void)
{
	struct rings rings;
	char text[32];

	snprintf(text, sizeof(text), "%d\n", 4 * nr_cpus() + 6);
	check(!write_file(MAX_MB, text), "set the bound");
	check_add("big=" EXEC ",size=4M", 0);
	check_add("more=context-switches,size=4M", ENOSPC);
	if (check(!rings__open(&rings, "big", 4 << 20), "attach")) {
		check(!remove_event("big"), "remove it");
		check_add("more=context-switches,size=4M", ENOSPC);
		rings__close(&rings);
	}
	check_add("more=context-switches,size=4M", 0);
	check(!remove_event("more"), "remove it");
	write_file(MAX_MB, "0\n");
}

static void test_privilege(void)
{
	int status = -1;

	if (!fork()) {
		if (setuid(1000))
			_exit(99);
		_exit(add("x=context-switches") == -EACCES && remove_event("mce_record") == -EACCES
			      ? 0
			      : 1);
	}
	wait(&status);
	check(status == 0, "a user without privilege neither adds nor removes");
}

void test_manage(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		check_add(refused[i].text, refused[i].want);
	test_ambiguous();
	test_kinds();
	test_remove();
	test_bound();
	test_privilege();
}
