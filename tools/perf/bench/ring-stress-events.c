// SPDX-License-Identifier: GPL-2.0-only
/* The events of a ring-stress scenario: opened, redirected into one ring, counted. */
#include "ring-stress.h"

#include <errno.h>
#include <fcntl.h>
#include <perf/ring.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"

#define SAMPLE_BASE                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ)

static int tracepoint_id(u64 *id)
{
	int err;

	err = file__read_u64(AT_FDCWD, "/sys/kernel/tracing/events/raw_syscalls/sys_enter/id", id);
	if (err)
		err = file__read_u64(AT_FDCWD,
				     "/sys/kernel/debug/tracing/events/raw_syscalls/sys_enter/id",
				     id);
	return err;
}

/* What every event of a shared ring has in common. */
static void attr__init(struct perf_event_attr *attr, struct source *source)
{
	*attr = (struct perf_event_attr){
		.size = sizeof(*attr),
		.type = PERF_TYPE_SOFTWARE,
		.sample_type = source->sample_type,
		.read_format = PERF_FORMAT_ID,
		.sample_period = source->period,
		.disabled = 1,
		.sample_id_all = 1,
		.write_backward = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.sample_stack_user = source->stack_bytes,
		.watermark = 1,
		.wakeup_watermark = 1 << 30,
	};
}

static int source__open(struct source *source, struct perf_event_attr *attr,
			const struct stress *stress)
{
	source->fd = (int)syscall(SYS_perf_event_open, attr, stress->producer, stress->cpu, -1,
				  PERF_FLAG_FD_CLOEXEC);
	if (source->fd < 0)
		return -errno;
	if (ioctl(source->fd, PERF_EVENT_IOC_ID, &source->id))
		return -errno;
	if (source != stress->sources &&
	    ioctl(source->fd, PERF_EVENT_IOC_SET_OUTPUT, stress->sources[0].fd))
		return -errno;
	return 0;
}

/* getpid() takes no argument, but the record carries all six registers. */
static int open_tracepoint(struct stress *stress, struct source *source, const char **what)
{
	struct perf_event_attr attr;
	char filter[32];
	int err;

	*what = "raw_syscalls:sys_enter";
	source->kind = TRACEPOINT;
	source->period = 1;
	source->stack_bytes = stress->scenario->stack_bytes;
	source->sample_type = SAMPLE_BASE | PERF_SAMPLE_RAW;
	if (source->stack_bytes)
		source->sample_type |= PERF_SAMPLE_STACK_USER;
	attr__init(&attr, source);
	attr.type = PERF_TYPE_TRACEPOINT;
	err = tracepoint_id(&attr.config);
	if (err)
		return err;
	err = source__open(source, &attr, stress);
	if (err)
		return err;
	snprintf(filter, sizeof(filter), "id == %d", SYS_getpid);
	return ioctl(source->fd, PERF_EVENT_IOC_SET_FILTER, filter) ? -errno : 0;
}

static int open_side_band(struct stress *stress, struct source *source, const char **what)
{
	struct perf_event_attr attr;

	*what = "a dummy event with comm, mmap and task records";
	source->kind = DUMMY;
	source->period = 1;
	source->sample_type = SAMPLE_BASE;
	attr__init(&attr, source);
	attr.config = PERF_COUNT_SW_DUMMY;
	attr.comm = attr.task = attr.mmap = attr.mmap2 = attr.mmap_data = 1;
	return source__open(source, &attr, stress);
}

static int open_clock(struct stress *stress, struct source *source, const char **what)
{
	struct perf_event_attr attr;

	*what = "cpu-clock";
	source->kind = CLOCK;
	/* Not all at the same time. */
	source->period = stress->scenario->clock_period_ns + 1009 * stress->nr_sources;
	source->stack_bytes = stress->scenario->clock_stack_bytes;
	source->sample_type = SAMPLE_BASE;
	if (source->stack_bytes)
		source->sample_type |= PERF_SAMPLE_STACK_USER;
	attr__init(&attr, source);
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	return source__open(source, &attr, stress);
}

int stress__open(struct stress *stress, const char **what)
{
	unsigned int i;
	int err;

	for (i = 0; i < MAX_SOURCES; i++)
		stress->sources[i].fd = -1;
	stress->nr_sources = 1;
	if (stress->scenario->producing == SIDE_BAND)
		err = open_side_band(stress, &stress->sources[0], what);
	else
		err = open_tracepoint(stress, &stress->sources[0], what);
	/* The first mapping decides the ring's size, and only a mapped ring takes others' output. */
	if (!err)
		err = perf_ring__new(&stress->keeper, stress->sources[0].fd,
				     stress->scenario->ring_bytes);
	for (i = 0; !err && i < stress->scenario->nr_clocks; i++)
		err = open_clock(stress, &stress->sources[stress->nr_sources++], what);
	if (err)
		stress__close(stress);
	return err;
}

int stress__enable(struct stress *stress)
{
	unsigned int i;

	for (i = 0; i < stress->nr_sources; i++)
		if (ioctl(stress->sources[i].fd, PERF_EVENT_IOC_ENABLE, 0))
			return -errno;
	return 0;
}

void stress__disable(struct stress *stress)
{
	unsigned int i;

	for (i = 0; i < stress->nr_sources; i++)
		ioctl(stress->sources[i].fd, PERF_EVENT_IOC_DISABLE, 0);
}

void stress__close(struct stress *stress)
{
	unsigned int i;

	for (i = 0; i < stress->nr_sources; i++) {
		if (stress->sources[i].fd >= 0)
			close(stress->sources[i].fd);
		stress->sources[i].fd = -1;
	}
	perf_ring__delete(stress->keeper);
	stress->keeper = NULL;
}

int source__count(const struct source *source, u64 *count)
{
	u64 values[2]; /* value, id */
	int err;

	err = file__read_all(source->fd, values, sizeof(values));
	*count = err ? 0 : values[0];
	return err;
}
