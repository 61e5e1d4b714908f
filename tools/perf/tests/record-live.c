// SPDX-License-Identifier: GPL-2.0-only
/* tools/perf/record, without a file: CPUs that come online while the rings are read. */
#include "suites.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "record/live.h"
#include "record/online.h"
#include "record/options.h"
#include "session/ring-source.h"
#include "session/session.h"
#include "util/parse-events.h"
#include "util/pmus.h"

#define NR_PAGES 50

struct watch {
	struct test *t;
	struct record_live *live;
	int step;
	int nr_before, nr_after; /* samples of ours on CPU 1 */
};

static void touch_pages(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *map = mmap(NULL, NR_PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);

	madvise(map, NR_PAGES * page, MADV_NOHUGEPAGE);
	for (int i = 0; i < NR_PAGES; i++)
		map[i * page] = 1;
	munmap(map, NR_PAGES * page);
}

/* Between two rounds. */
static bool step(void *ctx)
{
	struct watch *watch = ctx;
	struct err err = { 0 };

	switch (watch->step++) {
	case 1:
		touch_pages();
		break;
	case 4:
		if (record_live__add_cpu(watch->live, 1, &err))
			T_FAIL(watch->t, "CPU 1: %s", err.text);
		break;
	case 5:
		touch_pages();
		break;
	case 9:
		record_live__wake(watch->live, true);
		break;
	}
	return true;
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct watch *watch = ctx;

	if (record->sample->cpu != 1 || record->sample->pid != (u32)getpid())
		return 0;
	if (watch->step <= 4)
		watch->nr_before++;
	else
		watch->nr_after++;
	return 0;
}

static void run_session(struct watch *watch)
{
	struct ring_source rings = { .live = watch->live, .pause = step, .ctx = watch };
	const struct session_handlers handlers = { .ctx = watch, .sample = on_sample };
	struct session_source source = session_source__of_rings(&rings);
	struct session *session = session__new(&source, NULL, &handlers);

	T_EQ(watch->t, session__run(session), 0);
	session__delete(session);
}

static bool move_to_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return !sched_setaffinity(0, sizeof(set), &set);
}

/* An event that ran on CPU 0 only runs on CPU 1, too, and its samples are known as its. */
static void test_late_cpu(struct test *t)
{
	struct record_opts opts = { .cpu_list = "0",
				    .system_wide = true,
				    .has_period = true,
				    .period = 1,
				    .sample_cpu = true };
	const struct record_notes notes = { 0 };
	struct watch watch = { .t = t };
	struct event_list list = { 0 };
	struct pmus *pmus;
	struct err err = { 0 };
	int ret;

	if (geteuid() || !move_to_cpu(1)) {
		test__skip(t, "requires root and two CPUs");
		return;
	}
	pmus = pmus__new(NULL);
	T_EQ(t, parse_events(&list, "page-faults", pmus__lookup(pmus), &err), 0);
	ret = record_live__new(&watch.live, &opts, &list, pmus__lookup(pmus), &notes, &err);
	if (ret) {
		test__skip(t, "requires system-wide events: %s", err.text);
	} else {
		run_session(&watch);
		T_EQ(t, watch.nr_before, 0);
		T_OK(t, watch.nr_after >= NR_PAGES);
		record_live__delete(watch.live);
	}
	event_list__exit(&list);
	pmus__delete(pmus);
}

struct changes {
	char text[64];
};

static void on_change(void *ctx, int cpu, bool came)
{
	struct changes *changes = ctx;
	size_t len = strlen(changes->text);

	snprintf(changes->text + len, sizeof(changes->text) - len, "%c%d ", came ? '+' : '-', cpu);
}

static void write_list(struct test *t, const char *path, const char *text)
{
	_cleanup_close_ int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	T_EQ(t, file__write_all(fd, text, strlen(text)), 0);
}

/* Which CPUs came and went, from one list to the next. */
static void test_online(struct test *t)
{
	static const struct {
		const char *list, *want;
	} steps[] = {
		{ "0-1\n", "" },       { "0-1\n", "" },	      { "0-3\n", "" },
		{ "0-3\n", "+2 +3 " }, { "0,3\n", "-1 -2 " }, { "0-1\n", "-3 " },
		{ "0-1\n", "+1 " },    { "zzz\n", "" },	      { "0\n", "-1 " },
		{ "0,2\n", "" },       { "0\n", "" },
	};
	char path[] = "/tmp/perf-test-XXXXXX";
	struct online online = { .path = path };
	int fd = mkstemp(path);

	T_OK(t, fd >= 0);
	close(fd);
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		struct changes changes = { "" };

		write_list(t, path, steps[i].list);
		online.next_ns = 0;
		online__poll(&online, on_change, &changes);
		T_STR(t, changes.text, steps[i].want);
	}
	online__exit(&online);
	unlink(path);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_online),
	TEST_FN(test_late_cpu),
};

struct test_suite suite_record_live = {
	.name = "record-live",
	.desc = "CPUs that come online while rings are read",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
