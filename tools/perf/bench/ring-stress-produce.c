// SPDX-License-Identifier: GPL-2.0-only
/*
 * The process whose events fill the ring of a ring-stress scenario: as fast as it can, each with
 * a sequence number from which every word of its record follows.
 */
#include "ring-stress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Long, so that its records are. */
void stress__mmap_name(char *name, size_t size, bool in_record)
{
	char tail[201];

	memset(tail, 'm', sizeof(tail) - 1);
	tail[sizeof(tail) - 1] = 0;
	snprintf(name, size, "%s%s%s", in_record ? "/memfd:" : "", tail,
		 in_record ? " (deleted)" : "");
}

static bool stopped(const struct stress *stress)
{
	return __atomic_load_n(&stress->shared->stop, __ATOMIC_RELAXED);
}

static void make_syscall(u64 seq)
{
	syscall(SYS_getpid, seq, stress__mix(seq, 1), stress__mix(seq, 2), stress__mix(seq, 3),
		stress__mix(seq, 4), stress__mix(seq, 5));
}

static void stack__fill(volatile u64 *stack)
{
	unsigned int i;

	stack[0] = STACK_MAGIC;
	for (i = 1; i < STACK_WORDS; i++)
		stack[i] = i % STACK_SEQ == 1 ? 0 : stress__mix(0, i);
}

/* A pause of 0 to 0.5 ms that makes no record and does not sleep. */
static void spin_a_while(u64 seq)
{
	volatile u64 left = stress__mix(seq, 7) % 500000;

	while (left > 3)
		left -= 3;
}

static void produce_syscalls(const struct stress *stress, volatile u64 *stack)
{
	bool with_stack = stress->scenario->stack_bytes;
	u64 burst = stress->scenario->burst;
	unsigned int i;
	u64 seq;

	for (seq = 0; !stopped(stress); seq++) {
		if (with_stack)
			for (i = 1; i < STACK_WORDS; i += STACK_SEQ)
				stack[i] = seq;
		make_syscall(seq);
		if (burst && seq % burst == 0)
			spin_a_while(seq);
	}
}

/* Now and then one, now and then a few, and mostly nothing. */
static void produce_rarely(const struct stress *stress)
{
	unsigned int pause = 0, burst;
	u64 seq = 0;

	while (seq < 2 * stress->scenario->ring_bytes / 128 && !stopped(stress))
		make_syscall(seq++);
	while (!stopped(stress)) {
		pause = (pause * 37 + 11) % 101;
		nanosleep(&(struct timespec){ .tv_nsec = (long)pause * 100000 }, NULL);
		for (burst = pause % 4; burst; burst--)
			make_syscall(seq++);
	}
}

static void fork_once(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/* The page offset and the task's name carry the sequence number; the file need not be that long. */
static void produce_side_band(const struct stress *stress)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	char name[256];
	u64 seq;
	int fd;

	stress__mmap_name(name, sizeof(name), false);
	fd = memfd_create(name, MFD_CLOEXEC);
	for (seq = 0; fd >= 0 && !stopped(stress); seq++) {
		snprintf(name, 16, "s%014llx", seq);
		prctl(PR_SET_NAME, name);
		if (mmap((void *)MMAP_ADDRESS, page_bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fd,
			 (off_t)(seq * page_bytes)) == MAP_FAILED)
			_exit(1);
		if (seq % 256 == 255)
			fork_once();
	}
	if (fd < 0)
		_exit(1);
}

void stress__produce(const struct stress *stress, int go_fd)
{
	volatile u64 stack[STACK_WORDS];
	char go;

	stack__fill(stack);
	if (read(go_fd, &go, 1) != 1)
		_exit(1);
	switch (stress->scenario->producing) {
	case SYSCALLS:
		produce_syscalls(stress, stack);
		break;
	case RARE_SYSCALLS:
		produce_rarely(stress);
		break;
	case SIDE_BAND:
		produce_side_band(stress);
		break;
	}
	_exit(0);
}
