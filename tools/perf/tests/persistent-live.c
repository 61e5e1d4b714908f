// SPDX-License-Identifier: GPL-2.0-only
/*
 * A holder on this kernel: attach, read what its rings have, kill it, take over, stop. Requires
 * root; the event is page faults, which every kernel has.
 */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <perf/event.h>
#include <perf/open.h>
#include <perf/ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "persistent/client.h"
#include "persistent/control.h"
#include "persistent/serve.h"

#define EVENT	   "page-faults/period=1/"
#define RING_BYTES (1 << 20)
#define WATCH_MS   200

/* A run directory and its holder, a child of the row. */
struct fixture {
	char dir[32];
	char socket[48];
	char log[48];	   /* what the holder noted */
	char online[48];   /* a file that lists the CPUs in place of the kernel's; "": none */
	const char *event; /* NULL: that of the other rows */
	pid_t holder;	   /* 0: none */
};

static void note(void *ctx, const char *text)
{
	int fd = open(ctx, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	dprintf(fd, "%s\n", text);
	close(fd);
}

static void be_holder(struct fixture *f, bool add, int ready)
{
	struct holder *holder;
	struct server *server;
	struct err err = { 0 };
	int ret = holder__new(&holder, f->dir, RING_BYTES, &err);

	if (!ret)
		holder->watch_ns = WATCH_MS * 1000000ULL;
	if (!ret && *f->online)
		holder->online_path = f->online;
	if (!ret && add)
		ret = holder__add(holder, "faults", f->event ? f->event : EVENT, 0, &err);
	if (ret || server__new(&server, holder, &err)) {
		printf("    holder: %s\n", err.text);
		fflush(stdout);
		_exit(1);
	}
	holder->log = (struct holder_log){ .note = note, .ctx = f->log };
	close(ready);
	server__run(server, -1, &err);
	_exit(0);
}

/* Returns when it serves, or has failed. */
static void start_holder(struct test *t, struct fixture *f, bool add)
{
	int ready[2];
	char nothing;

	T_EQ(t, pipe2(ready, O_CLOEXEC), 0);
	f->holder = fork();
	if (!f->holder) {
		close(ready[0]);
		be_holder(f, add, ready[1]);
	}
	close(ready[1]);
	T_EQ(t, read(ready[0], &nothing, 1), 0);
	close(ready[0]);
}

static bool make_dir(struct test *t, struct fixture *f)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.config = PERF_COUNT_SW_DUMMY };
	int fd = geteuid() ? -EACCES : perf_event__open(&attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0) {
		test__skip(t, "requires root and system-wide events: %s", strerror(-fd));
		return false;
	}
	close(fd);
	*f = (struct fixture){ .dir = "/tmp/perf-test-XXXXXX" };
	if (!mkdtemp(f->dir)) {
		T_FAIL(t, "%s: %s", f->dir, strerror(errno));
		return false;
	}
	snprintf(f->socket, sizeof(f->socket), "%s/socket", f->dir);
	snprintf(f->log, sizeof(f->log), "%s.log", f->dir);
	return true;
}

static bool setup(struct test *t, struct fixture *f)
{
	if (!make_dir(t, f))
		return false;
	start_holder(t, f, true);
	return true;
}

static void kill_holder(struct test *t, struct fixture *f)
{
	kill(f->holder, SIGKILL);
	T_EQ(t, waitpid(f->holder, NULL, 0), f->holder);
}

/* Ends whatever runs, and checks that nothing is left of it. */
static void teardown(struct test *t, struct fixture *f)
{
	struct err err = { 0 };

	if (control__stop(f->dir, &err))
		T_FAIL(t, "stop: %s", err.text);
	waitpid(f->holder, NULL, WNOHANG);
	unlink(f->log);
	if (rmdir(f->dir))
		T_FAIL(t, "%s after stop: %s", f->dir, strerror(errno));
}

static void touch_pages(int nr)
{
	long page = sysconf(_SC_PAGESIZE);
	char *map =
		mmap(NULL, nr * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(map, nr * page, MADV_NOHUGEPAGE);
	for (int i = 0; i < nr; i++)
		map[i * page] = 1;
	munmap(map, nr * page);
}

static u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static bool try_attach(struct test *t, struct fixture *f, struct persistent_attach *attach)
{
	struct err err = { 0 };

	if (!persistent__attach(attach, f->socket, 1, &err))
		return true;
	T_FAIL(t, "attach: %s", err.text);
	return false;
}

/* As the attr of such an event lays a sample out. */
struct sample {
	u64 id, ip;
	u32 pid, tid;
	u64 time;
	u32 cpu, res;
	u64 period;
	u64 count, enabled, read_id, lost;
};

/* What a walk over all rings found. */
struct found {
	unsigned int samples, own; /* of this process */
	u64 oldest_ns, newest_ns;
	bool gaps; /* in the count are expected */
};

static void check_sample(struct test *t, const struct persistent_fd *fd, const struct sample *s,
			 const struct found *found, u64 *count)
{
	/* s->id can be that of another page fault event that runs at the same time (client.h). */
	T_EQ(t, s->read_id, fd->id);
	T_EQ(t, s->cpu, fd->cpu);
	T_EQ(t, s->period, 1);
	/*
	 * Every event is a record and carries the running count, and none found the ring paused. There
	 * are kernels, those of some micro-VMs, that count what their own init does without ever
	 * making a record of it (sched_switch has it as next, never as prev): the count may jump.
	 */
	if (!found->gaps)
		T_EQ(t, s->lost, 0);
	if (s->count <= *count)
		T_FAIL(t, "count %llu after %llu", s->count, *count);
	*count = s->count;
}

static void walk_ring(struct test *t, const struct persistent_attach *attach, unsigned int i,
		      struct found *found)
{
	struct perf_ring *ring;
	union perf_event *event;
	u64 count = 0, bytes = 0;

	if (perf_ring__new(&ring, attach->fds[i].fd, attach->ring_bytes)) {
		T_FAIL(t, "ring %u can not be mapped", i);
		return;
	}
	T_EQ(t, perf_rings__read(&ring, 1), 0);
	while ((event = perf_ring__next(ring))) {
		const struct sample *s = (void *)((char *)event + sizeof(event->header));

		bytes += event->header.size;
		if (event->header.type != PERF_RECORD_SAMPLE)
			continue;
		/* The kernel adds what it put into that other event's record for the same fault. */
		T_OK(t, event->header.size >= sizeof(event->header) + sizeof(*s));
		check_sample(t, &attach->fds[i], s, found, &count);
		found->samples++;
		found->own += s->pid == (u32)getpid();
		if (!found->oldest_ns || s->time < found->oldest_ns)
			found->oldest_ns = s->time;
		if (s->time > found->newest_ns)
			found->newest_ns = s->time;
	}
	/* What was written is what was read. */
	T_EQ(t, bytes, perf_ring__position(ring));
	perf_ring__delete(ring);
}

/* @gaps: events without a record are expected. */
static struct found walk(struct test *t, const struct persistent_attach *attach, bool gaps)
{
	struct found found = { .gaps = gaps };

	for (unsigned int i = 0; i < attach->nr_fds; i++)
		walk_ring(t, attach, i, &found);
	return found;
}

static void check_attach(struct test *t, const struct persistent_attach *attach)
{
	const struct perf_event_attr *attr = (struct perf_event_attr *)attach->words;

	T_EQ(t, attr->type, PERF_TYPE_SOFTWARE);
	T_EQ(t, attr->config, PERF_COUNT_SW_PAGE_FAULTS);
	T_EQ(t, attr->sample_period, 1);
	T_OK(t, attr->write_backward && attr->use_clockid && attr->sample_id_all && !attr->freq);
	T_EQ(t, attr->clockid, CLOCK_MONOTONIC);
	T_EQ(t, attach->clockid, CLOCK_MONOTONIC);
	T_STR(t, attach->name, "faults");
	T_STR(t, attach->event, EVENT);
	T_EQ(t, attach->ring_bytes, RING_BYTES);
	T_EQ(t, attach->nr_fds, sysconf(_SC_NPROCESSORS_ONLN));
	T_EQ(t, attach->nr_sideband, attach->nr_fds);
	T_OK(t, attach->since_ns && attach->since_ns < now_ns());
	T_OK(t, !attach->tp_name);
}

static void test_attach(struct test *t)
{
	struct persistent_attach attach;
	struct found found;
	struct fixture f;
	u64 begin_ns;

	if (!setup(t, &f))
		return;
	touch_pages(100);
	begin_ns = now_ns();
	if (try_attach(t, &f, &attach)) {
		check_attach(t, &attach);
		touch_pages(100);
		found = walk(t, &attach, false);
		T_OK(t, found.own >= 200);
		/* History from before the attach, and what came after it. */
		T_OK(t, found.oldest_ns && found.oldest_ns < begin_ns);
		T_OK(t, found.newest_ns > begin_ns && found.newest_ns < now_ns());
		T_EQ(t, persistent_attach__check(&attach), 0);
		persistent_attach__exit(&attach);
	}
	teardown(t, &f);
}

/* The names of tasks that ended are in the side-band. */
static void test_sideband(struct test *t)
{
	struct persistent_attach attach;
	struct fixture f;
	unsigned int found = 0;
	pid_t pid;

	if (!setup(t, &f))
		return;
	pid = fork();
	if (!pid) {
		prctl(PR_SET_NAME, "gone-by-now");
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	if (!try_attach(t, &f, &attach))
		return;
	for (unsigned int i = 0; i < attach.nr_sideband; i++) {
		struct perf_ring *ring;
		union perf_event *event;

		T_EQ(t, perf_ring__new(&ring, attach.sideband[i].fd, attach.sideband_ring_bytes),
		     0);
		T_EQ(t, perf_rings__read(&ring, 1), 0);
		while ((event = perf_ring__next(ring)))
			found += event->header.type == PERF_RECORD_COMM &&
				 event->comm.pid == (u32)pid &&
				 !strcmp(event->comm.comm, "gone-by-now");
		perf_ring__delete(ring);
	}
	T_EQ(t, found, 1);
	persistent_attach__exit(&attach);
	teardown(t, &f);
}

/* Killed with -9 while one is attached: the rings go on, and the next holder has all of it. */
static void test_takeover(struct test *t)
{
	struct persistent_attach before, after;
	struct found old, new;
	struct err err = { 0 };
	struct fixture f;

	if (!setup(t, &f))
		return;
	touch_pages(50);
	if (!try_attach(t, &f, &before))
		return;
	kill_holder(t, &f);
	T_EQ(t, persistent_attach__check(&before), -ECONNRESET);
	T_EQ(t, persistent__attach(&after, f.socket, 1, &err), -ECONNREFUSED);
	T_OK(t, strstr(err.hint, "keeper"));
	touch_pages(50);
	old = walk(t, &before, false);
	T_OK(t, old.own >= 100);

	start_holder(t, &f, false);
	if (try_attach(t, &f, &after)) {
		new = walk(t, &after, false);
		T_OK(t, new.own >= old.own);
		T_EQ(t, after.since_ns, before.since_ns);
		T_EQ(t, after.fds[0].id, before.fds[0].id);
		T_STR(t, after.name, before.name);
		persistent_attach__exit(&after);
	}
	persistent_attach__exit(&before);
	teardown(t, &f);
}

static void read_count(struct test *t, const struct persistent_attach *attach, u64 *sum)
{
	u64 values[5];

	*sum = 0;
	for (unsigned int i = 0; i < attach->nr_fds; i++) {
		T_OK(t, read(attach->fds[i].fd, values, sizeof(values)) > 0);
		*sum += values[0];
	}
}

/* Who is attached is told, and what it still has mapped or open is final. */
static void check_final(struct test *t, struct persistent_attach *attach)
{
	u64 first, second;

	T_EQ(t, persistent_attach__check(attach), 1);
	read_count(t, attach, &first);
	touch_pages(100);
	read_count(t, attach, &second);
	T_EQ(t, second, first);
}

static void test_remove(struct test *t)
{
	struct add_request again = { .name = (char *)"faults", .event = (char *)EVENT };
	struct persistent_attach attach, other;
	struct err err = { 0 };
	struct fixture f;

	if (!setup(t, &f))
		return;
	if (!try_attach(t, &f, &attach))
		return;
	T_EQ(t, control__add(f.dir, &again, &err), -EEXIST);
	T_EQ(t, control__remove(f.dir, "faults", &err), 0);
	check_final(t, &attach);
	T_EQ(t, control__remove(f.dir, "faults", &err), -ENOENT);
	/* An id is never used again. */
	T_EQ(t, control__add(f.dir, &again, &err), 0);
	T_EQ(t, persistent__attach(&other, f.socket, 1, &err), -ENOENT);
	T_EQ(t, persistent__attach(&other, f.socket, 2, &err), 0);
	persistent_attach__exit(&other);
	persistent_attach__exit(&attach);
	teardown(t, &f);
}

static void test_stop(struct test *t)
{
	struct persistent_attach attach;
	struct fixture f;

	if (!setup(t, &f))
		return;
	if (!try_attach(t, &f, &attach))
		return;
	teardown(t, &f);
	check_final(t, &attach);
	persistent_attach__exit(&attach);
}

static void count_names(void *arg, const struct event_status *status)
{
	*(unsigned int *)arg +=
		!strcmp(status->name, "faults") && status->count && status->readers == 1;
}

/* Peers that send garbage, half of something, nothing, or read nothing: others are served. */
static void test_hostile_peers(struct test *t)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	static const char garbage[] = "\x01\x02GET / HTTP/1.0\r\n\r\n";
	struct buf junk = { 0 }, attach_message = { 0 };
	struct persistent_attach attach;
	struct err err = { 0 };
	unsigned int listed = 0;
	struct fixture f;
	int dirfd;

	if (!setup(t, &f))
		return;
	dirfd = open(f.dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	buf__append(&junk, garbage, sizeof(garbage));
	message__put_id(&attach_message, MESSAGE_ATTACH, 1);
	for (int i = 0; i < 300; i++) {
		int fd = socket__connect(dirfd, "socket", 5), fds[2] = { 0, 1 };

		T_OK(t, fd >= 0);
		if (i % 3 == 0)
			T_EQ(t, socket__send(fd, &junk, fds, 2, 0), 0);
		/* Asks again and again without taking an answer. */
		for (int j = 0; i % 3 == 1 && j < 20; j++)
			socket__send(fd, &attach_message, NULL, 0, MSG_DONTWAIT);
		/* Left open; the row's end closes them. */
		if (i % 2)
			close(fd);
	}
	if (try_attach(t, &f, &attach)) {
		T_EQ(t, control__list(f.dir, count_names, &listed, &err), 0);
		T_EQ(t, listed, 1);
		persistent_attach__exit(&attach);
	}
	close(dirfd);
	buf__exit(&junk);
	buf__exit(&attach_message);
	teardown(t, &f);
}

static void count_unread(void *arg, const struct event_status *status)
{
	*(unsigned int *)arg += !status->readers;
}

/* A reader goes at the moment when somebody asks how many there are. */
static void test_reader_goes(struct test *t)
{
	struct persistent_attach attach;
	struct buf message = { 0 };
	struct err err = { 0 };
	unsigned int listed = 0;
	struct fixture f;
	int dirfd, fd;

	if (!setup(t, &f))
		return;
	if (!try_attach(t, &f, &attach))
		return;
	dirfd = open(f.dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	fd = socket__connect(dirfd, "socket", 5);
	/* Once this is answered, the one before it was let in. */
	T_EQ(t, control__list(f.dir, count_unread, &listed, &err), 0);
	kill(f.holder, SIGSTOP);
	T_EQ(t, waitpid(f.holder, NULL, WUNTRACED), f.holder);
	persistent_attach__exit(&attach);
	message__put_plain(&message, MESSAGE_LIST);
	T_EQ(t, socket__send(fd, &message, NULL, 0, 0), 0);
	kill(f.holder, SIGCONT);
	T_EQ(t, control__list(f.dir, count_unread, &listed, &err), 0);
	T_EQ(t, listed, 1);
	buf__exit(&message);
	close(fd);
	close(dirfd);
	teardown(t, &f);
}

static void test_other_users(struct test *t)
{
	struct persistent_attach attach;
	struct err err = { 0 };
	struct fixture f;
	int status;
	pid_t pid;

	if (!setup(t, &f))
		return;
	T_EQ(t, chmod(f.dir, 0755), 0);
	pid = fork();
	if (!pid) {
		if (setgid(65534) || setuid(65534))
			_exit(3);
		if (persistent__attach(&attach, f.socket, 1, &err) != -EACCES)
			_exit(1);
		_exit(strstr(err.text, "not offered yet") ? 0 : 2);
	}
	T_EQ(t, waitpid(pid, &status, 0), pid);
	T_EQ(t, status, 0);
	teardown(t, &f);
}

static bool has_note(const struct fixture *f, const char *want)
{
	_cleanup_free_ char *text = NULL;

	return file__read(AT_FDCWD, f->log, 65536, &text) > 0 && strstr(text, want);
}

/* Waits up to a minute for a note of the holder; a machine may be busy. */
static void expect_note(struct test *t, const struct fixture *f, const char *want)
{
	for (int i = 0; i < 600; i++) {
		if (has_note(f, want))
			return;
		usleep(100000);
		touch_pages(10);
	}
	T_FAIL(t, "no note '%s'", want);
}

/* Does to all rings what the holder has to notice, again until it does: what is done before the
 * first look at a ring is undone without a word. */
static void provoke(struct test *t, const struct fixture *f, const struct persistent_attach *attach,
		    unsigned long request, const char *want)
{
	for (int i = 0; i < 600; i++) {
		if (has_note(f, want))
			return;
		for (unsigned int j = 0; j < attach->nr_fds; j++)
			T_EQ(t, ioctl(attach->fds[j].fd, request, 1), 0);
		touch_pages(100);
		usleep(100000);
	}
	T_FAIL(t, "no note '%s'", want);
}

/* Somebody with a ring's fd has stopped its event: it runs again, and the holder says so. */
static void test_disabled(struct test *t)
{
	struct persistent_attach attach;
	struct fixture f;
	u64 before = 0, after = 0;

	if (!setup(t, &f))
		return;
	if (!try_attach(t, &f, &attach))
		return;
	provoke(t, &f, &attach, PERF_EVENT_IOC_DISABLE, "'faults' had been disabled for ");
	/* Each page is a fault; it runs again on this CPU within some looks. */
	read_count(t, &attach, &before);
	for (int i = 0; i < 600; i++) {
		touch_pages(100);
		read_count(t, &attach, &after);
		if (after >= before + 100)
			break;
		usleep(100000);
	}
	T_OK(t, after >= before + 100);
	persistent_attach__exit(&attach);
	teardown(t, &f);
}

static void test_paused(struct test *t)
{
	struct persistent_attach attach;
	struct found found;
	struct fixture f;
	u64 begin_ns;

	if (!setup(t, &f))
		return;
	if (!try_attach(t, &f, &attach))
		return;
	provoke(t, &f, &attach, PERF_EVENT_IOC_PAUSE_OUTPUT, "'faults' had been paused");
	begin_ns = now_ns();
	for (int i = 0; i < 600; i++) {
		touch_pages(100);
		found = walk(t, &attach, true);
		if (found.newest_ns > begin_ns)
			break;
		usleep(100000);
	}
	T_OK(t, found.newest_ns > begin_ns);
	persistent_attach__exit(&attach);
	teardown(t, &f);
}

/* A filter can not be taken away: the event is opened anew, and who was attached is told. */
static void test_filtered(struct test *t)
{
	struct persistent_attach attach, again;
	struct fixture f;
	int before;

	if (access("/sys/kernel/tracing/events/sched/sched_process_fork/id", R_OK)) {
		test__skip(t, "requires tracefs");
		return;
	}
	if (!make_dir(t, &f))
		return;
	f.event = "sched:sched_process_fork";
	start_holder(t, &f, true);
	if (!try_attach(t, &f, &attach))
		return;
	T_STR(t, attach.tp_system, "sched");
	T_STR(t, attach.tp_name, "sched_process_fork");
	T_EQ(t, ioctl(attach.fds[0].fd, PERF_EVENT_IOC_SET_FILTER, "parent_pid == 1"), 0);
	expect_note(t, &f, "opened anew");
	T_EQ(t, persistent_attach__check(&attach), 1);
	before = attach.fds[0].id;
	persistent_attach__exit(&attach);
	if (try_attach(t, &f, &again)) {
		T_OK(t, again.fds[0].id != (u64)before);
		persistent_attach__exit(&again);
	}
	/* The keeper has the new ones, too. */
	kill_holder(t, &f);
	start_holder(t, &f, false);
	if (try_attach(t, &f, &again)) {
		T_OK(t, again.fds[0].id != (u64)before);
		persistent_attach__exit(&again);
	}
	teardown(t, &f);
}

static void write_online(struct test *t, const struct fixture *f, const char *text)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s.new", f->online);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	T_EQ(t, file__write_all(fd, text, strlen(text)), 0);
	close(fd);
	T_EQ(t, rename(path, f->online), 0);
}

/* CPU 1 comes online after the start: the event runs there as well, also after a takeover. */
static void test_hotplug(struct test *t)
{
	struct persistent_attach attach;
	struct fixture f;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		test__skip(t, "requires two CPUs");
		return;
	}
	if (!make_dir(t, &f))
		return;
	snprintf(f.online, sizeof(f.online), "%s.online", f.dir);
	write_online(t, &f, "0\n");
	start_holder(t, &f, true);
	if (try_attach(t, &f, &attach)) {
		T_EQ(t, attach.nr_fds, 1);
		persistent_attach__exit(&attach);
	}
	usleep(3000 * WATCH_MS);
	write_online(t, &f, "0-1\n");
	expect_note(t, &f, "CPU 1 came online: 'faults'");
	kill_holder(t, &f);
	start_holder(t, &f, false);
	if (try_attach(t, &f, &attach)) {
		T_EQ(t, attach.nr_fds, 2);
		T_EQ(t, attach.fds[1].cpu, 1);
		persistent_attach__exit(&attach);
	}
	unlink(f.online);
	teardown(t, &f);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_attach),	   TEST_FN(test_sideband), TEST_FN(test_takeover),
	TEST_FN(test_remove),	   TEST_FN(test_stop),	   TEST_FN(test_hostile_peers),
	TEST_FN(test_other_users), TEST_FN(test_disabled), TEST_FN(test_paused),
	TEST_FN(test_filtered),	   TEST_FN(test_hotplug),  TEST_FN(test_reader_goes),
};

struct test_suite suite_persistent_live = {
	.name = "persistent-live",
	.desc = "A holder on this kernel: attach, take over, stop",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
