// SPDX-License-Identifier: LGPL-2.1-or-later
/* perf_event_open(2), which the C library has no function for. */
#include <perf/open.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_event(const void *attr, pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	long fd = syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);

	return fd < 0 ? -errno : (int)fd;
}

/* With E2BIG the kernel writes the size it knows into the attr: a second try would lose words. */
int perf_event__open(const void *attr, pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	struct perf_event_attr *written = (struct perf_event_attr *)attr;
	__u32 size = written->size;
	int fd = open_event(attr, pid, cpu, group_fd, flags);

	if (written->size != size)
		written->size = size;
	return fd;
}

/* No attr is of 1 byte, so the kernel says how large its own is. */
int perf_event__attr_bytes(void)
{
	struct perf_event_attr attr = { .size = 1 };
	int ret = open_event(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (ret >= 0) {
		close(ret);
		return -EINVAL;
	}
	return ret == -E2BIG ? (int)attr.size : ret;
}
