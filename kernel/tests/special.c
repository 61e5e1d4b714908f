// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events that an attr alone does not describe: of a cgroup, with a BPF program, a uprobe. None can be
 * made persistent, or shares a ring. Only the debug kernel has them all.
 */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CGROUPS "/tmp/cgroups"
#define SHARE	"/sys/module/perf_persistent/parameters/share"

static int persist(int fd)
{
	struct guest_request request = { .name = "special" };

	return ioctl(fd, IOC_PERSISTENT, &request);
}

/* The ring of mce_record, which has records, is not what the event maps. */
static void check_not_shared(int fd, const char *what)
{
	void *map = mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ, MAP_SHARED, fd, 0);

	check(map != MAP_FAILED && !ring_head(map), "%s does not share", what);
	if (map != MAP_FAILED)
		munmap(map, MAP_BYTES(RING_BYTES));
}

static void test_cgroup(const struct perf_event_attr *reader, const struct perf_event_attr *attr)
{
	int dir, fd;

	mkdir(CGROUPS, 0755);
	if (mount("none", CGROUPS, "cgroup2", 0, NULL)) {
		skip("events of a cgroup", "this kernel has no cgroups");
		return;
	}
	/* the root: one below has no perf_event before somebody wrote to cgroup.subtree_control */
	dir = open(CGROUPS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	check_errno(open_event(reader, dir, 0, -1, PERF_FLAG_PID_CGROUP), EINVAL,
		    "a reader for a cgroup");
	fd = open_event(attr, dir, 0, -1, PERF_FLAG_PID_CGROUP);
	check_errno(fd, 0, "an event of a cgroup");
	check_errno(persist(fd), EINVAL, "it is not made persistent");
	check_not_shared(fd, "it");
	close(fd);
	close(dir);
	umount2(CGROUPS, MNT_DETACH);
}

/* r0 = 0; exit */
static int load_program(void)
{
	static const struct bpf_insn program[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr = { 0 };

	attr.prog_type = BPF_PROG_TYPE_TRACEPOINT;
	attr.insns = (uintptr_t)program;
	attr.insn_cnt = ARRAY_SIZE(program);
	attr.license = (uintptr_t) "GPL";
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static void test_bpf(const struct perf_event_attr *attr)
{
	int program = load_program(), fd;
	void *map;

	if (program < 0 && errno == ENOSYS) {
		skip("events with a BPF program", "this kernel has no BPF");
		return;
	}
	check_errno(program, 0, "a BPF program");
	fd = open_event(attr, -1, 0, -1, 0);
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_BPF, program), 0, "an event with it");
	check_errno(persist(fd), EINVAL, "it is not made persistent");
	check_not_shared(fd, "it");
	close(fd);
	fd = open_event(attr, -1, 0, -1, 0);
	map = mmap(NULL, MAP_BYTES(RING_BYTES), PROT_READ, MAP_SHARED, fd, 0);
	check(map != MAP_FAILED && ring_head(map), "one without shares");
	check_errno(ioctl(fd, PERF_EVENT_IOC_SET_BPF, program), EACCES, "and gets none then");
	if (map != MAP_FAILED)
		munmap(map, MAP_BYTES(RING_BYTES));
	close(fd);
	close(program);
}

static void test_uprobe(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .sample_period = 1 };
	long type = read_number("/sys/bus/event_source/devices/uprobe/type");
	int fd;

	if (type < 0) {
		skip("uprobes", "this kernel has none");
		return;
	}
	attr.type = type;
	attr.config1 = (uintptr_t) "/tests/guest-test";
	attr.config2 = 0x1000; /* the first page of code */
	fd = open_event(&attr, -1, 0, -1, 0);
	check_errno(fd, 0, "a uprobe");
	check_errno(persist(fd), EINVAL, "it is not made persistent");
	close(fd);
}

void test_special(void)
{
	struct perf_event_attr reader, attr;

	pin_cpu(0);
	inject_mce(0, MCE_STATUS + 0xa0000);
	settle();
	pin_cpu(-1);
	if (!check(!sysfs_attr("mce_record", &reader), "an event to read"))
		return;
	attr = reader;
	((u64 *)&attr)[5] &= ~PERSISTENT;
	write_file(SHARE, "1\n");
	test_cgroup(&reader, &attr);
	test_bpf(&attr);
	test_uprobe();
	write_file(SHARE, "0\n");
	check(access(PMU_DIR "events/special", F_OK), "none of these is there");
}
