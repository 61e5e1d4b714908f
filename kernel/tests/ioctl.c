// SPDX-License-Identifier: GPL-2.0-only
/* PERF_EVENT_IOC_PERSISTENT: an open event's attr goes on as a persistent event. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct perf_event_attr exec_attr(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT,
					.size = sizeof(attr),
					.sample_period = 1,
					.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_TID,
					.sample_id_all = 1 };

	attr.config = read_number("/sys/kernel/tracing/events/sched/sched_process_exec/id");
	return attr;
}

static void test_start(void)
{
	struct guest_request request = { .name = "by_ioctl", .size = 65536 };
	struct perf_event_attr attr = exec_attr();
	int fd = open_event(&attr, -1, 0, -1, 0);
	struct rings rings;
	char text[32];
	void *map;

	check_errno(fd, 0, "an ordinary event");
	check_errno(ioctl(fd, IOC_PERSISTENT, &request), 0, "make one like it persistent");
	check(request.id > 0, "its id is returned");
	if (check(!rings__open(&rings, "by_ioctl", 65536), "it runs on all CPUs")) {
		check(rings.attr.config == attr.config &&
			      rings.attr.sample_type == attr.sample_type &&
			      rings.attr.sample_id_all && rings.attr.write_backward,
		      "with that attr, written backward");
		rings__close(&rings);
	}
	check_errno(ioctl(fd, IOC_PERSISTENT, &request), EEXIST, "the same once more");
	map = mmap(NULL, MAP_BYTES(8192), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	check(map != MAP_FAILED && !ioctl(fd, PERF_EVENT_IOC_DISABLE, 0),
	      "the descriptor is the caller's own event");
	close(fd);
	check(!access(PMU_DIR "events/by_ioctl", F_OK), "closing it ends nothing");
	snprintf(text, sizeof(text), "%llu", (unsigned long long)request.id);
	check(!write_file(PMU_DIR "remove", text), "remove it by the id");
	check(access(PMU_DIR "events/by_ioctl", F_OK), "it is gone");
}

static void test_not(void)
{
	struct guest_request request = { .name = "not" };
	struct perf_event_attr attr = exec_attr();
	int leader, sibling, other, status = -1;
	struct rings rings;

	other = open_event(&attr, 0, -1, -1, 0);
	check_errno(ioctl(other, IOC_PERSISTENT, &request), EINVAL, "not a task's event");
	close(other);
	leader = open_event(&attr, -1, 0, -1, 0);
	if (!fork()) {
		if (setuid(1000))
			_exit(99);
		_exit(ioctl(leader, IOC_PERSISTENT, &request) < 0 ? errno : 0);
	}
	wait(&status);
	check(WEXITSTATUS(status) == EPERM, "not without privilege");
	sibling = open_event(&attr, -1, 0, leader, 0);
	check_errno(ioctl(sibling, IOC_PERSISTENT, &request), EINVAL, "not a sibling");
	check_errno(ioctl(leader, IOC_PERSISTENT, &request), EINVAL, "not who has siblings");
	close(sibling);
	close(leader);
	other = open_event(&attr, -1, 0, -1, 0);
	check_errno(ioctl(other, PERF_EVENT_IOC_SET_FILTER, "pid==1"), 0, "set a filter");
	check_errno(ioctl(other, IOC_PERSISTENT, &request), EINVAL, "not what has a filter");
	close(other);
	other = open_event(&attr, -1, 0, -1, 0);
	memset(request.name, 'x', sizeof(request.name));
	check_errno(ioctl(other, IOC_PERSISTENT, &request), EINVAL, "not a name without an end");
	check_errno(ioctl(other, IOC_PERSISTENT, NULL), EFAULT, "not from nowhere");
	close(other);
	strcpy(request.name, "not");
	if (check(!rings__open(&rings, "mce_record", RING_BYTES), "attach")) {
		check_errno(ioctl(rings.fds[0], IOC_PERSISTENT, &request), EACCES, "not a reader");
		rings__close(&rings);
	}
	check(access(PMU_DIR "events/not", F_OK), "none of these is there");
}

void test_ioctl(void)
{
	test_start();
	test_not();
}
