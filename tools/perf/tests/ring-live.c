// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading rings that a kernel writes, on page faults of the row's own process: each touched
 * page is a record with a known address. Also rings whose owner is another process.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <perf/event.h>
#include <perf/ring.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "suites.h"

#define RING_BYTES (64u * 1024)
#define MAX_PAGES  4096u

struct fault {
	struct perf_event_header header;
	u64 identifier, addr, count, id;
};

/* Memory of which no page was touched yet. */
struct field {
	volatile u8 *pages;
	size_t page_bytes;
	u64 touched; /* how many were, from the first on */
	u64 read;    /* how many were found in the ring */
	u64 last_count;
};

static int open_faults(pid_t pid)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR | PERF_SAMPLE_READ,
		.read_format = PERF_FORMAT_ID,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.write_backward = 1,
		.watermark = 1,
		.wakeup_watermark = RING_BYTES,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static bool field__init(struct test *t, struct field *field)
{
	*field = (struct field){ .page_bytes = (size_t)sysconf(_SC_PAGESIZE) };
	void *pages = mmap(NULL, MAX_PAGES * field->page_bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	T_OK(t, pages != MAP_FAILED);
	if (pages == MAP_FAILED)
		return false;
	madvise(pages, MAX_PAGES * field->page_bytes, MADV_NOHUGEPAGE);
	field->pages = pages;
	return true;
}

static void field__touch(struct field *field, unsigned int nr)
{
	while (nr--)
		field->pages[field->touched++ * field->page_bytes] = 1;
}

static void field__exit(struct field *field)
{
	munmap((void *)(uintptr_t)field->pages, MAX_PAGES * field->page_bytes);
}

/* Reads a round; its records of the field must be the pages from ->read on, after @may_skip with
 * a gap. Returns how many records (of anything) are missing by the event's own count. */
static u64 check_faults(struct test *t, struct perf_ring *ring, struct field *field, bool may_skip)
{
	const struct fault *fault;
	union perf_event *event;
	u64 page, missing = 0;

	while ((event = perf_ring__next(ring))) {
		fault = (const void *)event;
		T_EQ(t, event->header.type, PERF_RECORD_SAMPLE);
		T_EQ(t, event->header.size, sizeof(*fault));
		T_EQ(t, fault->identifier, fault->id);
		if (field->last_count && fault->count != field->last_count + 1) {
			T_OK(t, may_skip && fault->count > field->last_count);
			missing += fault->count - field->last_count - 1;
		}
		field->last_count = fault->count;
		page = (fault->addr - (u64)(uintptr_t)field->pages) / field->page_bytes;
		if (page >= MAX_PAGES)
			continue; /* the reader's own memory */
		if (may_skip && page > field->read)
			field->read = page;
		may_skip = may_skip && !missing;
		T_EQ(t, page, field->read);
		field->read = page + 1;
	}
	return missing;
}

static int ring__round(struct test *t, struct perf_ring *ring)
{
	int err = perf_rings__read(&ring, 1);

	T_EQ(t, err, 0);
	return err;
}

/* An own event with its ring and a field; false: it was said why not. */
static bool begin(struct test *t, struct field *field, int *fd, struct perf_ring **ring)
{
	int err;

	*fd = open_faults(0);
	if (*fd < 0) {
		test__skip(t, "page faults can not be recorded here: %s", strerror(-*fd));
		return false;
	}
	err = perf_ring__new(ring, *fd, RING_BYTES);
	if (err == -EPERM) {
		test__skip(t, "rings can not be mapped here: no locked memory is left");
		close(*fd);
		return false;
	}
	T_EQ(t, err, 0);
	if (err || !field__init(t, field)) {
		close(*fd);
		return false;
	}
	return true;
}

static void follow_own_event(struct test *t)
{
	struct perf_ring *ring;
	struct field field;
	unsigned int i;
	int fd;

	if (!begin(t, &field, &fd, &ring))
		return;
	close(fd); /* the mapping keeps the ring, and the event goes on */
	for (i = 0; i < 20; i++) {
		field__touch(&field, i);
		if (ring__round(t, ring))
			break;
		T_EQ(t, check_faults(t, ring, &field, false), 0);
		T_EQ(t, perf_ring__lost_bytes(ring), 0);
		T_EQ(t, field.read, field.touched);
	}
	field__exit(&field);
	perf_ring__delete(ring);
}

/* 64 KiB are 1,638 records of 40 bytes; 3,000 are made between two rounds. */
static void overrun_is_exact(struct test *t)
{
	struct perf_ring *ring;
	struct field field;
	u64 missing;
	int fd;

	if (!begin(t, &field, &fd, &ring))
		return;
	field__touch(&field, 10);
	ring__round(t, ring);
	check_faults(t, ring, &field, false);
	field__touch(&field, 3000);
	ring__round(t, ring);
	missing = check_faults(t, ring, &field, true);
	T_OK(t, missing >= 3000 - RING_BYTES / sizeof(struct fault));
	T_EQ(t, perf_ring__lost_bytes(ring), missing * sizeof(struct fault));
	T_EQ(t, field.read, field.touched);
	field__exit(&field);
	perf_ring__delete(ring);
	close(fd);
}

static void skip_drops_what_was(struct test *t)
{
	struct perf_ring *ring;
	struct field field;
	int fd;

	if (!begin(t, &field, &fd, &ring))
		return;
	field__touch(&field, 100);
	perf_ring__skip(ring);
	field.read = field.touched;
	field__touch(&field, 5);
	ring__round(t, ring);
	T_EQ(t, check_faults(t, ring, &field, false), 0);
	T_EQ(t, field.read, 105);
	T_EQ(t, perf_ring__lost_bytes(ring), 0);
	field__exit(&field);
	perf_ring__delete(ring);
	close(fd);
}

/* Nothing that a reader maps can be written: not the data, and not the control page. */
static void mapping_is_read_only(struct test *t)
{
	_cleanup_fclose_ FILE *maps = NULL;
	char line[512], access[8];
	unsigned int found = 0;
	struct perf_ring *ring;
	struct field field;
	int fd;

	if (!begin(t, &field, &fd, &ring))
		return;
	maps = fopen("/proc/self/maps", "re");
	while (maps && fgets(line, sizeof(line), maps)) {
		if (!strstr(line, "perf_event") || sscanf(line, "%*s %7s", access) != 1)
			continue;
		T_STR(t, access, "r--s");
		found++;
	}
	T_EQ(t, found, 1);
	field__exit(&field);
	perf_ring__delete(ring);
	close(fd);
}

static void another_size_is_refused(struct test *t)
{
	struct perf_ring *ring, *other;
	struct field field;
	int fd;

	if (!begin(t, &field, &fd, &ring))
		return;
	T_EQ(t, perf_ring__new(&other, fd, RING_BYTES / 2), -EINVAL);
	T_EQ(t, perf_ring__new(&other, fd, RING_BYTES * 2), -EINVAL);
	T_EQ(t, perf_ring__new(&other, fd, RING_BYTES + 4096), -EINVAL);
	T_OK(t, !other);
	T_EQ(t, perf_ring__new(&other, fd, RING_BYTES), 0);
	perf_ring__delete(other);
	field__exit(&field);
	perf_ring__delete(ring);
	close(fd);
}

static int send_fd(int sock, int fd)
{
	char control[CMSG_SPACE(sizeof(int))] = "", byte = 'f';
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control,
			      .msg_controllen = sizeof(control) };
	struct cmsghdr *cmsg = CMSG_FIRSTHDR(&msg);

	cmsg->cmsg_level = SOL_SOCKET;
	cmsg->cmsg_type = SCM_RIGHTS;
	cmsg->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(cmsg), &fd, sizeof(fd));
	return sendmsg(sock, &msg, 0) == 1 ? 0 : -errno;
}

static int receive_fd(int sock)
{
	char control[CMSG_SPACE(sizeof(int))], byte;
	struct iovec iov = { &byte, 1 };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control,
			      .msg_controllen = sizeof(control) };
	int fd = -1;

	if (recvmsg(sock, &msg, MSG_CMSG_CLOEXEC) == 1 && CMSG_FIRSTHDR(&msg))
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof(fd));
	return fd;
}

/* Opens an event on its parent, maps it first, passes it on, and stays. */
static void own(int sock)
{
	struct perf_ring *ring;
	int fd = open_faults(getppid());

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (fd < 0 || perf_ring__new(&ring, fd, RING_BYTES) || send_fd(sock, fd))
		_exit(1);
	for (;;)
		pause();
}

static void owner_is_killed(struct test *t)
{
	struct perf_ring *rings[2] = { NULL, NULL };
	struct field field;
	int socks[2], fd;
	pid_t owner;

	if (!field__init(t, &field) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, socks))
		return;
	owner = fork();
	if (!owner)
		own(socks[1]);
	close(socks[1]);
	fd = receive_fd(socks[0]);
	close(socks[0]);
	if (fd < 0) {
		waitpid(owner, NULL, 0);
		field__exit(&field);
		test__skip(t, "another process can not open an event on this one");
		return;
	}
	field__touch(&field, 50); /* before anybody but the owner has mapped it */
	T_EQ(t, perf_ring__new(&rings[0], fd, RING_BYTES / 2), -EINVAL);
	T_EQ(t, perf_ring__new(&rings[0], fd, RING_BYTES), 0);
	if (rings[0] && !ring__round(t, rings[0]))
		check_faults(t, rings[0], &field, false);
	T_EQ(t, field.read, 50);

	kill(owner, SIGKILL);
	waitpid(owner, NULL, 0);
	field__touch(&field, 50);
	if (rings[0] && !ring__round(t, rings[0]))
		T_EQ(t, check_faults(t, rings[0], &field, false), 0);
	T_EQ(t, field.read, 100);

	/* Who comes now finds the history, too. */
	field.read = field.last_count = 0;
	T_EQ(t, perf_ring__new(&rings[1], fd, RING_BYTES), 0);
	if (rings[1] && !ring__round(t, rings[1]))
		T_EQ(t, check_faults(t, rings[1], &field, false), 0);
	T_EQ(t, field.read, 100);
	perf_ring__delete(rings[0]);
	perf_ring__delete(rings[1]);
	field__exit(&field);
	close(fd);
}

static const struct test_fn_row rows[] = {
	TEST_FN(follow_own_event),	  TEST_FN(overrun_is_exact),
	TEST_FN(skip_drops_what_was),	  TEST_FN(mapping_is_read_only),
	TEST_FN(another_size_is_refused), TEST_FN(owner_is_killed),
};

struct test_suite suite_ring_live = {
	.name = "ring-live",
	.desc = "Rings that the kernel writes, shared between processes",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
