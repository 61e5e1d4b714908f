// SPDX-License-Identifier: GPL-2.0-only
/* Everything at once for a while: each worker counts what it did, and one that did nothing fails. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum work {
	INJECTED,
	ATTACHED,
	RECORDS,
	ADDED,
	REMOVED,
	WATCHED,
	TOLD,
	SHARED,
	PLUGGED,
	KILLED,
	NR_WORK
};

static const char *const work_names[NR_WORK] = {
	"machine checks injected",
	"readers attached",
	"records read",
	"events added",
	"events removed",
	"readers of what is removed",
	"of them told of it",
	"sharers",
	"CPUs unplugged and back",
	"readers killed",
};

struct state {
	u64 done[NR_WORK];
	u64 bad;
	bool stop;
	struct perf_event_attr mce;
	struct perf_event_attr added;
	int nr_cpus;
};

static struct state *state;

static void did(enum work work, u64 nr)
{
	__atomic_fetch_add(&state->done[work], nr, __ATOMIC_RELAXED);
}

static void bad(const char *what)
{
	__atomic_fetch_add(&state->bad, 1, __ATOMIC_RELAXED);
	printf("# stress: %s: %s\n", what, strerror(errno));
	fflush(stdout);
}

static bool goes_on(void)
{
	return !__atomic_load_n(&state->stop, __ATOMIC_RELAXED);
}

static void inject(unsigned int i)
{
	if (!inject_mce(i % (state->nr_cpus - 1), 0x9c00001000000000ULL + i))
		did(INJECTED, 1);
	usleep(500);
}

/* Opens on a CPU, maps, reads all. What is open, -1 where the CPU or the event is not there. */
static int read_one(const struct perf_event_attr *attr, int cpu, size_t bytes, char **map)
{
	int fd = open_event(attr, -1, cpu, -1, 0), records;

	if (fd < 0) {
		if (errno != ENODEV && errno != ENOENT)
			bad("open");
		return -1;
	}
	*map = mmap(NULL, MAP_BYTES(bytes), PROT_READ, MAP_SHARED, fd, 0);
	if (*map == MAP_FAILED) {
		bad("mmap");
		close(fd);
		return -1;
	}
	records = ring_walk(*map, NULL, NULL);
	if (records < 0)
		bad("a torn record");
	else
		did(RECORDS, records);
	return fd;
}

static void done_with(int fd, char *map, size_t bytes)
{
	munmap(map, MAP_BYTES(bytes));
	close(fd);
}

static void attach(unsigned int i)
{
	char *map;
	int fd = read_one(&state->mce, i % state->nr_cpus, RING_BYTES, &map);

	if (fd < 0)
		return;
	did(ATTACHED, 1);
	done_with(fd, map, RING_BYTES);
}

static void add_and_remove(unsigned int i)
{
	/* a file of a CPU that goes meanwhile is no fault */
	if (write_file(PMU_DIR "add", "stress=sched:sched_process_exec,size=16K"))
		bad("add");
	else
		did(ADDED, 1);
	usleep(1000 * (i % 20));
	if (write_file(PMU_DIR "remove", "stress"))
		bad("remove");
	else
		did(REMOVED, 1);
}

static void watch(unsigned int i)
{
	char *map;
	int fd = read_one(&state->added, i % state->nr_cpus, 16384, &map);
	struct pollfd pollfd = { .fd = fd };

	if (fd < 0) {
		usleep(500);
		return;
	}
	did(WATCHED, 1);
	if (poll(&pollfd, 1, 100) == 1 && pollfd.revents & POLLHUP)
		did(TOLD, 1);
	if (ring_walk(map, NULL, NULL) < 0)
		bad("a torn record after the end");
	done_with(fd, map, 16384);
}

static void share(unsigned int i)
{
	struct perf_event_attr attr = state->mce;
	char *map;
	int fd;

	((u64 *)&attr)[5] &= ~PERSISTENT;
	fd = read_one(&attr, i % state->nr_cpus, RING_BYTES, &map);
	if (fd < 0)
		return;
	if (ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1) && errno == EACCES)
		did(SHARED, 1);
	done_with(fd, map, RING_BYTES);
}

static void plug(unsigned int i)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", state->nr_cpus - 1);
	if (!write_file(path, "0\n") && !write_file(path, "1\n"))
		did(PLUGGED, 1);
	usleep(100000 + i % 7 * 10000);
}

static void kill_reader(unsigned int i)
{
	pid_t pid = fork();

	if (!pid)
		for (unsigned int n = 0;; n++)
			n % 2 ? attach(n) : watch(n);
	usleep(3000 + i * 997 % 20000);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	did(KILLED, 1);
}

static void (*const workers[])(unsigned int) = {
	inject, attach, attach, add_and_remove, watch, share, plug, kill_reader,
};

static void run_all(unsigned int seconds)
{
	pid_t pids[ARRAY_SIZE(workers)];

	for (size_t i = 0; i < ARRAY_SIZE(workers); i++) {
		pids[i] = fork();
		if (!pids[i]) {
			for (unsigned int n = 0; goes_on(); n++)
				workers[i](n);
			_exit(0);
		}
	}
	while (seconds--)
		sleep(1);
	__atomic_store_n(&state->stop, true, __ATOMIC_RELAXED);
	for (size_t i = 0; i < ARRAY_SIZE(workers); i++) {
		int status = -1;

		waitpid(pids[i], &status, 0);
		check(status == 0, "worker %zu ended in order", i);
	}
}

static bool prepare(void)
{
	state = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	state->nr_cpus = nr_cpus();
	if (!check(!sysfs_attr("mce_record", &state->mce), "an event to read") ||
	    !check(!write_file(PMU_DIR "add", "stress=sched:sched_process_exec,size=16K") &&
			   !sysfs_attr("stress", &state->added) &&
			   !write_file(PMU_DIR "remove", "stress"),
		   "and one to add and remove"))
		return false;
	write_file("/sys/module/perf_persistent/parameters/share", "1\n");
	return true;
}

static void stress(unsigned int seconds)
{
	if (nr_cpus() < 2) {
		skip("stress", "there is one CPU");
		return;
	}
	if (!prepare())
		return;
	run_all(seconds);
	for (int i = 0; i < NR_WORK; i++)
		check(state->done[i] > 0, "stress for %u s: %s: %llu", seconds, work_names[i],
		      (unsigned long long)state->done[i]);
	check(state->bad == 0, "stress: %llu faults", (unsigned long long)state->bad);
	write_file("/sys/module/perf_persistent/parameters/share", "0\n");
}

void test_stress(void)
{
	stress(30);
}

void test_soak(void)
{
	stress(600);
}

static long available_kb(void)
{
	char text[4096], *at;

	read_file("/proc/meminfo", text, sizeof(text));
	at = strstr(text, "MemAvailable:");
	return at ? strtol(at + strlen("MemAvailable:"), NULL, 10) : -1;
}

#define NR_CYCLES 2000

/* What 2,000 readers, and 100 events of 512 KiB a CPU, would leave behind. */
void test_leak(void)
{
	long before, after;
	struct rings rings;
	int done = 0;

	for (int i = 0; i < 20; i++)
		if (!rings__open(&rings, "mce_record", RING_BYTES))
			rings__close(&rings);
	usleep(500000);
	before = available_kb();
	for (int i = 0; i < NR_CYCLES; i++) {
		if (rings__open(&rings, "mce_record", RING_BYTES))
			break;
		rings__close(&rings);
		done++;
	}
	for (int i = 0; i < 100; i++)
		if (write_file(PMU_DIR "add", "leak=sched:sched_process_exec") ||
		    write_file(PMU_DIR "remove", "leak"))
			done = -1;
	usleep(1000000);
	after = available_kb();
	check(done == NR_CYCLES, "%d attaches and detaches on all CPUs", done);
	check(before - after < 2048, "leave no memory behind (%ld KiB)", before - after);
}
