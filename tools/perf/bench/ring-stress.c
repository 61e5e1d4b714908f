// SPDX-License-Identifier: GPL-2.0-only
/*
 * ring-stress: is what libperf reads out of a ring that never stops always whole? Per scenario
 * one process fills the ring of real events as fast as it can, and others read it, follow
 * it, and read it naively. Every word of every record is checked. The result is a table.
 */
#include "ring-stress.h"

#include <argp.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <perf/event.h>
#include <perf/ring.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"

#define EXIT_SKIPPED 77
#define MAX_RINGS    3

static const struct scenario scenarios[] = {
	{ .name = "one", .ring_bytes = 64 << 10, .tears = true },
	{ .name = "large", .ring_bytes = 1 << 20, .stack_bytes = 60000, .burst = 8, .tears = true },
	{ .name = "nested",
	  .ring_bytes = 64 << 10,
	  .nr_clocks = 12,
	  .clock_period_ns = 100000,
	  .tears = true },
	{ .name = "sideband",
	  .ring_bytes = 512 << 10,
	  .producing = SIDE_BAND,
	  .nr_clocks = 4,
	  .clock_period_ns = 150000,
	  .clock_stack_bytes = 60000,
	  .tears = true },
	{ .name = "follow", .ring_bytes = 4 << 20, .reading = FOLLOW },
	{ .name = "idle", .ring_bytes = 64 << 10, .producing = RARE_SYSCALLS, .waits = true },
};

struct options {
	double seconds;
	u64 snapshots;
	const char *scenario;
	bool naive, no_membarrier;
	unsigned int readers;
};

struct totals {
	unsigned int passed, failed, skipped;
};

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void note_bad(struct reader_stats *stats, const char *why)
{
	if (!stats->bad++)
		snprintf(stats->why, sizeof(stats->why), "%s", why);
}

/* Checks a round's records; returns their bytes. */
static u64 check_round(struct check *check, struct perf_ring *ring, struct reader_stats *stats)
{
	union perf_event *event;
	const char *why;
	u64 bytes = 0;

	while ((event = perf_ring__next(ring))) {
		why = check__record(check, &event->header);
		if (why)
			note_bad(stats, why);
		stats->got++;
		bytes += event->header.size;
	}
	return bytes;
}

/* A reader that comes new and takes all there is, in one round over @nr mappings of the ring. */
static void take_snapshot(struct check *check, struct reader_stats *stats, unsigned int nr)
{
	const struct stress *stress = check->stress;
	struct perf_ring *rings[MAX_RINGS] = { NULL };
	u64 written, size = stress->scenario->ring_bytes;
	unsigned int i;
	int err = 0;

	for (i = 0; i < nr && !err; i++)
		err = perf_ring__new(&rings[i], stress->sources[0].fd, size);
	if (!err)
		err = perf_rings__read(rings, nr);
	if (err)
		note_bad(stats, strerror(-err));
	for (i = 0; i < nr && !err; i++) {
		check__may_skip(check);
		stats->kept_bytes += check_round(check, rings[i], stats);
		written = perf_ring__position(rings[i]);
		stats->ring_bytes += written < size ? written : size;
		stats->snapshots++;
	}
	for (i = 0; i < nr; i++)
		perf_ring__delete(rings[i]);
}

static void take_naive(const struct stress *stress, struct reader_stats *stats,
		       const struct perf_event_mmap_page *page)
{
	int torn = naive__snapshot(stress, page);

	if (torn < 0)
		note_bad(stats, strerror(-torn));
	stats->torn += torn > 0;
	stats->naive++;
}

/*
 * One step of a follower. All records are of one size, so what was lost in bytes and what is
 * missing in the events' own count are the same number. A round that was put off its CPU while it
 * copied may have lost all it came for: its loss is compared at the next record that is got.
 */
static void follow_round(struct check *check, struct perf_ring *ring, struct reader_stats *stats)
{
	u64 bytes, before = stats->got, record_bytes;
	int err = perf_rings__read(&ring, 1);

	if (err) {
		note_bad(stats, strerror(-err));
		return;
	}
	check->gap = 0;
	if (perf_ring__lost_bytes(ring)) {
		check->lost_bytes += perf_ring__lost_bytes(ring);
		check__may_skip(check);
	}
	bytes = check_round(check, ring, stats);
	stats->snapshots++;
	if (stats->got == before)
		return;
	record_bytes = bytes / (stats->got - before);
	if (check->lost_bytes != check->gap * record_bytes)
		note_bad(stats, "lost bytes and the gap in the count differ");
	check->lost_bytes = 0;
}

/* At the end what was got and what was lost must make up the event's own count. */
static void check_total(struct check *check, const struct stress *stress,
			struct reader_stats *stats)
{
	char why[128];
	u64 count;
	int err = source__count(&stress->sources[0], &count);

	if (err) {
		note_bad(stats, strerror(-err));
		return;
	}
	if (stats->got + check->lost == count - check->first_count + 1)
		return;
	snprintf(why, sizeof(why), "%llu got + %llu lost, but %llu were counted", stats->got,
		 check->lost, count - check->first_count + 1);
	note_bad(stats, why);
}

static bool is_done(const struct stress *stress)
{
	return __atomic_load_n(&stress->shared->done, __ATOMIC_ACQUIRE);
}

/* Polls every 0.2 to 5 ms; comes so late now and then that something must be lost. */
static void run_follower(const struct stress *stress, struct check *check,
			 struct reader_stats *stats, unsigned int seed)
{
	struct perf_ring *ring;
	bool last;
	int err;

	err = perf_ring__new(&ring, stress->sources[0].fd, stress->scenario->ring_bytes);
	if (err) {
		note_bad(stats, strerror(-err));
		return;
	}
	do {
		last = is_done(stress);
		follow_round(check, ring, stats);
		stats->lost = check->lost;
		seed = seed * 1103515245 + 12345;
		usleep((seed >> 16) % 256 == 0 ? 150000 : 200 + (seed >> 16) % 4800);
	} while (!last);
	check_total(check, stress, stats);
	perf_ring__delete(ring);
}

static void run_snapshots(const struct stress *stress, struct check *check,
			  struct reader_stats *stats, bool only_naive)
{
	size_t bytes = (size_t)sysconf(_SC_PAGESIZE) + stress->scenario->ring_bytes;
	void *page = mmap(NULL, bytes, PROT_READ, MAP_SHARED, stress->sources[0].fd, 0);
	u64 i;

	if (page == MAP_FAILED) {
		note_bad(stats, strerror(errno));
		return;
	}
	for (i = 0; !is_done(stress); i++) {
		if (only_naive || i % 4 == 3)
			take_naive(stress, stats, page);
		else
			take_snapshot(check, stats, i % 16 == 8 ? MAX_RINGS : 1);
		stats->lost = check->lost;
	}
	munmap(page, bytes);
}

/* On the producer's CPU, or on all others (where there are any). */
static void pin(int cpu, bool away)
{
	cpu_set_t set;
	int i;

	if (sched_getaffinity(0, sizeof(set), &set))
		return;
	for (i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &set) && (i == cpu) == away)
			CPU_CLR(i, &set);
	if (CPU_COUNT(&set))
		sched_setaffinity(0, sizeof(set), &set);
}

static int last_cpu(void)
{
	cpu_set_t set;
	int cpu = -1, i;

	if (!sched_getaffinity(0, sizeof(set), &set))
		for (i = 0; i < CPU_SETSIZE; i++)
			if (CPU_ISSET(i, &set))
				cpu = i;
	return cpu < 0 ? 0 : cpu;
}

/* As on a machine with nohz_full CPUs, from now on in this process. */
static int refuse_membarrier(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { .len = ARRAY_SIZE(code), .filter = code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return -errno;
	return 0;
}

static pid_t fork_reader(const struct stress *stress, unsigned int nr, const struct options *opts)
{
	struct check check;
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pin(stress->cpu, true);
	if (opts->no_membarrier && refuse_membarrier())
		_exit(1);
	check__init(&check, stress);
	if (stress->scenario->reading == FOLLOW && !opts->naive)
		run_follower(stress, &check, &stress->shared->readers[nr], nr);
	else
		run_snapshots(stress, &check, &stress->shared->readers[nr], opts->naive);
	_exit(0);
}

/* A producer that waits for the other end of *go_fd. */
static pid_t fork_producer(struct stress *stress, int *go_fd)
{
	int fds[2];
	pid_t pid;

	if (pipe(fds))
		return -1;
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(fds[1]);
		pin(stress->cpu, false);
		stress__produce(stress, fds[0]);
	}
	close(fds[0]);
	*go_fd = fds[1];
	return pid;
}

static void add_up(const struct shared *shared, struct reader_stats *sum)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < MAX_READERS; i++) {
		const struct reader_stats *stats = &shared->readers[i];

		sum->snapshots += stats->snapshots;
		sum->got += stats->got;
		sum->lost += stats->lost;
		sum->kept_bytes += stats->kept_bytes;
		sum->ring_bytes += stats->ring_bytes;
		sum->naive += stats->naive;
		sum->torn += stats->torn;
		if (stats->bad && !sum->bad)
			memcpy(sum->why, stats->why, sizeof(sum->why));
		sum->bad += stats->bad;
	}
}

/* Are there enough snapshots, and a torn one where one is due? */
static bool is_enough(const struct stress *stress, const struct options *opts)
{
	struct reader_stats sum;

	add_up(stress->shared, &sum);
	return (opts->naive ? sum.naive : sum.snapshots) >= opts->snapshots &&
	       (sum.torn || !stress->scenario->tears);
}

/* Until all bounds are reached; far beyond the time the others are given up. */
static bool wait_for_bounds(const struct stress *stress, const struct options *opts)
{
	double begin = now_s(), ran;

	do {
		usleep(10000);
		ran = now_s() - begin;
		if (ran >= opts->seconds && is_enough(stress, opts))
			return true;
	} while (ran < 10 * opts->seconds + 5);
	return false;
}

static bool ended_well(pid_t pid)
{
	int status;

	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Everything from the first event to the last reader's end. NULL, or what went wrong. */
static const char *run_readers(struct stress *stress, const struct options *opts, int go_fd)
{
	unsigned int i, nr = stress->scenario->waits ? 4 * opts->readers : opts->readers;
	pid_t readers[MAX_READERS];
	const char *why = NULL;

	if (stress__enable(stress) || write(go_fd, "g", 1) != 1)
		return "the events can not be enabled";
	for (i = 0; i < nr; i++)
		readers[i] = fork_reader(stress, i, opts);
	if (!wait_for_bounds(stress, opts))
		why = "too few snapshots in the time, or none torn where some must be";
	__atomic_store_n(&stress->shared->stop, 1, __ATOMIC_RELEASE);
	if (!ended_well(stress->producer))
		why = "the producer failed";
	stress__disable(stress);
	__atomic_store_n(&stress->shared->done, 1, __ATOMIC_RELEASE);
	for (i = 0; i < nr; i++)
		if (readers[i] < 0 || !ended_well(readers[i]))
			why = "a reader failed";
	return why;
}

static const char *judge(const struct stress *stress, const struct options *opts,
			 const struct reader_stats *sum)
{
	const struct scenario *scenario = stress->scenario;

	if (sum->bad)
		return sum->why;
	if (scenario->tears && !sum->torn)
		return "the naive reader found nothing torn: this run proves nothing";
	if (!opts->naive && !sum->got)
		return "nothing was read";
	return NULL;
}

static void print_row(const char *name, double seconds, const struct reader_stats *sum)
{
	double kept =
		sum->ring_bytes ? 100.0 * (double)sum->kept_bytes / (double)sum->ring_bytes : 100.0;

	printf("%-9s %7.1f %10llu %12llu %12llu %12llu %6.1f%% %5llu %9llu of %llu\n", name,
	       seconds, sum->snapshots, sum->got, sum->lost, sum->got, kept, sum->bad, sum->torn,
	       sum->naive);
}

static void run_opened(struct stress *stress, const struct options *opts, int go_fd,
		       struct totals *totals)
{
	struct reader_stats sum;
	double begin = now_s();
	const char *why = run_readers(stress, opts, go_fd);

	add_up(stress->shared, &sum);
	print_row(stress->scenario->name, now_s() - begin, &sum);
	if (!why)
		why = judge(stress, opts, &sum);
	if (why)
		printf("FAILED: %s: %s\n", stress->scenario->name, why);
	totals->failed += why != NULL;
	totals->passed += why == NULL;
	fflush(stdout);
}

static int run_scenario(const struct scenario *scenario, const struct options *opts,
			struct totals *totals)
{
	struct stress stress = { .scenario = scenario, .cpu = last_cpu() };
	_cleanup_close_ int go_fd = -1;
	const char *what = "a process";
	int err;

	stress__mmap_name(stress.mmap_name, sizeof(stress.mmap_name), true);
	stress.shared = mmap(NULL, sizeof(*stress.shared), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (stress.shared == MAP_FAILED)
		return -errno;
	stress.producer = fork_producer(&stress, &go_fd);
	err = stress.producer < 0 ? -errno : stress__open(&stress, &what);
	if (!err) {
		run_opened(&stress, opts, go_fd, totals);
		stress__close(&stress);
	} else {
		bool skip = err == -ENOENT || err == -EACCES || err == -EPERM;

		printf("%s: %s: %s: %s (this needs root, and tracefs at /sys/kernel/tracing)\n",
		       skip ? "skipped" : "FAILED", scenario->name, what, strerror(-err));
		totals->skipped += skip;
		totals->failed += !skip;
		if (stress.producer > 0) {
			kill(stress.producer, SIGKILL);
			waitpid(stress.producer, NULL, 0);
		}
	}
	munmap(stress.shared, sizeof(*stress.shared));
	return 0;
}

static const struct argp_option argp_options[] = {
	{ "seconds", 's', "N", 0, "How long each scenario runs at least (60)", 0 },
	{ "snapshots", 'n', "N", 0, "How many are taken at least (100000)", 0 },
	{ "scenario", 'S', "NAME", 0, "Only one: one, large, nested, sideband, follow or idle", 0 },
	{ "readers", 'r', "N", 0, "How many processes read at the same time (4)", 0 },
	{ "naive", 'N', NULL, 0,
	  "Only readers that do not look again: all of them find torn records", 0 },
	{ "no-membarrier", 'M', NULL, 0,
	  "Readers do without membarrier(), as on nohz_full machines", 0 },
	{ 0 },
};

static const struct scenario *find_scenario(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(scenarios); i++)
		if (!strcmp(name, scenarios[i].name))
			return &scenarios[i];
	return NULL;
}

static u64 parse_number(const struct argp_state *state, const char *arg, u64 max)
{
	char *end;
	u64 number = strtoull(arg, &end, 10);

	if (*arg < '0' || *arg > '9' || *end || !number || number > max)
		argp_error(state, "'%s' is no number from 1 to %llu", arg, max);
	return number;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	switch (key) {
	case 's':
		opts->seconds = (double)parse_number(state, arg, 86400);
		break;
	case 'n':
		opts->snapshots = parse_number(state, arg, 1000000000);
		break;
	case 'S':
		opts->scenario = arg;
		if (!find_scenario(arg))
			argp_error(state, "no scenario is called '%s'", arg);
		break;
	case 'r':
		opts->readers = (unsigned int)parse_number(state, arg, MAX_READERS / 4);
		break;
	case 'N':
		opts->naive = true;
		break;
	case 'M':
		opts->no_membarrier = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = argp_options,
	.parser = parse_option,
	.doc = "Checks every record that is read out of rings while they are written.",
};

int main(int argc, char **argv)
{
	struct options opts = { .seconds = 60, .snapshots = 100000, .readers = 4 };
	struct totals totals = { 0 };
	size_t i;

	argp_parse(&argp, argc, argv, 0, NULL, &opts);
	printf("%-9s %7s %10s %12s %12s %12s %7s %5s %12s\n", "scenario", "seconds", "snapshots",
	       "got", "lost", "checked", "kept", "bad", "naive torn");
	fflush(stdout);
	for (i = 0; i < ARRAY_SIZE(scenarios); i++)
		if (!opts.scenario || !strcmp(opts.scenario, scenarios[i].name))
			if (run_scenario(&scenarios[i], &opts, &totals))
				totals.failed++;
	printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
	if (totals.failed || !(totals.passed + totals.skipped))
		return 1;
	return totals.passed ? 0 : EXIT_SKIPPED;
}
