// SPDX-License-Identifier: GPL-2.0-only
/*
 * reading-load KIND N: what bench-reading records. same: N events of system calls and context
 * switches that look alike. distinct: N system calls, each with another argument, and as many
 * returns. stacks: N milliseconds of work on each CPU, in call chains of many shapes; built with
 * frame pointers. forks: N processes that run true.
 */
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A word goes to and fro between two processes. */
static int ping_pong(long rounds)
{
	int to[2], from[2];
	char c = 0;
	pid_t pid;

	if (pipe(to) || pipe(from))
		return 1;
	pid = fork();
	if (pid < 0)
		return 1;
	for (long i = 0; i < rounds; i++) {
		if (pid ? write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1
			: read(to[0], &c, 1) != 1 || write(from[1], &c, 1) != 1)
			return 1;
	}
	if (!pid)
		_exit(0);
	return waitpid(pid, NULL, 0) != pid;
}

/* A round is 8 entries and returns, about 2 wake-ups and 4 switches. */
static int same(long events)
{
	for (long i = 0; i < events / 4; i++)
		if (getppid() < 0)
			return 1;
	return ping_pong(events / 28);
}

static int distinct(long calls)
{
	FILE *file = tmpfile();

	if (!file)
		return 1;
	for (long i = 0; i < calls; i++)
		if (lseek(fileno(file), i, SEEK_SET) < 0)
			return 1;
	fclose(file);
	return 0;
}

/* Of this process alone: on a busy machine there is as much to record as on an idle one. */
static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000ULL + ts.tv_nsec / 1000000;
}

static volatile uint64_t sink;

#define LEAF(name, factor)                                          \
	static __attribute__((noinline)) uint64_t name(uint64_t x)  \
	{                                                           \
		for (int i = 0; i < 400; i++)                       \
			x = (x ^ x >> 13) * (factor) + (uint64_t)i; \
		sink = x;                                           \
		return x;                                           \
	}
LEAF(leaf_add, 0x9e3779b97f4a7c15)
LEAF(leaf_mix, 0xbf58476d1ce4e5b9)
LEAF(leaf_turn, 0x94d049bb133111eb)

static uint64_t step_a(uint64_t x, int depth);
static uint64_t step_b(uint64_t x, int depth);
static uint64_t step_c(uint64_t x, int depth);
static uint64_t step_d(uint64_t x, int depth);

static uint64_t go_on(uint64_t x, int depth)
{
	if (!depth)
		return x % 3 ? x % 3 > 1 ? leaf_add(x) : leaf_mix(x) : leaf_turn(x);
	switch (x >> 20 & 7) {
	case 0:
	case 1:
	case 2:
	case 3:
		return step_a(x, depth - 1);
	case 4:
	case 5:
		return step_b(x, depth - 1);
	case 6:
		return step_c(x, depth - 1);
	}
	return step_d(x, depth - 1);
}

#define STEP(name, factor)                                                    \
	static __attribute__((noinline)) uint64_t name(uint64_t x, int depth) \
	{                                                                     \
		x = go_on(x * (factor) + 1, depth);                           \
		sink = x;                                                     \
		return x;                                                     \
	}
STEP(step_a, 0x9e3779b97f4a7c15)
STEP(step_b, 0xbf58476d1ce4e5b9)
STEP(step_c, 0x94d049bb133111eb)
STEP(step_d, 0xd6e8feb86659fd93)

/* Most work is in short chains that are met again; the deep ones are many. */
static void work(uint64_t ms)
{
	uint64_t end_ms = now_ms() + ms;
	uint64_t x = 88172645463325252ULL;
	char byte;

	while (now_ms() < end_ms) {
		for (int i = 0; i < 64; i++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			step_a(x, x % 16 ? (int)(x >> 8 & 3) : (int)(x >> 8 & 15));
		}
		if (pread(0, &byte, 1, 0) < 0)
			sink = x;
	}
}

static int stacks(long ms)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	for (long i = 1; i < cpus; i++) {
		pid_t pid = fork();

		if (pid < 0)
			return 1;
		if (!pid) {
			work(ms);
			_exit(0);
		}
	}
	work(ms);
	while (wait(NULL) > 0)
		continue;
	return 0;
}

static int forks(long nr)
{
	char *argv[] = { (char *)"true", NULL };
	char *envp[] = { NULL };

	for (long i = 0; i < nr; i++) {
		pid_t pid;

		if (posix_spawn(&pid, "/bin/true", NULL, NULL, argv, envp) ||
		    waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(long n);
	} kinds[] = {
		{ "same", same },
		{ "distinct", distinct },
		{ "stacks", stacks },
		{ "forks", forks },
	};

	for (size_t i = 0; argc == 3 && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(argv[1], kinds[i].name))
			return kinds[i].run(atol(argv[2]));
	fprintf(stderr, "usage: reading-load same|distinct|stacks|forks N\n");
	return 2;
}
