// SPDX-License-Identifier: GPL-2.0-only
/*
 * One PMU's directory: every file of a broken tree with its exact fault, the formats and events
 * of a whole one, and what stands beside an event.
 */
#include "suites.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "pmu-fixture.h"
#include "util/pmu.h"

struct broken {
	const char *pmu, *format, *event; /* one of the last two, or neither */
	struct fixture_fault want;
};

static const struct broken broken[] = {
	{ "no_type", .want = { -EINVAL, "/no_type/type", 0, "needs this file" } },
	{ "bad_type", .want = { -EINVAL, "/bad_type/type", 0, "no decimal number" } },
	{ "huge_type", .want = { -ERANGE, "/huge_type/type", 0, "32 bits" } },
	{ "odd name,with", .want = { -EINVAL, "/odd name,with/type", 0, "needs this file" } },
	{ "odd name,with/../bits", .want = { -ENOENT, NULL, 0, NULL } },
	{ "bits", .want = { 0 } },
	{ "nosuch", .want = { -ENOENT, NULL, 0, NULL } },
	{ "bad_word", "w0", .want = { -EINVAL, "/bad_word/format/w0", 7, "bit 32 of word 0" } },
	{ "bad_word", "far", .want = { -ERANGE, "/format/far", 5, "attr511" } },
	{ "bad_word", "big", .want = { -ERANGE, "/format/big", 5, "attr511" } },
	{ "bad_bits", "a", .want = { -ERANGE, "/bad_bits/format/a", 8, "0 to 63" } },
	{ "bad_bits", "b", .want = { -EINVAL, "/format/b", 8, "reversed" } },
	{ "bad_bits", "c", .want = { -ERANGE, "/format/c", 10, "0 to 63" } },
	{ "bad_bits", "d", .want = { -EINVAL, "/format/d", 8, "bit number is missing" } },
	{ "bad_bits", "e", .want = { -EINVAL, "/format/e", 7, "':'" } },
	{ "bad_bits", "f", .want = { -EINVAL, "/format/f", 6, "':'" } },
	{ "bad_bits", "g", .want = { -EINVAL, "/format/g", 6, "bit 40 of word 0" } },
	{ "bad_bits", "h", .want = { -EINVAL, "/format/h", 7, "bit number is missing" } },
	{ "bad_bits", "i", .want = { -ERANGE, "/format/i", 7, "config1 to config4" } },
	{ "bad_text", "j", .want = { -EINVAL, "/bad_text/format/j", 8, "';'" } },
	{ "bad_text", "k", .want = { -EINVAL, "/format/k", 12, "'t'" } },
	{ "bad_text", "l", .want = { -EINVAL, "/format/l", 1, "empty" } },
	{ "bad_text", "m", .want = { -EINVAL, "/format/m", 10, "second line" } },
	{ "bad_text", "n", .want = { -EINVAL, "/format/n", 11, "NUL" } },
	{ "bad_text", "long", .want = { -EINVAL, "/format/long", 4097, "4096 bytes" } },
	{ "bad_text", "nosuch", .want = { -ENOENT, NULL, 0, NULL } },
	{ "bad_text", "../type", .want = { -ENOENT, NULL, 0, NULL } },
	{ "bad_text", "", .want = { -ENOENT, NULL, 0, NULL } },
	{ "dirs", "adir", .want = { -EISDIR, "/dirs/format/adir", 0, "no regular file" } },
	{ "dirs", "link", .want = { -EIO, "/dirs/format/link", 0, "can not be read" } },
	{ "dirs", NULL, "adir", { -EISDIR, "/dirs/events/adir", 0, "no regular file" } },
	{ "dirs", NULL, "dangling", { -ENOENT, NULL, 0, NULL } },
	{ "bad_event", NULL, "toobig", { -EINVAL, "/events/toobig.scale", 1, "one number" } },
	{ "bad_event", NULL, "toobig.scale", { -ENOENT, NULL, 0, NULL } },
	{ "bad_event", NULL, "unknown", { 0 } },
	{ "bad_event", NULL, "empty", { 0 } },
	{ "bad_event", NULL, "junk", { 0 } },
	{ "bad_event", NULL, "neg", { 0 } },
	{ "bad_event", "event", .want = { 0 } },
	{ "loop", NULL, "self", { 0 } },
	{ "unreadable", .want = { 0 } },
};

static void check_broken(struct test *t, struct fixture *f, const struct broken *b)
{
	const struct pmu_format *format;
	const struct pmu_event *event;
	const struct pmu *pmu;
	char what[300];
	int ret;

	snprintf(what, sizeof(what), "%s %s %s", b->pmu, b->format ? b->format : "-",
		 b->event ? b->event : "-");
	if (b->format)
		ret = fixture__find_format(f, b->pmu, b->format, &format);
	else if (b->event)
		ret = fixture__find_event(f, b->pmu, b->event, &event);
	else
		ret = fixture__find_pmu(f, b->pmu, &pmu);
	fixture__check(t, f, what, ret, &b->want);
}

static void test_broken(struct test *t)
{
	const struct pmu_event *event;
	struct fixture f;

	if (!fixture__init_kind(t, &f, "broken"))
		return;
	/* The second use of each repeats the first one's answer. */
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < ARRAY_SIZE(broken); i++)
			check_broken(t, &f, &broken[i]);
	T_EQ(t, fixture__find_event(&f, "bad_event", "empty", &event), 0);
	T_STR(t, event->terms, "");
	T_EQ(t, fixture__find_event(&f, "bad_event", "unknown", &event), 0);
	T_OK(t, !event->unit);
	T_STR(t, event->terms, "nosuch=1");
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "dirs", "adir"));
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "dirs", "dangling"));
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "dirs", "../type"));
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "bad_event", "toobig.scale"));
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "bad_event", "toobig"));
	fixture__exit(&f);
}

static void look_at_unreadable(struct test *t, void *arg)
{
	static const struct fixture_fault want = { -EACCES, "/unreadable/format/event", 0,
						   "denied" };
	const struct pmu_format *format;
	struct fixture *f = arg;

	for (int round = 0; round < 2; round++) {
		fixture__check(t, f, "unreadable",
			       fixture__find_format(f, "unreadable", "event", &format), &want);
		T_OK(t, strstr(f->err.hint, "root"));
	}
	T_EQ(t, fixture__find_format(f, "msr", "event", &format), 0);
}

static void test_broken_unreadable(struct test *t)
{
	struct fixture f;

	if (!fixture__init_kind(t, &f, "broken"))
		return;
	if (geteuid()) /* mode 0 shuts out the owner as well */
		look_at_unreadable(t, &f);
	else
		test__as_nobody(t, look_at_unreadable, &f);
	fixture__exit(&f);
}

static void test_fault_costs_one_term(struct test *t)
{
	static const struct fixture_fault want = { -EINVAL, "/s/p/format/bad", 9, "hexadecimal" };
	const struct pmu_format *format;
	struct buf names = { 0 };
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7\n");
	test_tree__write(t, &f.tree, "s/p/format/bad", "config:0x1\n");
	test_tree__write(t, &f.tree, "s/p/format/good", "attr5:23\n");
	fixture__open(t, &f, "s/", NULL);
	T_EQ(t, fixture__find_pmu(&f, "p", &pmu), 0);
	fixture__check(t, &f, "bad", fixture__find_format(&f, "p", "bad", &format), &want);
	test_tree__write(t, &f.tree, "s/p/format/bad", "config:0\n");
	fixture__check(t, &f, "bad again", fixture__find_format(&f, "p", "bad", &format), &want);
	T_EQ(t, fixture__find_format(&f, "p", "good", &format), 0);
	T_EQ(t, format->word, 5);
	T_STR(t, format->name, "good");
	T_EQ(t, f.lookup->each_format_name(f.lookup->ctx, pmu, fixture__note_name, &names), 0);
	T_STR(t, names.data, "bad good ");
	buf__exit(&names);
	fixture__exit(&f);
}

static void test_words(struct test *t)
{
	static const struct {
		const char *prefix;
		u64 mask;
	} parts[] = { { "w", ~0ULL },
		      { "lo", 0xffffffff },
		      { "hi", 0xffffffff00000000ULL },
		      { "odd", 0xf0000000000000eaULL } };
	const struct pmu_format *format;
	struct fixture f;
	char name[16];

	if (!fixture__init_kind(t, &f, "words"))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		for (unsigned int word = 1; word <= 16; word++) {
			snprintf(name, sizeof(name), "%s%u", parts[i].prefix, word);
			T_EQ(t, fixture__find_format(&f, "words", name, &format), 0);
			T_EQ(t, format->word, word);
			T_OK(t, word == 5 || format->mask == parts[i].mask);
		}
	}
	fixture__exit(&f);
}

struct beside {
	int line;
	const char *suffix, *text;
	struct fixture_fault want;
	double scale;
	const char *unit;
};

#define BESIDE(...)                                         \
	{                                                   \
		.line = __LINE__, .scale = 1.0, __VA_ARGS__ \
	}
#define SCALE(text_, value_)                                                             \
	{                                                                                \
		.line = __LINE__, .suffix = ".scale", .text = (text_), .scale = (value_) \
	}

static const struct beside besides[] = {
	SCALE("1e3\n", 1000.0),
	SCALE(" 2.5 \n\n", 2.5),
	SCALE("-0.5", -0.5),
	SCALE("2.3283064365386962890625e-10", 0x1p-32),
	BESIDE(.suffix = ".scale", .text = "", .want = { -EINVAL, "/e.scale", 1, "number" }),
	BESIDE(.suffix = ".scale", .text = "1,5", .want = { -EINVAL, "/e.scale", 2, "number" }),
	BESIDE(.suffix = ".scale", .text = "1 2", .want = { -EINVAL, "/e.scale", 2, "number" }),
	BESIDE(.suffix = ".scale", .text = "inf", .want = { -ERANGE, "/e.scale", 1, "finite" }),
	BESIDE(.suffix = ".scale", .text = "nan", .want = { -ERANGE, "/e.scale", 1, "finite" }),
	BESIDE(.suffix = ".scale", .text = "1e999", .want = { -ERANGE, "/e.scale", 1, "finite" }),
	BESIDE(.suffix = ".unit", .text = "MiB\n", .unit = "MiB"),
	BESIDE(.suffix = ".unit", .text = "\n"),
	BESIDE(.suffix = ".unit", .text = "1234567890123456789012345678901",
	       .unit = "1234567890123456789012345678901"),
	BESIDE(.suffix = ".unit", .text = "12345678901234567890123456789012",
	       .want = { -EINVAL, "/e.unit", 32, "31 characters" }),
	BESIDE(.suffix = ".unit", .text = "a\033[31m", .want = { -EINVAL, "/e.unit", 2, "0x1b" }),
};

static void check_beside(struct test *t, const struct beside *b)
{
	const struct pmu_event *event;
	char name[64], what[32];
	struct fixture f;
	int ret;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/p/events/e", "x=1,y\n");
	snprintf(name, sizeof(name), "s/p/events/e%s", b->suffix);
	test_tree__write(t, &f.tree, name, b->text);
	fixture__open(t, &f, "s", NULL);
	snprintf(what, sizeof(what), "line %d", b->line);
	ret = fixture__find_event(&f, "p", "e", &event);
	fixture__check(t, &f, what, ret, &b->want);
	if (!ret && event->scale != b->scale)
		T_FAIL(t, "%s: the scale is %g", what, event->scale);
	if (!ret && strcmp(event->unit ? event->unit : "", b->unit ? b->unit : ""))
		T_FAIL(t, "%s: the unit is '%s'", what, event->unit);
	fixture__exit(&f);
}

static void test_scale_and_unit(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(besides); i++)
		check_beside(t, &besides[i]);
}

static void test_scale_in_other_locale(struct test *t)
{
	static const struct beside b = SCALE("6.5", 6.5);

	struct test_tree tree;
	char command[256];

	if (!test_tree__init(t, &tree))
		return;
	snprintf(command, sizeof(command),
		 "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", tree.path);
	setenv("LOCPATH", tree.path, 1);
	if (system(command) == -1 || !setlocale(LC_ALL, "de_DE.UTF-8")) {
		test__skip(t, "localedef can not make a locale with a decimal comma");
		goto out;
	}
	T_EQ(t, strtod("6.5", NULL), 6);
	check_beside(t, &b);
out:
	test_tree__exit(&tree);
}

static void test_flags_beside(struct test *t)
{
	const struct pmu_event *event;
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", " 4294967295 \n");
	test_tree__write(t, &f.tree, "s/p/events/a", "x=1");
	test_tree__write(t, &f.tree, "s/p/events/a.per-pkg", "0");
	test_tree__write(t, &f.tree, "s/p/events/b", "x=1");
	test_tree__write(t, &f.tree, "s/p/events/b.snapshot", "");
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, fixture__find_event(&f, "p", "a", &event), 0);
	T_OK(t, event->per_pkg && !event->snapshot);
	T_EQ(t, fixture__find_event(&f, "p", "b", &event), 0);
	T_OK(t, !event->per_pkg && event->snapshot);
	fixture__exit(&f);
}

static void test_odd_files(struct test *t)
{
	static const struct fixture_fault fifo = { -ENXIO, "/s/p/format/fifo", 0,
						   "no regular file" };
	static const struct fixture_fault nul = { -EINVAL, "/s/p/format/nul", 1, "NUL" };
	const struct pmu_format *format;
	const struct pmu_event *event;
	struct fixture f;
	char path[256];

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/p/caps/max_precise", "many");
	test_tree__write(t, &f.tree, "s/p/format/nul", "x");
	test_tree__write(t, &f.tree, "s/p/events/e", " \n x=1,y=2 \t\n");
	snprintf(path, sizeof(path), "%s/s/p/format/nul", f.tree.path);
	T_EQ(t, truncate(path, 0), 0);
	T_EQ(t, truncate(path, 3), 0);
	snprintf(path, sizeof(path), "%s/s/p/format/fifo", f.tree.path);
	T_EQ(t, mkfifo(path, 0644), 0);
	fixture__open(t, &f, "s", NULL);
	fixture__check(t, &f, "fifo", fixture__find_format(&f, "p", "fifo", &format), &fifo);
	fixture__check(t, &f, "nul", fixture__find_format(&f, "p", "nul", &format), &nul);
	T_EQ(t, fixture__find_event(&f, "p", "e", &event), 0);
	T_STR(t, event->terms, "x=1,y=2");
	fixture__exit(&f);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_broken),
	TEST_FN(test_broken_unreadable),
	TEST_FN(test_fault_costs_one_term),
	TEST_FN(test_words),
	TEST_FN(test_scale_and_unit),
	TEST_FN(test_scale_in_other_locale),
	TEST_FN(test_flags_beside),
	TEST_FN(test_odd_files),
};

struct test_suite suite_pmu_dir = {
	.name = "pmu-dir",
	.desc = "Files of one PMU: read once, refused with file and reason",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
