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
	COUNTED,
	FOLLOWED,
	ATTACHED,
	RECORDS,
	ADDED,
	REMOVED,
	WATCHED,
	TOLD,
	SHARED,
	BY_IOCTL,
	REFUSED,
	PLUGGED,
	KILLED,
	NR_WORK
};

static const char *const work_names[NR_WORK] = {
	"machine checks injected",
	"counted by read()",
	"read as records, each once",
	"readers attached",
	"records read",
	"events added",
	"events removed",
	"readers of what is removed",
	"of them told of it",
	"sharers",
	"events made persistent by ioctl and removed by id",
	"mappings, ioctls and opens refused",
	"CPUs unplugged and back",
	"readers killed",
};

#define FIRST_STATUS 0x9c00001000000000ULL
/* How far those who inject may be ahead of who counts, and of who reads: the kernel's pool of
 * machine checks is small, and the ring holds 3,000. */
#define MAX_UNCOUNTED 16
#define MAX_UNREAD    1000

struct follow {
	u64 next; /* the oldest that was not read yet */
	u64 newest, nr;
};

struct state {
	u64 done[NR_WORK];
	u64 bad;
	bool stop;
	struct perf_event_attr mce;
	struct perf_event_attr added;
	struct rings follower; /* from before the first injection on */
	struct follow follow;
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

static long done(enum work work)
{
	return __atomic_load_n(&state->done[work], __ATOMIC_RELAXED);
}

/* What all readers of CPU 0's event count: machine checks are injected there only. */
static u64 count_mce(void)
{
	u64 values[8];

	return read(state->follower.fds[0], values, sizeof(values)) > 0 ? values[0] : 0;
}

static void inject(unsigned int i)
{
	(void)i;
	pin_cpu(0); /* whose kworker writes the record */
	__atomic_store_n(&state->done[COUNTED], count_mce(), __ATOMIC_RELAXED);
	if (done(INJECTED) - done(COUNTED) < MAX_UNCOUNTED &&
	    done(INJECTED) - done(FOLLOWED) < MAX_UNREAD) {
		if (inject_mce(0, FIRST_STATUS + done(INJECTED)))
			bad("inject");
		else
			did(INJECTED, 1);
	}
	usleep(500);
}

static void follow_one(void *arg, const struct perf_event_header *record)
{
	struct follow *follow = arg;
	u64 status = mce_status(record);

	if (status < FIRST_STATUS + follow->next || status > FIRST_STATUS + 0xfffffff)
		return;
	if (status - FIRST_STATUS >= follow->newest)
		follow->newest = status - FIRST_STATUS + 1;
	follow->nr++;
}

/* Each record is read once, as a tool does that follows a ring. */
static void follow(unsigned int i)
{
	struct follow *follow = &state->follow;
	static char *map; /* a child has none of its parent's */

	(void)i;
	if (!map)
		map = mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ, MAP_SHARED,
			   state->follower.fds[0], 0);
	follow->nr = 0;
	follow->newest = follow->next;
	if (ring_walk(map, follow_one, follow) < 0)
		bad("a torn record of a machine check");
	follow->next = follow->newest;
	did(FOLLOWED, follow->nr);
	usleep(5000);
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

/* Full in no time: its readers always see a ring that is being written over. */
#define STRESS_EVENT "stress=page-faults,size=16K"

static void add_and_remove(unsigned int i)
{
	if (write_file(PMU_DIR "add", STRESS_EVENT))
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

static void by_ioctl(unsigned int i)
{
	struct guest_request request = { .name = "stress_ioctl", .size = 4096 };
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
					.size = sizeof(attr),
					.sample_period = 1,
					.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME };
	int fd = open_event(&attr, -1, 0, -1, 0);
	char text[32];

	if (ioctl(fd, IOC_PERSISTENT, &request)) {
		bad("ioctl");
	} else {
		usleep(1000 * (i % 10));
		snprintf(text, sizeof(text), "%llu", (unsigned long long)request.id);
		if (write_file(PMU_DIR "remove", text))
			bad("remove by id");
		else
			did(BY_IOCTL, 1);
	}
	close(fd);
}

static void refused(bool is, const char *what)
{
	if (is)
		did(REFUSED, 1);
	else
		bad(what);
}

static void ask_for_more(unsigned int i)
{
	static const unsigned long ioctls[] = { PERF_EVENT_IOC_REFRESH, PERF_EVENT_IOC_PERIOD,
						PERF_EVENT_IOC_SET_OUTPUT,
						PERF_EVENT_IOC_SET_FILTER,
						PERF_EVENT_IOC_PAUSE_OUTPUT };
	int fd = open_event(&state->mce, -1, 0, -1, 0), status = 0;

	refused(mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) ==
				MAP_FAILED &&
			errno == EACCES,
		"a writable mapping");
	refused(ioctl(fd, ioctls[i % ARRAY_SIZE(ioctls)], 1) < 0 && errno == EACCES, "an ioctl");
	close(fd);
	if (!fork())
		_exit(!setuid(1000) && open_event(&state->mce, -1, 0, -1, 0) < 0 ? errno : 0);
	wait(&status);
	refused(WIFEXITED(status) && WEXITSTATUS(status) == EACCES, "an open without privilege");
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
	inject, follow,	  attach,	attach, add_and_remove, watch,
	share,	by_ioctl, ask_for_more, plug,	kill_reader,
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
	    !check(!write_file(PMU_DIR "add", STRESS_EVENT) &&
			   !sysfs_attr("stress", &state->added) &&
			   !write_file(PMU_DIR "remove", "stress"),
		   "and one to add and remove") ||
	    !check(!rings__open(&state->follower, "mce_record", RING_BYTES), "a follower"))
		return false;
	write_file("/sys/module/perf_persistent/parameters/share", "1\n");
	return true;
}

static long available_kb(void)
{
	char text[4096], *at;

	read_file("/proc/meminfo", text, sizeof(text));
	at = strstr(text, "MemAvailable:");
	return at ? strtol(at + strlen("MemAvailable:"), NULL, 10) : -1;
}

struct memory {
	long before_kb, allowed_kb;
};

static bool is_returned(void *arg)
{
	const struct memory *memory = arg;

	return memory->before_kb - available_kb() < memory->allowed_kb;
}

static bool all_is_counted(void *arg)
{
	(void)arg;
	state->done[COUNTED] = count_mce();
	follow(0);
	return state->done[COUNTED] >= state->done[INJECTED] &&
	       state->done[FOLLOWED] >= state->done[INJECTED];
}

static void stress(unsigned int seconds)
{
	struct memory memory = { .allowed_kb = 8192 };

	if (nr_cpus() < 2) {
		skip("stress", "there is one CPU");
		return;
	}
	if (!prepare())
		return;
	memory.before_kb = available_kb();
	run_all(seconds);
	eventually(all_is_counted, NULL);
	for (int i = 0; i < NR_WORK; i++)
		check(state->done[i] > 0, "stress for %u s on %d CPUs: %s: %llu", seconds,
		      state->nr_cpus, work_names[i], (unsigned long long)state->done[i]);
	check(state->done[COUNTED] == state->done[INJECTED],
	      "stress: no machine check was lost before the ring");
	check(state->done[FOLLOWED] == state->done[INJECTED], "stress: lost records: %lld",
	      (long long)(state->done[INJECTED] - state->done[FOLLOWED]));
	check(state->bad == 0, "stress: %llu faults", (unsigned long long)state->bad);
	check(eventually(is_returned, &memory), "stress: memory came back (%ld KiB)",
	      memory.before_kb - available_kb());
	rings__close(&state->follower);
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

#define NR_CYCLES 2000

/* What 2,000 readers, and 100 events of 512 KiB a CPU, would leave behind. */
void test_leak(void)
{
	struct memory memory = { .allowed_kb = 2048 };
	struct rings rings;
	int done = 0;

	for (int i = 0; i < 20; i++)
		if (!rings__open(&rings, "mce_record", RING_BYTES))
			rings__close(&rings);
	usleep(500000);
	memory.before_kb = available_kb();
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
	check(done == NR_CYCLES, "%d attaches and detaches on all CPUs", done);
	check(eventually(is_returned, &memory), "leave no memory behind (%ld KiB)",
	      memory.before_kb - available_kb());
}
