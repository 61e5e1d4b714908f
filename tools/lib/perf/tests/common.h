/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_TESTS_COMMON_H
#define LIBPERF_TESTS_COMMON_H

/* cmocka wants these four before its own header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <perf/evsel.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Ends the running test as skipped and says why; the reason is for run-tests' summary. */
#define skip_because(...)                          \
	do {                                       \
		printf("# skipped: " __VA_ARGS__); \
		printf("\n");                      \
		fflush(stdout);                    \
		skip();                            \
	} while (0)

static inline struct perf_event_attr software_attr(__u64 config)
{
	return (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(struct perf_event_attr),
		.config = config,
		.exclude_kernel = 1,
	};
}

static inline void require_open(pid_t pid, int cpu, struct perf_event_attr attr)
{
	long fd = syscall(SYS_perf_event_open, &attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		skip_because("an event of type %u on CPU %d: %s", attr.type, cpu, strerror(errno));
	close(fd);
}

/* A live test begins with what it needs, so that a skip leaves nothing allocated. */
static inline void require_events(void)
{
	require_open(0, -1, software_attr(PERF_COUNT_SW_DUMMY));
}

static inline void require_system_wide(void)
{
	struct perf_event_attr attr = software_attr(PERF_COUNT_SW_DUMMY);

	attr.exclude_kernel = 0;
	require_open(-1, 0, attr);
}

static inline void spend_time(void)
{
	volatile int i;

	for (i = 0; i < 2000000; i++)
		;
}

/* How many descriptors are open: what an undone open must not change. */
static inline int count_fds(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int nr = 0;

	assert_non_null(dir);
	while (readdir(dir))
		nr++;
	closedir(dir);
	return nr;
}

#endif
