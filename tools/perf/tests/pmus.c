// SPDX-License-Identifier: GPL-2.0-only
/*
 * The set of PMUs: trees of whole machines, several sources, holders, aliases, and which files
 * are opened for it.
 */
#include "suites.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "cleanup.h"
#include "pmu-fixture.h"
#include "util/pmu.h"
#include "util/pmus.h"

static void test_client(struct test *t)
{
	const struct pmu_event *event;
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init_kind(t, &f, "client"))
		return;
	T_EQ(t, fixture__find_pmu(&f, "cpu_core", &pmu), 0);
	T_EQ(t, pmu->type, 4);
	T_EQ(t, f.lookup->max_precise(f.lookup->ctx, pmu), 3);
	T_OK(t, pmu->is_core && !pmu->holder);
	T_STR(t, pmu->cpus, "0-15");
	T_EQ(t, fixture__find_pmu(&f, "uncore_cbox_9", &pmu), 0);
	T_OK(t, !pmu->is_core && f.lookup->max_precise(f.lookup->ctx, pmu) == -1);
	T_STR(t, pmu->cpus, "0");
	T_EQ(t, fixture__find_pmu(&f, "intel_pt", &pmu), 0);
	T_OK(t, !pmu->cpus);
	T_OK(t, f.lookup->is_core(f.lookup->ctx, "cpu_atom"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "power"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "cpu"));
	T_EQ(t, fixture__find_event(&f, "power", "energy-ram", &event), 0);
	T_STR(t, event->unit, "Joules");
	T_STR(t, event->terms, "event=0x03");
	T_OK(t, fabs(event->scale - 6.103515625e-05) < 1e-15);
	T_EQ(t, fixture__find_event(&f, "i915", "rcs0-busy", &event), 0);
	T_STR(t, event->unit, "ns");
	T_OK(t, event->scale == 1.0 && !event->per_pkg && !event->snapshot);
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "cpu_atom", "mem-loads"));
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "cpu_atom", "nosuch"));
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "nosuch", "mem-loads"));
	fixture__exit(&f);
}

static void test_server(struct test *t)
{
	struct buf names = { 0 };
	const struct pmu *pmu;
	struct fixture f;
	int nr = 0;

	if (!fixture__init_kind(t, &f, "server"))
		return;
	T_EQ(t, fixture__find_pmu(&f, "uncore_cha_77", &pmu), 0);
	T_STR(t, pmu->cpus, "0,56");
	T_STR(t, pmus__name_of_type(f.pmus, pmu->type), "uncore_cha_77");
	T_STR(t, pmus__name_of_type(f.pmus, 4), "cpu");
	T_OK(t, !pmus__name_of_type(f.pmus, 4000));
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, fixture__count_name, &nr), 0);
	T_EQ(t, nr, 241);
	T_EQ(t, fixture__find_pmu(&f, "uncore_iio_3", &pmu), 0);
	T_EQ(t, f.lookup->each_event_name(f.lookup->ctx, pmu, fixture__note_name, &names), 0);
	T_STR(t, names.data,
	      "bw_in_port0 bw_in_port1 bw_in_port2 bw_in_port3 bw_in_port4 bw_in_port5 "
	      "bw_in_port6 bw_in_port7 ");
	T_OK(t, f.lookup->is_core(f.lookup->ctx, "cpu"));
	buf__exit(&names);
	fixture__exit(&f);
}

static void test_arm(struct test *t)
{
	const struct pmu_format *format;
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init_kind(t, &f, "arm"))
		return;
	T_EQ(t, fixture__find_pmu(&f, "armv8_pmuv3_0", &pmu), 0);
	T_OK(t, pmu->is_core);
	T_STR(t, pmu->cpus, "0-127");
	T_EQ(t, fixture__find_format(&f, "arm_spe_0", "inv_event_filter", &format), 0);
	T_EQ(t, format->word, 16);
	T_EQ(t, fixture__find_format(&f, "arm_cmn_0", "type", &format), 0);
	T_EQ(t, format->mask, 0xffff);
	fixture__exit(&f);
}

static void test_two_sources(struct test *t)
{
	const struct pmu *pmu, *next, *none;
	const struct pmu_event *event;
	struct buf names = { 0 };
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "a/both/type", "7");
	test_tree__write(t, &f.tree, "a/both/events/one", "x=1");
	test_tree__write(t, &f.tree, "a/half/format/x", "config:0");
	test_tree__write(t, &f.tree, "a/only_a/type", "8");
	test_tree__write(t, &f.tree, "b/both/type", "9");
	test_tree__write(t, &f.tree, "b/both/events/two", "x=2");
	test_tree__write(t, &f.tree, "b/half/type", "10");
	test_tree__write(t, &f.tree, "b/aa_only_b/type", "11");
	fixture__open(t, &f, "a", "b");
	T_EQ(t, fixture__find_pmu(&f, "both", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	T_EQ(t, f.lookup->find_event(f.lookup->ctx, pmu, "two", &event, &f.err), -ENOENT);
	T_EQ(t, fixture__next_pmu(&f, pmu, &next), 0);
	T_EQ(t, next->type, 9);
	T_EQ(t, f.lookup->find_event(f.lookup->ctx, next, "two", &event, &f.err), 0);
	T_STR(t, event->terms, "x=2");
	T_EQ(t, fixture__next_pmu(&f, next, &none), -ENOENT);
	T_EQ(t, f.err.code, 0);
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "both", "one"));
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "both", "two"));
	T_EQ(t, fixture__find_pmu(&f, "half", &pmu), 0);
	T_EQ(t, pmu->type, 10);
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, fixture__note_name, &names), 0);
	T_STR(t, names.data, "both half only_a aa_only_b ");
	T_STR(t, pmus__name_of_type(f.pmus, 9), "both");
	buf__exit(&names);
	fixture__exit(&f);
}

static void test_sources_from_environment(struct test *t)
{
	struct buf sources = { 0 };
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "a/p/type", "7");
	test_tree__write(t, &f.tree, "b/q/type", "8");
	buf__printf(&sources, "::%s/b//:/nonexistent:%s/a:%s/a/:", f.tree.path, f.tree.path,
		    f.tree.path);
	setenv("PERF_EVENT_SOURCES", sources.data, 1);
	f.pmus = pmus__new(NULL);
	f.lookup = pmus__lookup(f.pmus);
	T_EQ(t, fixture__find_pmu(&f, "p", &pmu), 0);
	T_EQ(t, fixture__next_pmu(&f, pmu, &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "q", &pmu), 0);
	buf__reset(&sources);
	buf__printf(&sources, "%s/b", f.tree.path);
	T_STR(t, pmu->source, sources.data);
	T_EQ(t, fixture__find_pmu(&f, "software", &pmu), -ENOENT);
	buf__exit(&sources);
	fixture__exit(&f);
}

static void test_sysfs_is_the_default(struct test *t)
{
	const struct pmu *pmu;
	struct fixture f = { 0 };

	if (access("/sys/bus/event_source/devices/software/type", R_OK)) {
		test__skip(t, "sysfs has no software PMU here");
		return;
	}
	setenv("PERF_EVENT_SOURCES", "", 1);
	f.pmus = pmus__new(NULL);
	f.lookup = pmus__lookup(f.pmus);
	T_EQ(t, fixture__find_pmu(&f, "software", &pmu), 0);
	T_EQ(t, pmu->type, 1);
	T_STR(t, pmu->source, "/sys/bus/event_source/devices");
	pmus__delete(f.pmus);
}

struct holder_case {
	const char *text;
	const char *want; /* what follows the tree's path, or the whole when it begins with '!' */
	int code;
};

static const struct holder_case holders[] = {
	{ "../sock\n", "/s/../sock", 0 },
	{ "/run/x/sock", "!/run/x/sock", 0 },
	{ "a b", "/s/a b", 0 },
	{ "", NULL, -EINVAL },
	{ "../sock\n../other\n", NULL, -EINVAL },
};

static void check_holder(struct test *t, const struct holder_case *c)
{
	static const struct fixture_fault want = { -EINVAL, "/s/.holder", 0, "socket" };
	const struct pmu *pmu;
	struct fixture f;
	char path[256];
	int ret;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/.holder", c->text);
	fixture__open(t, &f, "s", NULL);
	ret = fixture__find_pmu(&f, "p", &pmu);
	snprintf(path, sizeof(path), "%s%s", f.tree.path, c->want ? c->want : "");
	if (c->code)
		fixture__check(t, &f, c->text, ret, &want);
	else if (!ret)
		T_STR(t, pmu->holder, c->want[0] == '!' ? c->want + 1 : path);
	T_EQ(t, ret, c->code);
	/* What is not in the source has no fault. */
	T_EQ(t, fixture__find_pmu(&f, "q", &pmu), -ENOENT);
	T_EQ(t, f.err.code, 0);
	fixture__exit(&f);
}

static void test_holder(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(holders); i++)
		check_holder(t, &holders[i]);
}

static void test_files_are_no_pmus(struct test *t)
{
	struct buf names = { 0 };
	const struct pmu *pmu;
	struct fixture f;
	char link[256];

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/.holder", "sock");
	test_tree__write(t, &f.tree, "s/.hidden/type", "7");
	test_tree__write(t, &f.tree, "s/regular", "7");
	test_tree__write(t, &f.tree, "s/\033[31m/type", "7");
	snprintf(link, sizeof(link), "%s/s/linked", f.tree.path);
	T_EQ(t, symlink("p", link), 0);
	snprintf(link, sizeof(link), "%s/s/to_regular", f.tree.path);
	T_EQ(t, symlink("regular", link), 0);
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, fixture__note_name, &names), 0);
	T_STR(t, names.data, "linked p ");
	T_EQ(t, fixture__find_pmu(&f, "linked", &pmu), 0);
	T_EQ(t, fixture__find_pmu(&f, "regular", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "to_regular", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, ".holder", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, ".hidden", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "\033[31m", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "..", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "./p", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "p/", &pmu), -ENOENT);
	T_EQ(t, fixture__find_pmu(&f, "", &pmu), -ENOENT);
	T_EQ(t, f.err.code, 0);
	buf__exit(&names);
	fixture__exit(&f);
}

static void test_long_name(struct test *t)
{
	const struct pmu *pmu;
	struct fixture f;
	char name[5000];

	if (!fixture__init(t, &f))
		return;
	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = 0;
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, fixture__find_pmu(&f, name, &pmu), -ENOENT);
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "p", name));
	fixture__exit(&f);
}

static int note_alias(void *arg, const char *alias, const char *name)
{
	buf__printf(arg, "%s=%s ", name, alias);
	return 0;
}

static void test_alias(struct test *t)
{
	struct buf buf = { 0 };
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "a/uncore_type_0_1/type", "7");
	test_tree__write(t, &f.tree, "a/uncore_type_0_1/alias", "uncore_cha_1\n");
	test_tree__write(t, &f.tree, "a/real/type", "8");
	test_tree__write(t, &f.tree, "a/real/alias", "uncore_type_0_1");
	test_tree__write(t, &f.tree, "a/odd/type", "9");
	test_tree__write(t, &f.tree, "a/odd/alias", "../real");
	test_tree__write(t, &f.tree, "b/later/type", "10");
	test_tree__write(t, &f.tree, "b/later/alias", "uncore_cha_1");
	fixture__open(t, &f, "a", "b");
	T_EQ(t, f.lookup->each_pmu_alias(f.lookup->ctx, note_alias, &buf), 0);
	T_STR(t, buf.data, "real=uncore_type_0_1 uncore_type_0_1=uncore_cha_1 later=uncore_cha_1 ");
	T_EQ(t, fixture__find_pmu(&f, "uncore_type_0_1", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	T_EQ(t, fixture__find_pmu(&f, "uncore_cha_1", &pmu), -ENOENT);
	buf__exit(&buf);
	fixture__exit(&f);
}

static void test_listed_once(struct test *t)
{
	const struct pmu *pmu;
	struct fixture f;
	int nr = 0;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/p/format/x", "config:0");
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, fixture__find_pmu(&f, "p", &pmu), 0);
	for (int round = 0; round < 2; round++) {
		nr = 0;
		f.lookup->each_pmu_name(f.lookup->ctx, fixture__count_name, &nr);
		f.lookup->each_format_name(f.lookup->ctx, pmu, fixture__count_name, &nr);
		T_EQ(t, nr, 2);
		test_tree__write(t, &f.tree, "s/q/type", "8");
		test_tree__write(t, &f.tree, "s/p/format/y", "config:1");
	}
	/* By its name it is found all the same. */
	T_EQ(t, fixture__find_pmu(&f, "q", &pmu), 0);
	fixture__exit(&f);
}

/* The names that were opened below the watched folders since the last call. */
static void opened(struct test *t, int watch, const char *want)
{
	char events[8192] __attribute__((aligned(8)));
	struct buf names = { 0 };
	ssize_t len = read(watch, events, sizeof(events)), at = 0;

	buf__puts(&names, "");
	while (at < len) {
		const struct inotify_event *event = (const void *)(events + at);

		buf__printf(&names, "%s ", event->len ? event->name : "(list)");
		at += sizeof(*event) + event->len;
	}
	T_STR(t, names.data, want);
	buf__exit(&names);
}

static void test_opens_only_what_it_needs(struct test *t)
{
	static const char *const folders[] = {
		"", "/p", "/p/format", "/p/events", "/q", "/q/format"
	};
	_cleanup_close_ int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	const struct pmu_format *format;
	const struct pmu_event *event;
	const struct pmu *pmu;
	struct fixture f;
	struct buf buf = { 0 };
	char path[256];

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/p/cpumask", "0");
	test_tree__write(t, &f.tree, "s/p/cpus", "0");
	test_tree__write(t, &f.tree, "s/p/format/x", "config:0");
	test_tree__write(t, &f.tree, "s/p/format/y", "config:1");
	test_tree__write(t, &f.tree, "s/p/events/e", "x");
	test_tree__write(t, &f.tree, "s/p/events/e.unit", "ns");
	test_tree__write(t, &f.tree, "s/p/events/g", "x");
	test_tree__write(t, &f.tree, "s/q/type", "8");
	test_tree__write(t, &f.tree, "s/q/alias", "r");
	test_tree__write(t, &f.tree, "s/q/format/x", "config:0");
	for (size_t i = 0; i < ARRAY_SIZE(folders); i++) {
		snprintf(path, sizeof(path), "%s/s%s", f.tree.path, folders[i]);
		T_OK(t, inotify_add_watch(watch, path, IN_OPEN | IN_ONLYDIR) > 0);
	}
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, fixture__find_pmu(&f, "p", &pmu), 0);
	opened(t, watch, "type cpumask ");
	T_EQ(t, fixture__find_format(&f, "p", "x", &format), 0);
	opened(t, watch, "x ");
	T_EQ(t, fixture__find_format(&f, "p", "x", &format), 0);
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "p", "e"));
	T_OK(t, f.lookup->is_core(f.lookup->ctx, "p"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "q"));
	opened(t, watch, "");
	T_EQ(t, fixture__find_event(&f, "p", "e", &event), 0);
	opened(t, watch, "e e.unit ");
	T_EQ(t, fixture__find_event(&f, "p", "e", &event), 0);
	opened(t, watch, "");
	T_EQ(t, fixture__find_pmu(&f, "nosuch", &pmu), -ENOENT);
	opened(t, watch, "");
	T_EQ(t, f.lookup->each_pmu_alias(f.lookup->ctx, note_alias, &buf), 0);
	opened(t, watch, "(list) alias ");
	T_EQ(t, f.lookup->each_pmu_alias(f.lookup->ctx, note_alias, &buf), 0);
	opened(t, watch, "");
	buf__exit(&buf);
	fixture__exit(&f);
}

static void look_without_listing(struct test *t, void *arg)
{
	static const struct fixture_fault want = { -EACCES, "/shut/p/type", 0, "denied" };
	const struct pmu *pmu;
	struct fixture *f = arg;

	T_EQ(t, fixture__find_pmu(f, "p", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	fixture__open(t, f, "shut", "s");
	T_EQ(t, fixture__find_pmu(f, "p", &pmu), 0);
	fixture__open(t, f, "shut", NULL);
	fixture__check(t, f, "shut", fixture__find_pmu(f, "p", &pmu), &want);
	T_OK(t, !f->lookup->has_event(f->lookup->ctx, "p", "e"));
}

static void test_source_that_may_not_be_listed(struct test *t)
{
	struct fixture f;
	char path[256];

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "shut/p/type", "7");
	snprintf(path, sizeof(path), "%s/s", f.tree.path);
	T_EQ(t, chmod(path, 0711), 0);
	snprintf(path, sizeof(path), "%s/shut", f.tree.path);
	T_EQ(t, chmod(path, 0700), 0);
	fixture__open(t, &f, "s", NULL);
	test__as_nobody(t, look_without_listing, &f);
	fixture__exit(&f);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_client),
	TEST_FN(test_server),
	TEST_FN(test_arm),
	TEST_FN(test_two_sources),
	TEST_FN(test_sources_from_environment),
	TEST_FN(test_sysfs_is_the_default),
	TEST_FN(test_holder),
	TEST_FN(test_files_are_no_pmus),
	TEST_FN(test_long_name),
	TEST_FN(test_alias),
	TEST_FN(test_listed_once),
	TEST_FN(test_opens_only_what_it_needs),
	TEST_FN(test_source_that_may_not_be_listed),
};

struct test_suite suite_pmus = {
	.name = "pmus",
	.desc = "PMUs of several sources, found by name",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
