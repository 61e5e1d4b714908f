// SPDX-License-Identifier: GPL-2.0-only
/*
 * Event strings that are refused, a family each: the string goes in; where the caret stands, what is
 * wrong and what would do come out. Behind them strings that are meant to hurt: they end, within
 * bounded memory, with events or an error.
 */
#include "suites.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "buf.h"
#include "cleanup.h"
#include "lookup-table.h"
#include "pmu-fixture.h"
#include "util/event.h"
#include "util/parse-events.h"
#include "util/tracefs.h"

struct error_case {
	const char *string;
	int column; /* where the caret stands */
	const char *text, *hint;
	bool counting;
};

/* Strings that are meant to hurt. */
struct hostile {
	const char *before, *repeat;
	size_t times;
	const char *after;
	size_t events; /* that come out; 0: refused */
};

#define MIB (1024 * 1024)

/* One of the two, or a function of its own. */
struct errors_row {
	struct test_row row;
	void (*fn)(struct test *t);
	struct error_case error;
	struct hostile hostile;
};

#define MACHINE                                                                         \
	"cpu:4 event=config:0-7 umask=config:8-15 edge=config:18 ldlat=config1:0-15 | " \
	"slots:event=0,umask=4; needs:event=1,ldlat=?\n"                                \
	"software:1\nmsr:37 event=config:0-63 | tsc:event=0\n"                          \
	"uncore_imc_0:50 event=config:0-7 | clock:event=1\n"                            \
	"uncore_imc_1:51 event=config:0-7 | clock:event=1\n"                            \
	"persistent:7:holder=/run/h/socket persistent=attr5:23 | mce:persistent,config=106"

static void check_error(struct test *t, const struct error_case *c, const struct err *err)
{
	if (err->column != c->column)
		T_FAIL(t, "'%s': column %d, not %d", c->string, err->column, c->column);
	if (!strstr(err->text, c->text))
		T_FAIL(t, "'%s': '%s' lacks '%s'", c->string, err->text, c->text);
	if (c->hint[0] ? !strstr(err->hint, c->hint) : false)
		T_FAIL(t, "'%s': the hint '%s' lacks '%s'", c->string, err->hint, c->hint);
}

static void run_error(struct test *t, const struct error_case *c)
{
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };
	int ret;

	T_EQ(t, lookup_table__init(&table, MACHINE), 0);
	ret = (c->counting ? parse_events__to_count : parse_events)(&list, c->string, &table.lookup,
								    &err);
	T_OK(t, ret < 0 && ret == err.code);
	check_error(t, c, &err);
	T_EQ(t, list.nr, 0);
	event_list__exit(&list);
	lookup_table__exit(&table);
}

/* Who counts may still say all that is about counting, and a sysfs event may say anything. */
static void test_counting_takes(struct test *t)
{
	static const char *const good[] = { "cs/period=5/",
					    "cs/name=x,metric-id=y/",
					    "cpu/event=1,percore/",
					    "cpu/config3=1,@a=b/",
					    "s/plain/",
					    "cpu/r1/" };
	struct lookup_table table;

	T_EQ(t, lookup_table__init(&table, MACHINE "\ns:9 e=config:0 | plain:e,freq=9"), 0);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		struct event_list list = { 0 };
		struct err err = { 0 };

		if (parse_events__to_count(&list, good[i], &table.lookup, &err))
			T_FAIL(t, "'%s': %s", good[i], err.text);
		event_list__exit(&list);
	}
	lookup_table__exit(&table);
}

static void test_no_core_pmu(struct test *t)
{
	static const struct error_case none[] = {
		{ "cpu/event=1/", 1, "no PMU 'cpu'", "there is no hardware PMU here", false },
		{ "cpu_core/event=1/", 1, "no PMU", "there is no hardware PMU here", false },
		{ "cpu", 1, "no event 'cpu'", "there is no hardware PMU here", false },
		{ "intel_pt//", 1, "no PMU 'intel_pt'", "there are: software", false },
	};
	struct lookup_table table;

	T_EQ(t, lookup_table__init(&table, "software:1\n"), 0);
	for (size_t i = 0; i < ARRAY_SIZE(none); i++) {
		struct event_list list = { 0 };
		struct err err = { 0 };

		T_EQ(t, parse_events(&list, none[i].string, &table.lookup, &err), -ENOENT);
		check_error(t, &none[i], &err);
	}
	lookup_table__exit(&table);
}

/* The file and its column are told, and the byte of the string that led there. */
static void test_sysfs_at_fault(struct test *t)
{
	static const struct {
		const char *string, *file;
		int column, via;
	} faults[] = {
		{ "cs,bad_bits/a=1/", "/bad_bits/format/a", 8, 13 },
		{ "bad_bits/config=1,b=1/u", "/bad_bits/format/b", 8, 19 },
		{ "bad_event/neg/", "/bad_event/events/neg", 7, 11 },
		{ "cs,loop/config1=1,self/", "/loop/events/self", 1, 19 },
		{ "{cs,no_type/event=1/}", "/no_type/type", 0, 5 },
		{ "bad_event/toobig/", "/bad_event/events/toobig.scale", 1, 11 },
		{ "cs,toobig", "/bad_event/events/toobig.scale", 1, 4 },
	};
	struct fixture f;

	if (!fixture__init_kind(t, &f, "broken"))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++) {
		struct event_list list = { 0 };
		const char *end;

		f.err = (struct err){ 0 };
		T_OK(t, parse_events(&list, faults[i].string, f.lookup, &f.err) < 0);
		end = strstr(f.err.file, faults[i].file);
		if (!end || strcmp(end, faults[i].file))
			T_FAIL(t, "'%s': the file is '%s'", faults[i].string, f.err.file);
		T_EQ(t, f.err.column, faults[i].column);
		if (f.err.via != faults[i].via)
			T_FAIL(t, "'%s': byte %d, not %d", faults[i].string, f.err.via,
			       faults[i].via);
	}
	fixture__exit(&f);
}

/* libpfm4 knows the kernel's names in any case, and raw ones; a bare name is what was typed. */
static void test_vendors_names(struct test *t)
{
	static const char *const names[] = { "CYCLES", "r0x1", "llc-prefetches", "BPU-loads" };
	struct fixture f;

	if (!fixture__init(t, &f))
		return;
	fixture__open(t, &f, ".", NULL);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct event_list list = { 0 };

		f.err = (struct err){ 0 };
		if (parse_events(&list, names[i], f.lookup, &f.err) != -ENOENT)
			T_FAIL(t, "'%s' is taken, or refused with '%s'", names[i], f.err.text);
		event_list__exit(&list);
	}
	fixture__exit(&f);
}

/* As pmus.c asks tracefs, over mounts and a folder of the row's own (in ctx). */
static int tracepoints_of_tree(void *ctx, const struct tracepoint_walk *walk, struct err *err)
{
	_cleanup_free_ char *dir = tracefs__find_in(ctx, err);

	return dir ? tracefs__each_in(dir, walk, err) : -ENOENT;
}

static void check_tracefs(struct test *t, const char *mounts, const char *text, const char *hint)
{
	struct event_list list = { 0 };
	struct lookup_table table;
	struct event_lookup lookup;
	struct err err = { 0 };

	T_EQ(t, lookup_table__init(&table, MACHINE), 0);
	lookup = table.lookup;
	lookup.ctx = (void *)mounts;
	lookup.each_tracepoint = tracepoints_of_tree;
	T_OK(t, parse_events(&list, "sched:sched_switch", &lookup, &err) < 0);
	if (!strstr(err.text, text) || !strstr(err.hint, hint))
		T_FAIL(t, "the error is '%s' (%s)", err.text, err.hint);
	T_OK(t, err.file[0] ? err.via == 1 : err.column == 1);
	lookup_table__exit(&table);
}

static void test_tracefs_not_mounted(struct test *t)
{
	struct test_tree tree;
	char path[96];

	if (!test_tree__init(t, &tree))
		return;
	test_tree__write(t, &tree, "mounts", "proc /proc proc rw 0 0\n");
	snprintf(path, sizeof(path), "%s/mounts", tree.path);
	check_tracefs(t, path, "tracefs is not mounted", "mount -t tracefs");
	test_tree__exit(&tree);
}

static void check_unreadable(struct test *t, void *arg)
{
	check_tracefs(t, arg, "can not be read: Permission denied", "try as root");
}

static void test_tracefs_not_readable(struct test *t)
{
	struct test_tree tree;
	char path[96], text[160];

	if (!test_tree__init(t, &tree))
		return;
	test_tree__write(t, &tree, "tracing/events/sched/sched_switch/id", "1\n");
	snprintf(text, sizeof(text), "none %s/tracing tracefs rw 0 0\n", tree.path);
	test_tree__write(t, &tree, "mounts", text);
	chmod(tree.path, 0755);
	snprintf(path, sizeof(path), "%s/tracing", tree.path);
	chmod(path, 0700);
	snprintf(path, sizeof(path), "%s/mounts", tree.path);
	chmod(path, 0644);
	test__as_nobody(t, check_unreadable, path);
	test_tree__exit(&tree);
}

static char *write_hostile(struct test *t, const struct hostile *h)
{
	struct buf text = { 0 };

	buf__puts(&text, h->before);
	for (size_t i = 0; i < h->times; i++)
		buf__puts(&text, h->repeat);
	buf__puts(&text, h->after);
	T_EQ(t, buf__error(&text), 0);
	return buf__take(&text);
}

#if defined(__SANITIZE_ADDRESS__)
/* The sanitizer maps terabytes of shadow. */
static void limit_memory(struct test *t)
{
	test__note(t, "memory has no limit under the sanitizer");
}
#else
/* What a string of 1 MiB may cost, the program itself included. */
static void limit_memory(struct test *t)
{
	struct rlimit limit = { 192 * MIB, 192 * MIB };

	T_EQ(t, setrlimit(RLIMIT_AS, &limit), 0);
}
#endif

static void run_hostile(struct test *t, const struct hostile *h)
{
	_cleanup_free_ char *string = write_hostile(t, h);
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };
	int ret;

	limit_memory(t);
	T_EQ(t, lookup_table__init(&table, MACHINE), 0);
	ret = parse_events(&list, string, &table.lookup, &err);
	if (ret == -ENOMEM || list.nr != h->events || (ret < 0) != !h->events)
		T_FAIL(t, "%d (%s), %zu events", ret, err.text, list.nr);
	T_OK(t, !ret || (err.column >= 1 && (size_t)err.column <= strlen(string) + 1));
	event_list__exit(&list);
	lookup_table__exit(&table);
}

#define ERROR(string_, column_, text_, hint_)                                                \
	{                                                                                    \
		.row = TEST_ROW(string_), .error = { string_, column_, text_, hint_, false } \
	}
#define COUNTING(string_, column_, text_, hint_)                                            \
	{                                                                                   \
		.row = TEST_ROW(string_), .error = { string_, column_, text_, hint_, true } \
	}
#define HOSTILE(before_, repeat_, times_, after_, events_)                                        \
	{                                                                                         \
		.row = TEST_ROW(#times_ " times " #repeat_ " between " #before_ " and " #after_), \
		.hostile = {                                                                      \
			before_,                                                                  \
			repeat_,                                                                  \
			times_,                                                                   \
			after_,                                                                   \
			events_                                                                   \
		}                                                                                 \
	}
#define FN(fn_)                                    \
	{                                          \
		.row = TEST_ROW(#fn_), .fn = (fn_) \
	}

/* clang-format off */
static const struct errors_row rows[] = {
	/* What stands there, and what may. */
	ERROR("", 1, "the text ends, expected a name, 'mem:' or '{'", ""),
	ERROR("cs,", 4, "the text ends, expected a name", ""),
	ERROR("cs faults", 4, "unexpected 'faults', expected the end, ','", ""),
	ERROR("cpu/event=1", 12, "the text ends, expected ',' or / that ends the terms", ""),
	ERROR("cpu/event=/", 11, "unexpected '/', expected a value", ""),
	ERROR("cs\303\251", 3, "unexpected byte 0xc3", ""),
	ERROR("cpu/name='x/", 10, "unexpected '''", "only a term's value can be quoted"),
	ERROR("{cs,{faults}}", 5, "unexpected '{'", "groups do not nest"),
	ERROR("{cs,faults}u", 12, "unexpected 'u', expected the end, ',' or ':'", ""),
	ERROR("cs:u/period=1/", 5, "unexpected '/'", "terms come first: cs/TERMS/u"),
	/* Names, the nearest one, and what else a name is. */
	ERROR("cycels", 1, "no event 'cycels'", "did you mean 'cycles'?"),
	ERROR("cs,LLC-lods", 4, "no event 'LLC-lods'", "did you mean 'LLC-loads'?"),
	ERROR("slotz", 1, "no event 'slotz'", "did you mean 'slots'?"),
	ERROR("qqqqqqqq", 1, "no event 'qqqqqqqq'", "names as 'perf list' shows them, rHEX"),
	ERROR("iTLB-stores", 1, "that cache has no such operation", ""),
	ERROR("msr", 1, "no event 'msr'", "'msr' is a PMU: write msr/TERMS/"),
	ERROR("sched", 1, "no event 'sched'", "write sched:NAME or sched:*"),
	ERROR("4:", 1, "no event '4'", "a number is a PMU's type: write 4:CONFIG"),
	ERROR("cpuu/event=1/", 1, "no PMU 'cpuu'", "did you mean 'cpu'? there are: cpu,"),
	ERROR("zz/event=1/", 1, "no PMU 'zz'", "there are: cpu, software, msr, unco"),
	ERROR("cpu/evnt=1/", 5, "PMU 'cpu' has no term 'evnt'", "did you mean 'event'?"),
	ERROR("cpu/slotz/", 5, "no term or event 'slotz'", "did you mean 'slots'?"),
	ERROR("imc/clack/", 5, "has no term or event 'clack'", "did you mean 'clock'?"),
	ERROR("cs/perid=1/", 4, "unknown term 'perid'", "did you mean 'period'?"),
	ERROR("cs/zz=1/", 4, "unknown term 'zz'", "terms without a PMU are: configN, name"),
	/* Numbers: what they are, and their maximum. */
	ERROR("cpu/event=256/", 11, "value 256 of 'event' is too big: the maximum is 0xff", ""),
	ERROR("cpu/edge=2/u", 10, "value 2 of 'edge' is too big: the maximum is 0x1", ""),
	ERROR("cpu/event=0x/", 11, "value '0x' of 'event' is no number (decimal, or hex", ""),
	ERROR("cpu/event/", 5, "'event' has more than one bit", "write event=NUMBER, up to 0xff"),
	ERROR("cpu/config=0x10000000000000000/", 12, "the maximum is 0xffffffffffffffff", ""),
	ERROR("cpu/needs/", 5, "event 'needs' needs a value for 'ldlat'", "needs,ldlat=VALUE"),
	ERROR("r10000000000000000", 1, "is too big: a raw config has 64 bits", ""),
	ERROR("4294967296:0", 1, "the maximum is 0xffffffff", ""),
	ERROR("cs/time=2/", 9, "value 2 of 'time' is too big: the maximum is 1", ""),
	ERROR("cs/max-stack/", 4, "'max-stack' needs a value: max-stack=NUMBER", ""),
	/* Modifiers and groups. */
	ERROR("cs:q", 4, "'q' is no modifier", "modifiers: u k h (levels)"),
	ERROR("cs:uku", 6, "modifier 'u' is repeated", "modifiers: u k h (levels)"),
	ERROR("cs:pppp", 7, "more than three 'p'", "ppp is as precise as it gets"),
	ERROR("cs:W", 4, "'W' is for groups", ""),
	ERROR("{cs,faults}:q", 13, "'q' is no modifier", "modifiers: u k h (levels)"),
	ERROR("{cs,mce}", 5, "can not join a group", ""),
	/* Breakpoints. */
	ERROR("mem:", 5, "the text ends, expected a number", ""),
	ERROR("mem:0x10/0x1ffffffffffffffff", 10, "is too big: the maximum is 0xffffffffffffffff", ""),
	COUNTING("sched:sched_switch/name=x/", 20, "a tracepoint that is only counted takes no terms", ""),
	ERROR("mem:0x10:rr", 10, "access 'rr' repeats a letter", ""),
	ERROR("mem:0x10:q:u", 10, "'q' is no access: expected letters of rwx", ""),
	/* Tracepoints. */
	ERROR("sched:sched_swich", 7, "no tracepoint 'sched_swich' in", "'sched_switch'?"),
	ERROR("shed:sched_switch", 1, "no tracepoints 'shed:sched_switch'", "'sched'?"),
	ERROR("msr:tsc", 1, "no tracepoints 'msr:tsc'", "'msr' is a PMU: write msr/tsc/"),
	ERROR("sched:sched_switch/config=1/", 20, "'config' would name another tracepoint", ""),
	/* Terms that mean nothing to who counts, and what does. */
	COUNTING("cs/freq=5/", 4, "'freq' can not be said where events are only counted", "counting takes: configN name"),
	COUNTING("cs/call-graph=fp/", 4, "'call-graph' can not be said where events are only counted", "configN name"),
	COUNTING("cs/zz=1/", 4, "unknown term 'zz'", "configN, name, period, percore, metric"),
	/* Persistent events. */
	ERROR("mce:u", 5, "'u' would change a persistent event", "who adds it"),
	/* What needs a machine of its own. */
	FN(test_counting_takes),
	FN(test_no_core_pmu),
	FN(test_sysfs_at_fault),
	FN(test_vendors_names),
	FN(test_tracefs_not_mounted),
	FN(test_tracefs_not_readable),
	/* What is meant to hurt. */
	HOSTILE("", "a", MIB, "", 0),
	HOSTILE("", "/", MIB, "", 0),
	HOSTILE("", ":", MIB, "", 0),
	HOSTILE("", ",", MIB, "", 0),
	HOSTILE("", "=", MIB, "", 0),
	HOSTILE("", " ", MIB, "", 0),
	HOSTILE("", " ", MIB, "cs", 1),
	HOSTILE("", "\303\251", MIB / 2, "", 0),
	HOSTILE("", "\001", MIB, "", 0),
	HOSTILE("cs\303", "\251", MIB, "", 0),
	HOSTILE("", "*", MIB, "/event=1/", 4),
	HOSTILE("", "*?", MIB / 2, ":x", 0),
	HOSTILE("sched:", "*a", 2000, "*", 0),
	HOSTILE("s*:", "[a-z]", 20000, "", 0),
	HOSTILE("", "r1", MIB / 2, "", 0),
	HOSTILE("r", "0", MIB, "", 1),
	HOSTILE("r", "1", MIB, "", 0),
	HOSTILE("1:", "1", MIB, "", 0),
	HOSTILE("", "0", MIB, ":1", 1),
	HOSTILE("mem:0x", "1", MIB, "", 0),
	HOSTILE("mem:0x1:", "r", MIB, "", 0),
	HOSTILE("cs:", "u", MIB, "", 0),
	HOSTILE("cs:", "p", MIB, "", 0),
	HOSTILE("LLC", "-loads", 100000, "", 0),
	HOSTILE("cpu/event=", "9", MIB, "/", 0),
	HOSTILE("cpu/", "x", MIB, "=1/", 0),
	HOSTILE("cpu/", "event=1,", 100000, "event=1/", 1),
	HOSTILE("cpu/", "config=1,", 100000, "umask=1/", 1),
	HOSTILE("cpu/", "name=x,", 100000, "event=1/", 1),
	HOSTILE("cpu/", "@a=b,", 100000, "event=1/", 1),
	HOSTILE("cpu/", "slots,", 1000, "event=1/", 1),
	HOSTILE("cpu/", "slots,", 100000, "event=1/", 0),
	HOSTILE("cpu/attr5:", "1,", 100000, "1/", 0),
	HOSTILE("cs/name='", "x", MIB, "'/", 1),
	HOSTILE("cs/name='", "x", MIB, "/", 0),
	HOSTILE("cs/branch_type='", "any|", 100000, "any'/", 1),
	HOSTILE("cs/call-graph='", "fp,", 100000, "fp'/", 0),
	HOSTILE("", "{", 10000, "", 0),
	HOSTILE("", "{cs,", 10000, "cs", 0),
	HOSTILE("", "{cs},", 10000, "cs", 10001),
	HOSTILE("", "cs,", 10000, "cs", 10001),
	HOSTILE("{", "cs,", 10000, "faults}:u", 10001),
	HOSTILE("", "imc/clock/,", 5000, "cs", 10001),
	HOSTILE("", "cpu/event=1/,", 10000, "cpu/event=256/", 0),
};
/* clang-format on */

static void run(struct test *t, const void *data)
{
	const struct errors_row *row = data;

	if (row->fn)
		row->fn(t);
	else if (row->hostile.repeat)
		run_hostile(t, &row->hostile);
	else
		run_error(t, &row->error);
}

struct test_suite suite_event_errors = {
	.name = "event-errors",
	.desc = "Refused event strings: the caret, the reason, the hint; hostile ones",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
	.timeout_s = 20,
};
