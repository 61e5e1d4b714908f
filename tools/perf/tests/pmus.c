// SPDX-License-Identifier: GPL-2.0-only
/*
 * PMUs read from trees like those of sysfs: what is found, what is refused and why, how several
 * sources add up, and which files are opened for it. Tracepoints come in tests/tracefs.c.
 */
#include "suites.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
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
#include "util/lookup.h"
#include "util/pmu.h"
#include "util/pmus.h"

/* A row's tree and the PMUs in it, over one or two of its folders. */
struct fixture {
	struct test_tree tree;
	struct pmus *pmus;
	const struct event_lookup *lookup;
	struct err err; /* of the last call */
};

static bool fixture__init(struct test *t, struct fixture *f)
{
	*f = (struct fixture){ 0 };
	return test_tree__init(t, &f->tree);
}

/* Opens the PMUs of the folders @a and, unless it is NULL, @b. */
static void fixture__open(struct test *t, struct fixture *f, const char *a, const char *b)
{
	char sources[256];

	snprintf(sources, sizeof(sources), "%s/%s%s%s%s", f->tree.path, a, b ? ":" : "",
		 b ? f->tree.path : "", b ? "/" : "");
	if (b)
		strcat(sources, b);
	pmus__delete(f->pmus);
	f->pmus = pmus__new(sources);
	T_OK(t, f->pmus);
	f->lookup = pmus__lookup(f->pmus);
}

static bool fixture__init_kind(struct test *t, struct fixture *f, const char *kind)
{
	if (!fixture__init(t, f))
		return false;
	if (!test_tree__make_sysfs(t, &f->tree, kind, kind)) {
		test_tree__exit(&f->tree);
		return false;
	}
	fixture__open(t, f, kind, NULL);
	return true;
}

static void fixture__exit(struct fixture *f)
{
	pmus__delete(f->pmus);
	test_tree__exit(&f->tree);
}

static int find_pmu(struct fixture *f, const char *name, const struct pmu **pmu)
{
	f->err = (struct err){ 0 };
	return f->lookup->find_pmu(f->lookup->ctx, name, pmu, &f->err);
}

static int next_pmu(struct fixture *f, const struct pmu *pmu, const struct pmu **next)
{
	f->err = (struct err){ 0 };
	return f->lookup->next_pmu_of_name(f->lookup->ctx, pmu, next, &f->err);
}

static int find_format(struct fixture *f, const char *pmu_name, const char *name,
		       const struct pmu_format **format)
{
	const struct pmu *pmu;
	int ret = find_pmu(f, pmu_name, &pmu);

	return ret ? ret : f->lookup->find_format(f->lookup->ctx, pmu, name, format, &f->err);
}

static int find_event(struct fixture *f, const char *pmu_name, const char *name,
		      const struct pmu_event **event)
{
	const struct pmu *pmu;
	int ret = find_pmu(f, pmu_name, &pmu);

	return ret ? ret : f->lookup->find_event(f->lookup->ctx, pmu, name, event, &f->err);
}

static int note_name(void *arg, const char *name)
{
	return buf__printf(arg, "%s ", name);
}

static int count_name(void *arg, const char *name)
{
	(void)name;
	++*(int *)arg;
	return 0;
}

/* The fault of the last call: its code, its file by the path's end, column, part of the reason. */
struct want {
	int code;
	const char *file;
	int column;
	const char *reason;
};

static void check_fault(struct test *t, const struct fixture *f, const char *what, int ret,
			const struct want *want)
{
	size_t file = strlen(f->err.file), end = want->file ? strlen(want->file) : 0;

	if (ret != want->code || f->err.code != (want->file ? want->code : 0))
		T_FAIL(t, "%s: %d (%d: %s), not %d", what, ret, f->err.code, f->err.text,
		       want->code);
	if (file < end || strcmp(f->err.file + file - end, want->file ? want->file : ""))
		T_FAIL(t, "%s: the file is '%s', not '%s'", what, f->err.file, want->file);
	if (f->err.column != want->column)
		T_FAIL(t, "%s: column %d, not %d", what, f->err.column, want->column);
	if (want->reason && !strstr(f->err.text, want->reason))
		T_FAIL(t, "%s: '%s' lacks '%s'", what, f->err.text, want->reason);
}

struct broken {
	const char *pmu, *format, *event; /* one of the last two, or neither */
	struct want want;
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
		ret = find_format(f, b->pmu, b->format, &format);
	else if (b->event)
		ret = find_event(f, b->pmu, b->event, &event);
	else
		ret = find_pmu(f, b->pmu, &pmu);
	check_fault(t, f, what, ret, &b->want);
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
	T_EQ(t, find_event(&f, "bad_event", "empty", &event), 0);
	T_STR(t, event->terms, "");
	T_EQ(t, find_event(&f, "bad_event", "unknown", &event), 0);
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
	static const struct want want = { -EACCES, "/unreadable/format/event", 0, "denied" };
	const struct pmu_format *format;
	struct fixture *f = arg;

	for (int round = 0; round < 2; round++) {
		check_fault(t, f, "unreadable", find_format(f, "unreadable", "event", &format),
			    &want);
		T_OK(t, strstr(f->err.hint, "root"));
	}
	T_EQ(t, find_format(f, "msr", "event", &format), 0);
}

static void test_broken_unreadable(struct test *t)
{
	struct fixture f;

	if (!fixture__init_kind(t, &f, "broken"))
		return;
	test__as_nobody(t, look_at_unreadable, &f);
	fixture__exit(&f);
}

static void test_fault_costs_one_term(struct test *t)
{
	static const struct want want = { -EINVAL, "/s/p/format/bad", 9, "hexadecimal" };
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
	T_EQ(t, find_pmu(&f, "p", &pmu), 0);
	check_fault(t, &f, "bad", find_format(&f, "p", "bad", &format), &want);
	test_tree__write(t, &f.tree, "s/p/format/bad", "config:0\n");
	check_fault(t, &f, "bad again", find_format(&f, "p", "bad", &format), &want);
	T_EQ(t, find_format(&f, "p", "good", &format), 0);
	T_EQ(t, format->word, 5);
	T_STR(t, format->name, "good");
	T_EQ(t, f.lookup->each_format_name(f.lookup->ctx, pmu, note_name, &names), 0);
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
			T_EQ(t, find_format(&f, "words", name, &format), 0);
			T_EQ(t, format->word, word);
			T_OK(t, word == 5 || format->mask == parts[i].mask);
		}
	}
	fixture__exit(&f);
}

static void test_client(struct test *t)
{
	const struct pmu_event *event;
	const struct pmu *pmu;
	struct fixture f;

	if (!fixture__init_kind(t, &f, "client"))
		return;
	T_EQ(t, find_pmu(&f, "cpu_core", &pmu), 0);
	T_EQ(t, pmu->type, 4);
	T_EQ(t, pmu->max_precise, 3);
	T_OK(t, pmu->is_core && !pmu->holder);
	T_STR(t, pmu->cpus, "0-15");
	T_EQ(t, find_pmu(&f, "uncore_cbox_9", &pmu), 0);
	T_OK(t, !pmu->is_core && pmu->max_precise == -1);
	T_STR(t, pmu->cpus, "0");
	T_EQ(t, find_pmu(&f, "intel_pt", &pmu), 0);
	T_OK(t, !pmu->cpus);
	T_OK(t, f.lookup->is_core(f.lookup->ctx, "cpu_atom"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "power"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "cpu"));
	T_EQ(t, find_event(&f, "power", "energy-ram", &event), 0);
	T_STR(t, event->unit, "Joules");
	T_STR(t, event->terms, "event=0x03");
	T_OK(t, fabs(event->scale - 6.103515625e-05) < 1e-15);
	T_EQ(t, find_event(&f, "i915", "rcs0-busy", &event), 0);
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
	T_EQ(t, find_pmu(&f, "uncore_cha_77", &pmu), 0);
	T_STR(t, pmu->cpus, "0,56");
	T_STR(t, pmus__name_of_type(f.pmus, pmu->type), "uncore_cha_77");
	T_STR(t, pmus__name_of_type(f.pmus, 4), "cpu");
	T_OK(t, !pmus__name_of_type(f.pmus, 4000));
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, count_name, &nr), 0);
	T_EQ(t, nr, 241);
	T_EQ(t, find_pmu(&f, "uncore_iio_3", &pmu), 0);
	T_EQ(t, f.lookup->each_event_name(f.lookup->ctx, pmu, note_name, &names), 0);
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
	T_EQ(t, find_pmu(&f, "armv8_pmuv3_0", &pmu), 0);
	T_OK(t, pmu->is_core);
	T_STR(t, pmu->cpus, "0-127");
	T_EQ(t, find_format(&f, "arm_spe_0", "inv_event_filter", &format), 0);
	T_EQ(t, format->word, 16);
	T_EQ(t, find_format(&f, "arm_cmn_0", "type", &format), 0);
	T_EQ(t, format->mask, 0xffff);
	fixture__exit(&f);
}

struct beside {
	int line;
	const char *suffix, *text;
	struct want want;
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
	ret = find_event(&f, "p", "e", &event);
	check_fault(t, &f, what, ret, &b->want);
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

	if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8")) {
		test__skip(t, "no locale with a decimal comma is installed");
		return;
	}
	T_EQ(t, strtod("6.5", NULL), 6);
	check_beside(t, &b);
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
	T_EQ(t, find_event(&f, "p", "a", &event), 0);
	T_OK(t, event->per_pkg && !event->snapshot);
	T_EQ(t, find_event(&f, "p", "b", &event), 0);
	T_OK(t, !event->per_pkg && event->snapshot);
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
	T_EQ(t, find_pmu(&f, "both", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	T_EQ(t, f.lookup->find_event(f.lookup->ctx, pmu, "two", &event, &f.err), -ENOENT);
	T_EQ(t, next_pmu(&f, pmu, &next), 0);
	T_EQ(t, next->type, 9);
	T_EQ(t, f.lookup->find_event(f.lookup->ctx, next, "two", &event, &f.err), 0);
	T_STR(t, event->terms, "x=2");
	T_EQ(t, next_pmu(&f, next, &none), -ENOENT);
	T_EQ(t, f.err.code, 0);
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "both", "one"));
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "both", "two"));
	T_EQ(t, find_pmu(&f, "half", &pmu), 0);
	T_EQ(t, pmu->type, 10);
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, note_name, &names), 0);
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
	T_EQ(t, find_pmu(&f, "p", &pmu), 0);
	T_EQ(t, next_pmu(&f, pmu, &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "q", &pmu), 0);
	buf__reset(&sources);
	buf__printf(&sources, "%s/b", f.tree.path);
	T_STR(t, pmu->source, sources.data);
	T_EQ(t, find_pmu(&f, "software", &pmu), -ENOENT);
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
	T_EQ(t, find_pmu(&f, "software", &pmu), 0);
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
	static const struct want want = { -EINVAL, "/s/.holder", 0, "socket" };
	const struct pmu *pmu;
	struct fixture f;
	char path[256];
	int ret;

	if (!fixture__init(t, &f))
		return;
	test_tree__write(t, &f.tree, "s/p/type", "7");
	test_tree__write(t, &f.tree, "s/.holder", c->text);
	fixture__open(t, &f, "s", NULL);
	ret = find_pmu(&f, "p", &pmu);
	snprintf(path, sizeof(path), "%s%s", f.tree.path, c->want ? c->want : "");
	if (c->code)
		check_fault(t, &f, c->text, ret, &want);
	else if (!ret)
		T_STR(t, pmu->holder, c->want[0] == '!' ? c->want + 1 : path);
	T_EQ(t, ret, c->code);
	/* What is not in the source has no fault. */
	T_EQ(t, find_pmu(&f, "q", &pmu), -ENOENT);
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
	snprintf(link, sizeof(link), "%s/s/linked", f.tree.path);
	T_EQ(t, symlink("p", link), 0);
	snprintf(link, sizeof(link), "%s/s/to_regular", f.tree.path);
	T_EQ(t, symlink("regular", link), 0);
	fixture__open(t, &f, "s", NULL);
	T_EQ(t, f.lookup->each_pmu_name(f.lookup->ctx, note_name, &names), 0);
	T_STR(t, names.data, "linked p ");
	T_EQ(t, find_pmu(&f, "linked", &pmu), 0);
	T_EQ(t, find_pmu(&f, "regular", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "to_regular", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, ".holder", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, ".hidden", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "..", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "./p", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "p/", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "", &pmu), -ENOENT);
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
	T_EQ(t, find_pmu(&f, name, &pmu), -ENOENT);
	T_OK(t, !f.lookup->has_event(f.lookup->ctx, "p", name));
	fixture__exit(&f);
}

static void test_alias(struct test *t)
{
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
	T_EQ(t, find_pmu(&f, "uncore_cha_1", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	T_STR(t, pmu->name, "uncore_type_0_1");
	T_EQ(t, find_pmu(&f, "uncore_type_0_1", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	T_EQ(t, find_pmu(&f, "../real", &pmu), -ENOENT);
	T_EQ(t, find_pmu(&f, "uncore_cha_2", &pmu), -ENOENT);
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
	T_EQ(t, find_pmu(&f, "p", &pmu), 0);
	for (int round = 0; round < 2; round++) {
		nr = 0;
		f.lookup->each_pmu_name(f.lookup->ctx, count_name, &nr);
		f.lookup->each_format_name(f.lookup->ctx, pmu, count_name, &nr);
		T_EQ(t, nr, 2);
		test_tree__write(t, &f.tree, "s/q/type", "8");
		test_tree__write(t, &f.tree, "s/p/format/y", "config:1");
	}
	/* By its name it is found all the same. */
	T_EQ(t, find_pmu(&f, "q", &pmu), 0);
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
	T_EQ(t, find_pmu(&f, "p", &pmu), 0);
	opened(t, watch, "type cpumask ");
	T_EQ(t, find_format(&f, "p", "x", &format), 0);
	opened(t, watch, "x ");
	T_EQ(t, find_format(&f, "p", "x", &format), 0);
	T_OK(t, f.lookup->has_event(f.lookup->ctx, "p", "e"));
	T_OK(t, f.lookup->is_core(f.lookup->ctx, "p"));
	T_OK(t, !f.lookup->is_core(f.lookup->ctx, "q"));
	opened(t, watch, "");
	T_EQ(t, find_event(&f, "p", "e", &event), 0);
	opened(t, watch, "e e.unit ");
	T_EQ(t, find_event(&f, "p", "e", &event), 0);
	opened(t, watch, "");
	/* Nobody has that name: now the names are listed, and the alias is read, once. */
	T_EQ(t, find_pmu(&f, "nosuch", &pmu), -ENOENT);
	opened(t, watch, "(list) alias ");
	T_EQ(t, find_pmu(&f, "nosuch2", &pmu), -ENOENT);
	opened(t, watch, "");
	fixture__exit(&f);
}

static void look_without_listing(struct test *t, void *arg)
{
	static const struct want want = { -EACCES, "/shut/p/type", 0, "denied" };
	const struct pmu *pmu;
	struct fixture *f = arg;

	T_EQ(t, find_pmu(f, "p", &pmu), 0);
	T_EQ(t, pmu->type, 7);
	fixture__open(t, f, "shut", "s");
	T_EQ(t, find_pmu(f, "p", &pmu), 0);
	fixture__open(t, f, "shut", NULL);
	check_fault(t, f, "shut", find_pmu(f, "p", &pmu), &want);
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

static void test_odd_files(struct test *t)
{
	static const struct want fifo = { -ENXIO, "/s/p/format/fifo", 0, "no regular file" };
	static const struct want nul = { -EINVAL, "/s/p/format/nul", 1, "NUL" };
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
	check_fault(t, &f, "fifo", find_format(&f, "p", "fifo", &format), &fifo);
	check_fault(t, &f, "nul", find_format(&f, "p", "nul", &format), &nul);
	T_EQ(t, find_event(&f, "p", "e", &event), 0);
	T_STR(t, event->terms, "x=1,y=2");
	fixture__exit(&f);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_broken),
	TEST_FN(test_broken_unreadable),
	TEST_FN(test_fault_costs_one_term),
	TEST_FN(test_words),
	TEST_FN(test_client),
	TEST_FN(test_server),
	TEST_FN(test_arm),
	TEST_FN(test_scale_and_unit),
	TEST_FN(test_scale_in_other_locale),
	TEST_FN(test_flags_beside),
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
	TEST_FN(test_odd_files),
};

struct test_suite suite_pmus = {
	.name = "pmus",
	.desc = "PMUs of sysfs-like trees: found, refused, over several sources",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
