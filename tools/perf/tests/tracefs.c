// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracepoints: where tracefs is mounted, by tables of mounts; which are found by plain names and
 * globs, in a scratch tree; what is told when it is not there or not allowed.
 */
#include "suites.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "cleanup.h"
#include "err.h"
#include "tree.h"
#include "util/pmus.h"
#include "util/tracefs.h"

struct mounts_case {
	int line;
	const char *mounts;
	const char *want; /* NULL: -ENOENT */
};

#define MOUNTS(mounts_, want_)           \
	{                                \
		__LINE__, mounts_, want_ \
	}

static const struct mounts_case mounts_cases[] = {
	MOUNTS("nodev /sys/kernel/tracing tracefs rw 0 0\n", "/sys/kernel/tracing"),
	MOUNTS("x / ext4 rw 0 0\ntracefs /a\\040b tracefs rw 0 0\n", "/a b"),
	MOUNTS("d /tmp debugfs rw 0 0\nt /t tracefs rw 0 0\n", "/t"),
	MOUNTS("t /first tracefs rw 0 0\nt /second tracefs rw 0 0\n", "/first"),
	MOUNTS("tracefs /home ext4 rw 0 0\n", NULL),
	MOUNTS("d /nonexistent debugfs rw 0 0\n", NULL),
	MOUNTS("", NULL),
	MOUNTS("tracefs\n\n#\n\t\n/t tracefs", NULL),
};

static void check_mounts(struct test *t, const struct test_tree *tree, const struct mounts_case *c)
{
	_cleanup_free_ char *found = NULL;
	struct err err = { 0 };
	char path[128];

	test_tree__write(t, tree, "mounts", c->mounts);
	snprintf(path, sizeof(path), "%s/mounts", tree->path);
	found = tracefs__find_in(path, &err);
	if (!found != !c->want || (found && strcmp(found, c->want)))
		T_FAIL(t, "line %d: '%s', not '%s'", c->line, found ? found : "(null)",
		       c->want ? c->want : "(null)");
	T_EQ(t, err.code, c->want ? 0 : -ENOENT);
	T_OK(t, c->want || strstr(err.text, "not mounted"));
	T_OK(t, c->want || err.hint[0]);
}

static void test_mounts(struct test *t)
{
	struct test_tree tree;

	if (!test_tree__init(t, &tree))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(mounts_cases); i++)
		check_mounts(t, &tree, &mounts_cases[i]);
	test_tree__exit(&tree);
}

static void test_debugfs(struct test *t)
{
	_cleanup_free_ char *found = NULL;
	char path[128], mounts[256];
	struct test_tree tree;
	struct err err = { 0 };

	if (!test_tree__init(t, &tree))
		return;
	test_tree__write(t, &tree, "debug/tracing/README", "");
	snprintf(mounts, sizeof(mounts), "x /nonexistent proc rw 0 0\nd %s/debug debugfs rw 0 0\n",
		 tree.path);
	test_tree__write(t, &tree, "mounts", mounts);
	snprintf(path, sizeof(path), "%s/mounts", tree.path);
	found = tracefs__find_in(path, &err);
	snprintf(path, sizeof(path), "%s/debug/tracing", tree.path);
	T_STR(t, found, path);
	T_OK(t, !tracefs__find_in("/nonexistent/mounts", &err));
	T_EQ(t, err.code, -ENOENT);
	T_STR(t, err.file, "/nonexistent/mounts");
	test_tree__exit(&tree);
}

struct found {
	struct buf names;
	int stop_at; /* what the callback returns at the second one */
	int nr;
};

static int note(void *arg, const struct tracepoint *tp)
{
	struct found *found = arg;

	buf__printf(&found->names, "%s:%s=%llu ", tp->system, tp->name, tp->id);
	return ++found->nr == 2 ? found->stop_at : 0;
}

static bool fill(struct test *t, struct test_tree *tree)
{
	if (!test_tree__init(t, tree))
		return false;
	test_tree__write(t, tree, "events/sched/sched_switch/id", "314\n");
	test_tree__write(t, tree, "events/sched/sched_wakeup/id", "315\n");
	test_tree__write(t, tree, "events/sched/enable", "0\n");
	test_tree__write(t, tree, "events/sched/no_id/format", "x");
	test_tree__write(t, tree, "events/mce/mce_record/id", "106\n");
	test_tree__write(t, tree, "events/odd/bad/id", "many\n");
	test_tree__write(t, tree, "events/header_page", "x");
	return true;
}

struct walk_case {
	int line;
	const char *system, *name;
	int ret;
	const char *names;
	const char *file; /* at fault */
	int stop_at;
};

#define WALK(...)                             \
	{                                     \
		.line = __LINE__, __VA_ARGS__ \
	}

static const struct walk_case walks[] = {
	WALK("sched", "sched_switch", 1, "sched:sched_switch=314 "),
	WALK("sched", "nosuch", 0, ""),
	WALK("nosuch", "nosuch", 0, ""),
	WALK("nosuch", "*", 0, ""),
	WALK("header_page", "*", 0, ""),
	WALK("sched", "enable", 0, ""),
	WALK("sched", "no_id", 0, ""),
	WALK("sched", "*", 2, "sched:sched_switch=314 sched:sched_wakeup=315 "),
	WALK("sched", "sched_w[a]*", 1, "sched:sched_wakeup=315 "),
	WALK("[ms]*", "*e*", 3,
	     "mce:mce_record=106 sched:sched_switch=314 "
	     "sched:sched_wakeup=315 "),
	WALK("*", "mce_record", 1, "mce:mce_record=106 "),
	WALK("?ce", "mce_recor?", 1, "mce:mce_record=106 "),
	WALK("sched", "../mce/mce_record", 0, ""),
	WALK("..", "sched", 0, ""),
	WALK("", "", 0, ""),
	WALK("sched", ".", 0, ""),
	WALK("odd", "bad", -EINVAL, "", "/events/odd/bad/id"),
	WALK("odd", "*", -EINVAL, "", "/events/odd/bad/id"),
	WALK("*", "*", -EINVAL, "mce:mce_record=106 ", "/events/odd/bad/id"),
	WALK("sched", "*", 7, "sched:sched_switch=314 sched:sched_wakeup=315 ", NULL, 7),
};

static void check_walk(struct test *t, const char *dir, const struct walk_case *c)
{
	struct found found = { .stop_at = c->stop_at };
	struct tracepoint_walk walk = { c->system, c->name, note, &found };
	struct err err = { 0 };
	size_t file, end = c->file ? strlen(c->file) : 0;
	int ret;

	buf__puts(&found.names, "");
	ret = tracefs__each_in(dir, &walk, &err);
	file = strlen(err.file);
	if (ret != c->ret || err.code != (c->ret < 0 ? c->ret : 0))
		T_FAIL(t, "line %d: %d (%s), not %d", c->line, ret, err.text, c->ret);
	if (strcmp(found.names.data, c->names))
		T_FAIL(t, "line %d: '%s', not '%s'", c->line, found.names.data, c->names);
	if (file < end || strcmp(err.file + file - end, c->file ? c->file : ""))
		T_FAIL(t, "line %d: the file is '%s'", c->line, err.file);
	buf__exit(&found.names);
}

static void test_walks(struct test *t)
{
	struct test_tree tree;

	if (!fill(t, &tree))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(walks); i++)
		check_walk(t, tree.path, &walks[i]);
	test_tree__exit(&tree);
}

static void test_plain_names_list_nothing(struct test *t)
{
	static const char *const folders[] = { "", "/events", "/events/sched" };
	static const struct walk_case plain =
		WALK("sched", "sched_switch", 1, "sched:sched_switch=314 ");
	static const struct walk_case glob = WALK("mce", "*", 1, "mce:mce_record=106 ");
	_cleanup_close_ int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	struct test_tree tree;
	char path[256];

	if (!fill(t, &tree))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		snprintf(path, sizeof(path), "%s%s", tree.path, folders[i]);
		T_OK(t, inotify_add_watch(watch, path, IN_OPEN) > 0);
	}
	check_walk(t, tree.path, &plain);
	T_OK(t, read(watch, path, sizeof(path)) < 0 && errno == EAGAIN);
	check_walk(t, tree.path, &glob);
	T_OK(t, read(watch, path, sizeof(path)) > 0);
	test_tree__exit(&tree);
}

static void look_at_forbidden(struct test *t, void *arg)
{
	struct test_tree *tree = arg;
	static const struct walk_case plain =
		WALK("sched", "sched_switch", -EACCES, "", "/events/sched/sched_switch/id");
	static const struct walk_case glob = WALK("*", "*", -EACCES, "", "/events");
	struct tracepoint_walk walk = { "sched", "sched_switch", note, NULL };
	struct err err = { 0 };

	check_walk(t, tree->path, &plain);
	check_walk(t, tree->path, &glob);
	T_EQ(t, tracefs__each_in(tree->path, &walk, &err), -EACCES);
	T_OK(t, strstr(err.hint, "as root") && strstr(err.hint, tree->path));
}

static void test_forbidden(struct test *t)
{
	struct test_tree tree;

	if (!fill(t, &tree))
		return;
	T_EQ(t, chmod(tree.path, 0700), 0);
	test__as_nobody(t, look_at_forbidden, &tree);
	test_tree__exit(&tree);
}

static void test_live(struct test *t)
{
	_cleanup_free_ char *dir = tracefs__find(NULL);
	struct found found = { 0 };
	struct pmus *pmus = pmus__new(NULL);
	const struct event_lookup *lookup = pmus__lookup(pmus);
	struct tracepoint_walk one = { "sched", "sched_switch", note, &found };
	struct tracepoint_walk one_by_glob = { "sched", "sched_switc?", note, &found };
	struct tracepoint_walk many = { "s*", "*", note, &found };
	struct err err = { 0 };

	if (!dir || access(dir, R_OK | X_OK)) {
		test__skip(t, "tracefs is not mounted, or not for this user");
		goto out;
	}
	T_EQ(t, lookup->each_tracepoint(lookup->ctx, &one, &err), 1);
	T_EQ(t, tracefs__each(&one_by_glob, &err), 1);
	T_OK(t, lookup->each_tracepoint(lookup->ctx, &many, &err) > 10);
out:
	buf__exit(&found.names);
	pmus__delete(pmus);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_mounts),	 TEST_FN(test_debugfs),
	TEST_FN(test_walks),	 TEST_FN(test_plain_names_list_nothing),
	TEST_FN(test_forbidden), TEST_FN(test_live),
};

struct test_suite suite_tracefs = {
	.name = "tracefs",
	.desc = "Tracepoints by plain names and globs",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
