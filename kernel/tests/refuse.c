// SPDX-License-Identifier: GPL-2.0-only
/* What is refused: mappings, ioctls, redirections, opens, users without privilege. */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void check_map(int fd, size_t bytes, int prot, int flags, off_t at, int want,
		      const char *what)
{
	void *map = mmap(NULL, bytes, prot, flags, fd, at);

	check_errno(map == MAP_FAILED ? -1 : 0, want, what);
	if (map != MAP_FAILED)
		munmap(map, bytes);
}

static void test_mappings(const struct rings *rings)
{
	int fd = rings->fds[0];
	size_t all = MAP_BYTES(RING_BYTES);

	check_map(fd, all, PROT_READ, MAP_SHARED, 0, 0, "map to read");
	check_map(fd, all, PROT_READ | PROT_WRITE, MAP_SHARED, 0, EACCES, "map to write");
	check_map(fd, all, PROT_WRITE, MAP_SHARED, 0, EACCES, "map to write only");
	check_map(fd, MAP_BYTES(RING_BYTES / 2), PROT_READ, MAP_SHARED, 0, EINVAL, "map half");
	check_map(fd, MAP_BYTES(RING_BYTES * 2), PROT_READ, MAP_SHARED, 0, EINVAL, "map twice");
	check_map(fd, 4096, PROT_READ, MAP_SHARED, 0, EINVAL, "map the user page only");
	check_map(fd, 4 * 4096, PROT_READ, MAP_SHARED, 0, EINVAL, "map 3 pages");
	check_map(fd, RING_BYTES, PROT_READ, MAP_SHARED, 0x100000, EINVAL, "map an AUX area");
	check_map(fd, all, PROT_READ, MAP_PRIVATE, 0, EINVAL, "map privately");
	check_errno(mprotect(rings->maps[0], all, PROT_READ | PROT_WRITE), EACCES,
		    "mprotect to write");
}

static void test_ioctls(int fd)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	struct perf_event_query_bpf query = { 0 };
	u64 period = 1000;

	check_errno(ioctl(fd, PERF_EVENT_IOC_REFRESH, 1), EACCES, "REFRESH");
	check_errno(ioctl(fd, PERF_EVENT_IOC_PERIOD, &period), EACCES, "PERIOD");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, fd), EACCES, "SET_OUTPUT");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, -1), EACCES, "SET_OUTPUT to none");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_FILTER, "cpu==0"), EACCES, "SET_FILTER");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_BPF, 0), EACCES, "SET_BPF");
	check_errno(ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1), EACCES, "PAUSE_OUTPUT");
	check_errno(ioctl(fd, PERF_EVENT_IOC_QUERY_BPF, &query), EACCES, "QUERY_BPF");
	check_errno(ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, &attr), EACCES,
		    "MODIFY_ATTRIBUTES");
	check_errno(ioctl(fd, _IO('$', 99)), EACCES, "an ioctl that does not exist");
	check_errno(fcntl(fd, F_SETFL, O_ASYNC), EOPNOTSUPP, "signals");
}

/* Nobody else's records get into the ring. */
static void test_redirect(const struct rings *rings)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_DUMMY,
					.size = sizeof(attr),
					.sample_period = 1,
					.write_backward = 1,
					.mmap = 1,
					.comm = 1,
					.task = 1 };
	int fd = open_event(&attr, -1, 0, -1, 0), with_output;

	check_errno(fd, 0, "an ordinary event");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, rings->fds[0]), EACCES,
		    "redirect it into the ring");
	with_output = open_event(&attr, -1, 0, rings->fds[0],
				 PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	check_errno(with_output, EACCES, "open one with its output there");
	check_errno(open_event(&attr, -1, 0, rings->fds[0], 0), EINVAL,
		    "open one as a sibling of a reader");
	check_errno(open_event(&rings->attr, -1, 0, fd, 0), EINVAL, "open a reader as a sibling");
	check_errno(open_event(&rings->attr, -1, 0, fd,
			       PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP),
		    EACCES, "open a reader with its output elsewhere");
	close(fd);
}

static void test_sideband(const struct rings *rings)
{
	struct perf_event_attr attr = rings->attr;
	u64 heads[MAX_CPUS];
	int fds[MAX_CPUS];
	bool same = true;

	attr.mmap = attr.mmap2 = attr.comm = attr.task = attr.context_switch = 1;
	for (int cpu = 0; cpu < rings->nr; cpu++) {
		fds[cpu] = open_event(&attr, -1, cpu, -1, 0);
		heads[cpu] = ring_head(rings->maps[cpu]);
		same = same && fds[cpu] >= 0;
	}
	for (int i = 0; i < 5; i++) {
		if (!fork()) {
			execl("/bin/true", "true", NULL);
			_exit(1);
		}
		wait(NULL);
	}
	for (int cpu = 0; cpu < rings->nr; cpu++) {
		same = same && ring_head(rings->maps[cpu]) == heads[cpu];
		close(fds[cpu]);
	}
	check(same, "side-band flags of a reader add nothing");
}

static void test_opens(const struct rings *rings)
{
	struct perf_event_attr attr = rings->attr;

	attr.config = 65000;
	check_errno(open_event(&attr, -1, 0, -1, 0), ENOENT, "open another config");
	attr = rings->attr;
	attr.type = PERF_TYPE_SOFTWARE;
	check_errno(open_event(&attr, -1, 0, -1, 0), ENOENT, "open another type");
	attr = rings->attr;
	attr.sample_type = PERF_SAMPLE_IP;
	check_errno(open_event(&attr, -1, 0, -1, 0), ENOENT, "open with another sample_type");
	attr = rings->attr;
	attr.sample_period = 2;
	check_errno(open_event(&attr, -1, 0, -1, 0), ENOENT, "open with another period");
	attr = rings->attr;
	attr.aux_output = 1;
	check_errno(open_event(&attr, -1, 0, -1, 0), EINVAL, "open with aux_output");
	attr = rings->attr;
	attr.pinned = 1;
	check_errno(open_event(&attr, -1, 0, -1, 0), EINVAL, "open pinned");
	attr = rings->attr;
	attr.read_format = PERF_FORMAT_GROUP;
	check_errno(open_event(&attr, -1, 0, -1, 0), EINVAL, "open to read a group");
	check_errno(open_event(&rings->attr, 0, -1, -1, 0), EINVAL, "open for a task");
	check_errno(open_event(&rings->attr, 0, 0, -1, 0), EINVAL, "open for a task on a CPU");
	check(open_event(&rings->attr, -1, nr_cpus() + 1, -1, 0) < 0 &&
		      (errno == ENODEV || errno == EINVAL),
	      "open on a CPU that is not there: %s", strerror(errno));
}

static void test_unprivileged(const struct rings *rings)
{
	int status = 0;

	if (!fork()) {
		if (setuid(1000))
			_exit(99);
		_exit(open_event(&rings->attr, -1, 0, -1, 0) < 0 ? errno : 0);
	}
	wait(&status);
	check(WEXITSTATUS(status) == EACCES, "open without privilege: %s",
	      strerror(WEXITSTATUS(status)));
}

void test_refuse(void)
{
	struct rings rings;

	if (!check(!rings__open(&rings, "mce_record", RING_BYTES), "attach"))
		return;
	test_mappings(&rings);
	test_ioctls(rings.fds[0]);
	test_redirect(&rings);
	test_sideband(&rings);
	test_opens(&rings);
	test_unprivileged(&rings);
	rings__close(&rings);
}
