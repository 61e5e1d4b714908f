// SPDX-License-Identifier: GPL-2.0-only
/* tools/lib/base: buffers, CPU lists, bounded reads, near misses, errors. */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "buf.h"
#include "bulk.h"
#include "child.h"
#include "cleanup.h"
#include "cpulist.h"
#include "file.h"
#include "pages.h"
#include "json.h"
#include "proc.h"
#include "str.h"

struct cpulist_case {
	const char *text;
	int ret;
	const char *canonical; /* NULL: an error, at column */
	int column;
};

static const struct cpulist_case cpulists[] = {
	{ "0-3,8", 5, "0-3,8", 0 },    { "", 0, "", 0 },
	{ "3,1,2\n", 3, "1-3", 0 },    { "7,7,7", 1, "7", 0 },
	{ "5-2", -EINVAL, NULL, 1 },   { "1,x", -EINVAL, NULL, 3 },
	{ "65536", -ERANGE, NULL, 5 }, { "1 2", -EINVAL, NULL, 3 },
	{ "-1", -EINVAL, NULL, 1 },
};

static void test_cpulist(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(cpulists); i++) {
		const struct cpulist_case *c = &cpulists[i];
		_cleanup_free_ int *cpus = NULL;
		_cleanup_free_ char *text = NULL;
		struct err err = { 0 };

		T_EQ(t, cpulist__parse(c->text, &cpus, &err), c->ret);
		T_EQ(t, err.column, c->column);
		if (c->ret < 0)
			continue;
		text = cpulist__text(cpus, c->ret);
		T_STR(t, text, c->canonical);
	}
}

static void test_buf(struct test *t)
{
	struct buf buf = { 0 };

	for (int i = 0; i < 1000; i++)
		T_EQ(t, buf__printf(&buf, "%03d", i), 0);
	T_EQ(t, buf.len, 3000);
	T_OK(t, !strncmp(buf.data + 2997, "999", 4));
	T_OK(t, !buf__reserve(&buf, SIZE_MAX / 2));
	T_EQ(t, buf__error(&buf), -ENOMEM);
	T_EQ(t, buf__puts(&buf, "x"), -ENOMEM);
	T_OK(t, !buf__take(&buf));
}

static void test_file_read(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX";
	_cleanup_free_ char *text = NULL;
	int fd = mkstemp(path);
	u64 value = 0;

	T_OK(t, fd >= 0);
	T_EQ(t, file__write_all(fd, "12\0x", 4), 0);
	T_EQ(t, file__read(AT_FDCWD, path, 4, &text), 4);
	T_EQ(t, text[3], 'x');
	free(text);
	T_EQ(t, file__read(AT_FDCWD, path, 3, &text), -EFBIG);
	T_OK(t, !text);
	T_EQ(t, file__read_u64(AT_FDCWD, path, &value), -EINVAL);
	T_EQ(t, ftruncate(fd, 2), 0);
	T_EQ(t, file__read_u64(AT_FDCWD, path, &value), 0);
	T_EQ(t, value, 12);
	close(fd);
	unlink(path);
	T_EQ(t, file__read(AT_FDCWD, "/", 10, &text), -EISDIR);
	T_EQ(t, file__read(AT_FDCWD, path, 10, &text), -ENOENT);
	T_EQ(t, mkfifo(path, 0600), 0);
	T_EQ(t, file__read(AT_FDCWD, path, 10, &text), -ENXIO);
	unlink(path);
}

static void test_nearest(struct test *t)
{
	struct str_nearest nearest = { 0 };

	str_nearest__offer(&nearest, "recrod", "report");
	str_nearest__offer(&nearest, "recrod", "record");
	T_STR(t, nearest.name, "record");
	nearest = (struct str_nearest){ 0 };
	str_nearest__offer(&nearest, "xyz", "record");
	T_OK(t, !nearest.name);
}

static void test_err(struct test *t)
{
	struct err err = { 0 };
	char longer[2000];

	memset(longer, 'a', sizeof(longer));
	longer[sizeof(longer) - 1] = 0;
	T_EQ(t, err__set_at(&err, -EINVAL, 7, "%s", longer), -EINVAL);
	T_EQ(t, strlen(err.text), sizeof(err.text) - 1);
	err__prefix(&err, "outer");
	err__prefix(NULL, "nobody listens");
	T_EQ(t, err.code, -EINVAL);
	T_OK(t, !strncmp(err.text, "outer: aaa", 10));
	T_EQ(t, err.column, 7);
	T_EQ(t, err__set(NULL, -EIO, "nobody listens"), -EIO);
}

static void test_pages(struct test *t)
{
	static const size_t sizes[] = { 0, 1, 4096, PAGES_HUGE_BYTES, 3 * PAGES_HUGE_BYTES + 1 };

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		char *pages = pages__alloc(sizes[i]);

		if (!pages)
			return T_FAIL(t, "out of memory");
		if (sizes[i] >= PAGES_HUGE_BYTES)
			T_OK(t, (uintptr_t)pages % PAGES_HUGE_BYTES == 0);
		if (sizes[i])
			T_EQ(t, pages[0] | pages[sizes[i] - 1], 0);
		pages__free(pages, sizes[i]);
	}
	pages__free(NULL, 1);
	T_OK(t, !pages__alloc(SIZE_MAX));
}

/* What was written stays, what is new is zero, over all kinds of steps. */
static void test_bulk(struct test *t)
{
	static const size_t sizes[] = { 0,	 100,	  200 << 10,	 256 << 10,
					1 << 20, 2 << 20, (2 << 20) + 1, 7 << 20 };
	char *piece = NULL;
	size_t bytes = 0, i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		char *larger = bulk__grow(piece, bytes, sizes[i]);

		if (!larger)
			break;
		if (sizes[i])
			T_EQ(t, larger[sizes[i] - 1] | larger[bytes], 0);
		if (bytes)
			T_EQ(t, larger[bytes - 1], 'x');
		memset(larger + bytes, 'x', sizes[i] - bytes);
		piece = larger;
		bytes = sizes[i];
	}
	T_EQ(t, i, ARRAY_SIZE(sizes));
	T_OK(t, !bulk__grow(piece, bytes, SIZE_MAX));
	T_OK(t, bytes && !memchr(piece, 0, bytes));
	bulk__free(piece, bytes);
	bulk__free(NULL, 0);
	bulk__free(NULL, 1 << 20);
}

static void test_arena(struct test *t)
{
	struct arena arena = { 0 };
	char *first = arena__strndup(&arena, "first", 5);

	for (int i = 1; i < 100000; i += 997)
		T_OK(t, arena__alloc(&arena, i));
	T_STR(t, first, "first");
	T_OK(t, !arena__alloc(&arena, SIZE_MAX));
	T_OK(t, !arena__strndup(&arena, "", SIZE_MAX));
	T_OK(t, (uintptr_t)arena__alloc(&arena, 1) % sizeof(max_align_t) == 0);
	/* Blocks of huge pages, too. */
	for (size_t i = 0; i < 3; i++)
		T_OK(t, arena__alloc(&arena, 3 << 20));
	arena__exit(&arena);
}

static void test_child(struct test *t)
{
	char *const fine[] = { (char *)"sh", (char *)"-c", (char *)"exit 7", NULL };
	char *const killed[] = { (char *)"sh", (char *)"-c", (char *)"kill -9 $$", NULL };
	char *const missing[] = { (char *)"/no/such/command", NULL };
	struct child child;
	struct err err = { 0 };
	int status = 0;

	T_EQ(t, child__prepare(&child, fine, &err), 0);
	T_EQ(t, child__wait(&child, false, &status), 0);
	T_EQ(t, child__go(&child, "sh", &err), 0);
	T_EQ(t, child__wait(&child, true, &status), 1);
	T_EQ(t, child__exit_code(status), 7);
	T_EQ(t, child__prepare(&child, killed, &err), 0);
	T_EQ(t, child__go(&child, "sh", &err), 0);
	T_EQ(t, child__wait(&child, true, &status), 1);
	T_EQ(t, child__exit_code(status), 128 + 9);
	T_EQ(t, child__prepare(&child, missing, &err), 0);
	T_EQ(t, child__go(&child, "missing", &err), -ENOENT);
	T_OK(t, strstr(err.text, "missing"));
	T_EQ(t, child__wait(&child, true, &status), 1);
	T_EQ(t, child__prepare(&child, missing, &err), 0);
	T_EQ(t, child__go(&child, "missing", &err), -ENOENT);
	child__exit(&child);
	T_EQ(t, child.pid, 0);
	T_OK(t, !child.stack);
	T_EQ(t, child__prepare(&child, fine, &err), 0);
	child__exit(&child);
	T_EQ(t, child.pid, 0);
}

static void test_json(struct test *t)
{
	_cleanup_free_ char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	json__print_string(out, "a\"\\\n\x01\xc3\xa9\xff\xe0\x80\x80z");
	fclose(out);
	T_STR(t, text,
	      "\"a\\\"\\\\\\u000a\\u0001\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz"
	      "\"");
}

/* The first online CPU stands for all of those that can be asked for. */
static void test_online_cpus(struct test *t)
{
	static const char *const refused[] = { "", "65000", "0-", "0,65000", "x" };
	_cleanup_free_ int *all = NULL, *one = NULL;
	struct err err = { 0 };
	int nr = cpulist__online(NULL, &all, &err);
	char first[16];

	T_EQ(t, nr, sysconf(_SC_NPROCESSORS_ONLN));
	if (nr < 1)
		return;
	snprintf(first, sizeof(first), "%d", all[0]);
	T_EQ(t, cpulist__online(first, &one, &err), 1);
	T_OK(t, one && one[0] == all[0]);
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		int *none = &nr;

		err = (struct err){ 0 };
		T_EQ(t, cpulist__online(refused[i], &none, &err), -EINVAL);
		T_OK(t, !none && err.text[0]);
		T_EQ(t, cpulist__online(refused[i], &none, NULL), -EINVAL);
	}
}

static void test_tid_list(struct test *t)
{
	struct tid_list list = { 0 };
	struct err err = { 0 };
	char twice[64];

	snprintf(twice, sizeof(twice), "%d,%d", getpid(), getpid());
	T_EQ(t, tid_list__parse(&list, twice, false, &err), 0);
	T_EQ(t, tid_list__parse(&list, twice, true, &err), 0);
	T_OK(t, list.nr == 1 && list.tids[0] == getpid());
	for (pid_t tid = 1; tid < 100; tid++)
		T_EQ(t, tid_list__add(&list, tid == getpid() ? 100 : tid), 0);
	T_EQ(t, list.nr, 100);
	T_EQ(t, tid_list__parse(&list, "2147483646", true, &err), -ESRCH);
	T_EQ(t, tid_list__parse(&list, "1,x", false, &err), -EINVAL);
	T_EQ(t, err.column, 3);
	T_EQ(t, tid_list__parse(&list, "0", false, &err), -EINVAL);
	free(list.tids);
}

static void test_proc_task(struct test *t)
{
	struct proc_task task;
	const char *rest = " S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20";
	char line[256];

	snprintf(line, sizeof(line), "12 (a) b (c)%s", rest);
	T_EQ(t, proc_task__parse(&task, line), 0);
	T_STR(t, task.comm, "a) b (c");
	T_EQ(t, task.start_ticks, 4711);
	snprintf(line, sizeof(line), "12 (kworker/0:1-events_power_efficient)%s", rest);
	T_EQ(t, proc_task__parse(&task, line), 0);
	T_STR(t, task.comm, "kworker/0:1-eve");
	T_EQ(t, proc_task__parse(&task, "12 (a"), -EINVAL);
	T_EQ(t, proc_task__parse(&task, ")("), -EINVAL);
	T_EQ(t, proc_task__parse(&task, "12 (a) S 1 2"), -EINVAL);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_cpulist),	 TEST_FN(test_buf),	    TEST_FN(test_file_read),
	TEST_FN(test_nearest),	 TEST_FN(test_err),	    TEST_FN(test_arena),
	TEST_FN(test_pages),	 TEST_FN(test_bulk),	    TEST_FN(test_child),
	TEST_FN(test_json),	 TEST_FN(test_online_cpus), TEST_FN(test_tid_list),
	TEST_FN(test_proc_task),
};

struct test_suite suite_base = {
	.name = "base",
	.desc = "Buffers, CPU lists, bounded reads, near misses, errors",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
