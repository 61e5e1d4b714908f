// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/record, the pure parts: samples cut, losses counted, attrs filled in, --since resolved.
 */
#include "suites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <perf/event.h>

#include "buf.h"
#include "record/clock.h"
#include "record/defaults.h"
#include "record/loss.h"
#include "record/options.h"
#include "record/output.h"
#include "record/ring-clock.h"
#include "record/round.h"
#include "record/sample-cut.h"
#include "record/target.h"
#include "util/event.h"

#define BASE                                                                            \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

struct cut_case {
	const char *name;
	u64 type, format;
	u64 words[16];
	unsigned int nr;
	int ret;
	u64 left[16];
	unsigned int nr_left;
	struct sample_facts facts;
};

#define WORDS(...) .words = { __VA_ARGS__ }, .nr = sizeof((u64[]){ __VA_ARGS__ }) / 8
#define LEFT(...)  .left = { __VA_ARGS__ }, .nr_left = sizeof((u64[]){ __VA_ARGS__ }) / 8

static const struct cut_case cut_cases[] = {
	{ "value, id, lost", BASE | PERF_SAMPLE_READ, PERF_FORMAT_ID | PERF_FORMAT_LOST,
	  WORDS(7, 0x40, 1, 1000, 2, 3, 99, 7, 0), LEFT(7, 0x40, 1, 1000, 2, 3),
	  .facts = { 1000, 3, 99, 7, 0 } },
	{ "raw data behind stays", BASE | PERF_SAMPLE_READ | PERF_SAMPLE_RAW, PERF_FORMAT_ID,
	  WORDS(7, 0x40, 1, 1000, 2, 3, 99, 7, 0xaa, 0xbb),
	  LEFT(7, 0x40, 1, 1000, 2, 3, 0xaa, 0xbb), .facts = { 1000, 3, 99, 7, 0 } },
	{ "times in between", PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
	  PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING, WORDS(5, 99, 1, 2),
	  LEFT(5), .facts = { 5, 1, 99, 0, 1 } },
	{ "a group with times", PERF_SAMPLE_ID | PERF_SAMPLE_READ,
	  PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED, WORDS(6, 2, 44, 99, 88), LEFT(6),
	  .facts = { 0, 1, 99, 6, 44 } },
	{ "a group", PERF_SAMPLE_TIME | PERF_SAMPLE_READ | PERF_SAMPLE_RAW,
	  PERF_FORMAT_GROUP | PERF_FORMAT_ID, WORDS(5, 2, 99, 7, 88, 8, 0xaa), LEFT(5, 0xaa),
	  .facts = { 5, 1, 99, 0, 0 } },
	{ "no READ: as it is", BASE, 0, WORDS(7, 0x40, 1, 1000, 2, 3), LEFT(7, 0x40, 1, 1000, 2, 3),
	  .facts = { 1000, 3, 0, 7, 0 } },
	{ "ends before its time", PERF_SAMPLE_IP | PERF_SAMPLE_TIME, 0, WORDS(1), .ret = -EBADMSG },
	{ "ends inside READ", PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
	  PERF_FORMAT_ID | PERF_FORMAT_LOST, WORDS(5, 99), .ret = -EBADMSG },
	{ "a group larger than the record", PERF_SAMPLE_TIME | PERF_SAMPLE_READ, PERF_FORMAT_GROUP,
	  WORDS(5, 1ULL << 61, 1), .ret = -EBADMSG },
};

static void check_cut(struct test *t, const struct cut_case *c)
{
	struct perf_event_attr attr = { .sample_type = c->type, .read_format = c->format };
	struct perf_event_header *sample = calloc(1 + c->nr, sizeof(u64));
	struct sample_facts facts;
	struct sample_cut cut;
	struct buf out = { 0 };

	sample->type = PERF_RECORD_SAMPLE;
	sample->misc = PERF_RECORD_MISC_KERNEL;
	sample->size = (1 + c->nr) * sizeof(u64);
	memcpy(sample + 1, c->words, c->nr * sizeof(u64));
	sample_cut__init(&cut, &attr);
	if (sample_cut__apply(&cut, sample, &facts, &out) != c->ret)
		T_FAIL(t, "%s: not %d", c->name, c->ret);
	else if (c->ret)
		T_EQ(t, out.len, 0);
	else if (facts.time_ns != c->facts.time_ns || facts.period != c->facts.period ||
		 facts.count != c->facts.count || facts.id != c->facts.id ||
		 facts.enabled_ns != c->facts.enabled_ns)
		T_FAIL(t, "%s: time %llu period %llu count %llu", c->name, facts.time_ns,
		       facts.period, facts.count);
	else if (out.len != (1 + c->nr_left) * sizeof(u64) ||
		 ((struct perf_event_header *)out.data)->size != out.len ||
		 ((struct perf_event_header *)out.data)->misc != PERF_RECORD_MISC_KERNEL ||
		 memcmp(out.data + sizeof(u64), c->left, c->nr_left * sizeof(u64)))
		T_FAIL(t, "%s: %zu bytes are left, or others", c->name, out.len);
	buf__exit(&out);
	free(sample);
}

static void test_cut(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(cut_cases); i++)
		check_cut(t, &cut_cases[i]);
}

struct clock_case {
	const char *name;
	struct sample_facts facts;
	bool foreign;
	u64 now_ns, want_ns;
};

#define S(n)  ((n)*1000000000ULL)
#define MS(n) ((n)*1000000ULL)

/* One after the other on one ring, whose event had run for 100 s at second 1100. */
static const struct clock_case clock_cases[] = {
	{ "its own",
	  { .time_ns = S(1050), .enabled_ns = S(50) },
	  .now_ns = S(1100),
	  .want_ns = S(1050) },
	{ "another's, of the same clock",
	  { .time_ns = S(1051), .enabled_ns = S(51) },
	  true,
	  .now_ns = S(1100),
	  .want_ns = S(1051) },
	{ "another's, of a clock far ahead",
	  { .time_ns = S(1796050458), .enabled_ns = S(52) },
	  true,
	  .now_ns = S(1100),
	  .want_ns = S(1052) },
	{ "of a clock behind, though no id tells",
	  { .time_ns = S(1040), .enabled_ns = S(53) },
	  .now_ns = S(1100),
	  .want_ns = S(1053) },
	{ "what comes next is not misled",
	  { .time_ns = S(1053) + 1, .enabled_ns = S(53) + 1 },
	  .now_ns = S(1100),
	  .want_ns = S(1053) + 1 },
	{ "not newer than the round",
	  { .time_ns = 7, .enabled_ns = S(120) },
	  true,
	  .now_ns = S(1101),
	  .want_ns = S(1101) },
	{ "nor older than the one before",
	  { .time_ns = 7, .enabled_ns = S(60) },
	  true,
	  .now_ns = S(1101),
	  .want_ns = S(1101) },
	{ "its own, which was interrupted for a moment",
	  { .time_ns = S(1101), .enabled_ns = S(101) + MS(4) },
	  .now_ns = S(1102),
	  .want_ns = S(1101) },
	{ "the clocks drift: told by the sample before",
	  { .time_ns = S(1201) + MS(40), .enabled_ns = S(201) },
	  .now_ns = S(1202),
	  .want_ns = S(1201) + MS(40) },
	{ "and the next by that one",
	  { .time_ns = 1, .enabled_ns = S(202) },
	  true,
	  .now_ns = S(1203),
	  .want_ns = S(1202) + MS(40) },
	{ "without a time run: as it is",
	  { .time_ns = S(1300) },
	  .now_ns = ~0ULL,
	  .want_ns = S(1300) },
	{ "or the one before", { .time_ns = 5 }, true, .now_ns = ~0ULL, .want_ns = S(1300) },
	{ "or the round",
	  { .time_ns = S(1796050458) },
	  true,
	  .now_ns = S(1400),
	  .want_ns = S(1400) },
};

static void test_ring_clock(struct test *t)
{
	struct ring_clock clock = { .known = true, .offset_ns = S(1000), .enabled_ns = S(100) };

	for (size_t i = 0; i < ARRAY_SIZE(clock_cases); i++) {
		const struct clock_case *c = &clock_cases[i];
		u64 time_ns = ring_clock__time(&clock, &c->facts, c->foreign, c->now_ns);

		if (time_ns != c->want_ns)
			T_FAIL(t, "%s: %llu", c->name, time_ns);
	}
}

/* A sample that carries another event's id and time becomes the ring's. */
static void test_set(struct test *t)
{
	struct perf_event_attr attr = { .sample_type =
						BASE | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID };
	u64 sample[] = { 0, 8, 0x40, 1, 1000, 8, 8, 2, 3 };
	u64 want[] = { 0, 7, 0x40, 1, 2000, 7, 7, 2, 3 };
	struct sample_cut cut;

	sample_cut__init(&cut, &attr);
	sample_cut__set(&cut, (struct perf_event_header *)sample, 7, 2000);
	T_EQ(t, memcmp(sample, want, sizeof(want)), 0);
}

static void test_lost_record(struct test *t)
{
	struct perf_event_attr attr = { .sample_type = BASE | PERF_SAMPLE_READ,
					.sample_id_all = 1 };
	const struct perf_record_lost *lost;
	struct sample_cut cut;
	struct buf out = { 0 };

	sample_cut__init(&cut, &attr);
	T_EQ(t, cut.trailer_bytes, 32);
	T_EQ(t, sample_cut__append_lost(&cut, 7, 5, 1234, &out), 0);
	lost = (const struct perf_record_lost *)out.data;
	T_EQ(t, lost->header.type, PERF_RECORD_LOST);
	T_EQ(t, lost->header.size, out.len);
	T_EQ(t, lost->id, 7);
	T_EQ(t, lost->lost, 5);
	T_EQ(t, sample_cut__trailer_time(&cut, &lost->header), 1234);
	T_EQ(t, ((const u64 *)out.data)[out.len / 8 - 1], 7);
	buf__exit(&out);
	attr.sample_id_all = 0;
	sample_cut__init(&cut, &attr);
	T_EQ(t, sample_cut__append_lost(&cut, 7, 5, 1234, &out), 0);
	T_EQ(t, out.len, sizeof(*lost) - 0);
	T_EQ(t, sample_cut__trailer_time(&cut, (const struct perf_event_header *)out.data), 0);
	buf__exit(&out);
}

static void test_loss(struct test *t)
{
	struct loss loss = { 0 };

	/* What came before the first sample can not be missed. */
	loss__take(&loss, 100, 1, 64);
	loss__take(&loss, 101, 1, 64);
	T_EQ(t, loss__due(&loss, true, 0), 0);
	/* Ten in between are gone. */
	loss__take(&loss, 112, 1, 64);
	T_EQ(t, loss__due(&loss, true, 640), 10);
	T_EQ(t, loss__rest(&loss, true), 0);
	/* The outer one of two that nest has the inner one's count: nothing is missing. */
	loss__take(&loss, 114, 1, 64);
	loss__take(&loss, 114, 1, 64);
	T_EQ(t, loss__due(&loss, true, 64), 0);
	T_EQ(t, loss__rest(&loss, true), 0);
	/* A period above 1 is that many counts. */
	loss__take(&loss, 120, 6, 64);
	T_EQ(t, loss__rest(&loss, true), 0);
	loss__take(&loss, 123, 1, 64);
	T_EQ(t, loss__rest(&loss, true), 2);
	T_EQ(t, loss__rest(&loss, true), 0);
}

static void test_loss_nested_at_end(struct test *t)
{
	struct loss loss = { 0 };

	/* The outer sample is still to come, and no byte was lost. */
	loss__take(&loss, 1, 1, 64);
	loss__take(&loss, 3, 1, 64);
	T_EQ(t, loss__rest(&loss, true), 0);
	loss__take(&loss, 30, 1, 64);
	T_EQ(t, loss__rest(&loss, true), 27);
}

static void test_loss_from_empty(struct test *t)
{
	struct loss loss = { 0 };

	/* The first that is seen is the 50th: 49 were overwritten since the ring was empty. */
	loss__begin(&loss);
	loss__begin(&loss);
	loss__take(&loss, 50, 1, 64);
	T_EQ(t, loss__due(&loss, true, 3136), 49);
	T_EQ(t, loss__rest(&loss, true), 0);
}

static void test_loss_by_bytes(struct test *t)
{
	struct loss loss = { 0 };

	T_EQ(t, loss__due(&loss, false, 8), 1);
	loss__take(&loss, 0, 250000, 50);
	loss__take(&loss, 0, 250000, 150);
	T_EQ(t, loss__due(&loss, false, 0), 0);
	T_EQ(t, loss__due(&loss, false, 1000), 10);
	T_EQ(t, loss__rest(&loss, false), 0);
}

struct since_case {
	const char *text;
	int ret;
	bool relative; /* ns before now, and not of the clock */
	u64 ns;
};

static const struct since_case since_cases[] = {
	{ "boot", 0, false, 0 },
	{ "0", 0, false, 0 },
	{ "1234.567", 0, false, 1234567000000ULL },
	{ "1234.000000001", 0, false, 1234000000001ULL },
	{ "1234.5678901239", 0, false, 1234567890123ULL },
	{ "1ms", 0, true, 1000000 },
	{ "250us", 0, true, 250000 },
	{ "1.5s", 0, true, 1500000000 },
	{ "1h", 0, true, 3600000000000ULL },
	{ "1000000d", 0, false, 0 }, /* before the clock began */
	{ "", -EINVAL, false, 0 },
	{ "-5s", -EINVAL, false, 0 },
	{ "5 s", -EINVAL, false, 0 },
	{ "5x", -EINVAL, false, 0 },
	{ "yesterday", -EINVAL, false, 0 },
	{ "99999999999999999999", -EINVAL, false, 0 },
	{ "2999-01-01 00:00:00", -EINVAL, false, 0 },
	{ "2026-13-01 00:00:00", -EINVAL, false, 0 },
	{ "2001-01-01 00:00:00 x", -EINVAL, false, 0 },
	{ "2001-01-01 00:00:00", 0, false, 0 }, /* before the clock began */
};

static void test_since(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(since_cases); i++) {
		const struct since_case *c = &since_cases[i];
		u64 since = 0, before = 0, after = 0;
		struct err err = { 0 };
		int ret;

		record_clock__now(CLOCK_MONOTONIC, &before, NULL);
		ret = record_clock__since(c->text, CLOCK_MONOTONIC, &since, &err);
		record_clock__now(CLOCK_MONOTONIC, &after, NULL);
		if (ret != c->ret || (ret && !err.text[0]))
			T_FAIL(t, "'%s' gives %d (%s)", c->text, ret, err.text);
		if (ret)
			continue;
		if (!c->relative && since != c->ns)
			T_FAIL(t, "'%s' is %llu", c->text, since);
		if (c->relative && c->ns < before &&
		    (since < before - c->ns || since > after - c->ns))
			T_FAIL(t, "'%s' is %llu, now is %llu", c->text, since, after);
	}
}

static void test_since_date(struct test *t)
{
	time_t wall = time(NULL) - 2;
	struct err err = { 0 };
	u64 since = 0, now = 0;
	char text[64];

	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", localtime(&wall));
	T_EQ(t, record_clock__since(text, CLOCK_MONOTONIC, &since, &err), 0);
	record_clock__now(CLOCK_MONOTONIC, &now, NULL);
	T_OK(t, since < now - 1000000000ULL && since > now - 5000000000ULL);
}

static void test_marker_clock(struct test *t)
{
	struct err err = { 0 };
	u64 first = 0, second = 0;
	int ret = record_clock__now(RECORD_CLOCK_PERF, &first, &err);

	if (ret == -EACCES || ret == -EPERM || ret == -ENOSYS || ret == -ENOENT)
		return test__skip(t, "%s", err.text);
	T_EQ(t, ret, 0);
	T_EQ(t, record_clock__now(RECORD_CLOCK_PERF, &second, &err), 0);
	T_OK(t, first && second > first && second - first < 10000000000ULL);
}

struct default_case {
	const char *name;
	u32 type;
	u64 config;
	struct record_opts opts;
	struct record_place place;
	u64 period, sample_type, flags; /* expected; flags by number */
};

#define FLAG(f) (1ULL << ATTR_##f)
#define SB	(FLAG(MMAP) | FLAG(MMAP2) | FLAG(COMM) | FLAG(COMM_EXEC) | FLAG(TASK))
#define COMMON	(FLAG(DISABLED) | FLAG(SAMPLE_ID_ALL) | FLAG(EXCLUDE_GUEST))
#define ITT	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME)

static const struct default_case default_cases[] = {
	{ "a software event by frequency",
	  PERF_TYPE_SOFTWARE,
	  2,
	  {},
	  { .clockid = -1 },
	  4000,
	  ITT | PERF_SAMPLE_PERIOD,
	  COMMON | FLAG(FREQ) },
	{ "-F 99",
	  PERF_TYPE_SOFTWARE,
	  2,
	  { .has_freq = true, .freq = 99 },
	  { .clockid = -1 },
	  99,
	  ITT | PERF_SAMPLE_PERIOD,
	  COMMON | FLAG(FREQ) },
	/* PERIOD would make it write every count. */
	{ "-c 10",
	  PERF_TYPE_SOFTWARE,
	  2,
	  { .has_period = true, .period = 10 },
	  { .clockid = -1 },
	  10,
	  ITT,
	  COMMON },
	{ "a tracepoint",
	  PERF_TYPE_TRACEPOINT,
	  2,
	  {},
	  { .clockid = -1 },
	  1,
	  ITT | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW,
	  COMMON },
	{ "a command's, tracking",
	  PERF_TYPE_SOFTWARE,
	  2,
	  {},
	  { .clockid = -1, .inherit = true, .on_exec = true, .tracking = true },
	  4000,
	  ITT | PERF_SAMPLE_PERIOD,
	  COMMON | FLAG(FREQ) | FLAG(INHERIT) | FLAG(ENABLE_ON_EXEC) | SB },
	{ "several, by CPU, another clock",
	  PERF_TYPE_SOFTWARE,
	  2,
	  {},
	  { .clockid = 1, .several = true, .cpus = true },
	  4000,
	  ITT | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER,
	  COMMON | FLAG(FREQ) | FLAG(USE_CLOCKID) },
	{ "-g",
	  PERF_TYPE_SOFTWARE,
	  2,
	  { .call_graph = EVENT_CALL_GRAPH_FP },
	  { .clockid = -1 },
	  4000,
	  ITT | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN,
	  COMMON | FLAG(FREQ) },
#if defined(__x86_64__) || defined(__aarch64__)
	/* Maps of data too: the distribution's perf unwinds no further than one frame without them. */
	{ "--call-graph dwarf",
	  PERF_TYPE_SOFTWARE,
	  2,
	  { .call_graph = EVENT_CALL_GRAPH_DWARF },
	  { .clockid = -1, .tracking = true },
	  4000,
	  ITT | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER |
		  PERF_SAMPLE_STACK_USER,
	  COMMON | FLAG(FREQ) | FLAG(EXCLUDE_CALLCHAIN_USER) | FLAG(MMAP_DATA) | SB },
#endif
};

static struct event *new_event(u32 type, u64 config)
{
	struct event *event = event__new();

	event->name = strdup("it");
	event->terms.inherit = event->terms.overwrite = event->terms.time = -1;
	event__pin(event, ATTR_WORD_TYPE, 0xffffffff, type);
	event__pin(event, ATTR_WORD_CONFIG, ~0ULL, config);
	return event;
}

static void test_defaults(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(default_cases); i++) {
		const struct default_case *c = &default_cases[i];
		struct event *event = new_event(c->type, c->config);
		struct record_place place = c->place;
		u64 flags = 0;

		place.leader = event;
		T_EQ(t, record_defaults__apply(event, &c->opts, &place, NULL), 0);
		for (int flag = 0; flag <= ATTR_SIGTRAP; flag++)
			if (event->words[ATTR_WORD_FLAGS] & attr_flag__mask(flag))
				flags |= 1ULL << flag;
		if (event__attr(event)->sample_period != c->period ||
		    event__attr(event)->sample_type != c->sample_type || flags != c->flags)
			T_FAIL(t, "%s: period %llu sample_type %#llx flags %#llx", c->name,
			       event__attr(event)->sample_period, event__attr(event)->sample_type,
			       flags);
		event__delete(event);
	}
}

static void test_pinned(struct test *t)
{
	struct record_opts opts = { .has_freq = true, .freq = 99 };
	struct record_place place = { .clockid = -1, .inherit = true };
	struct event *event = new_event(PERF_TYPE_SOFTWARE, 2);
	struct err err = { 0 };

	/* A pinned period and a pinned bit stay, whatever -F and the defaults say. */
	place.leader = event;
	event__pin(event, ATTR_WORD_PERIOD, ~0ULL, 7);
	event__pin(event, ATTR_WORD_FLAGS, attr_flag__mask(ATTR_INHERIT), 0);
	T_EQ(t, record_defaults__apply(event, &opts, &place, &err), 0);
	T_EQ(t, event__attr(event)->sample_period, 7);
	T_OK(t, !event__attr(event)->freq && !event__attr(event)->inherit);
	event__delete(event);

	event = new_event(PERF_TYPE_SOFTWARE, 2);
	place.leader = event;
	event__pin(event, ATTR_WORD_SAMPLE_TYPE, ~0ULL, PERF_SAMPLE_IP | PERF_SAMPLE_IDENTIFIER);
	T_EQ(t, record_defaults__apply(event, &opts, &place, &err), -EINVAL);
	T_OK(t, strstr(err.text, "TIME"));
	event__delete(event);

	event = new_event(PERF_TYPE_SOFTWARE, 2);
	place.leader = event;
	event__pin(event, ATTR_WORD_SAMPLE_TYPE, ~0ULL, PERF_SAMPLE_IP | PERF_SAMPLE_TIME);
	T_EQ(t, record_defaults__apply(event, &opts, &place, &err), -EINVAL);
	T_OK(t, strstr(err.text, "IDENTIFIER"));
	event__delete(event);
}

/* :P is as precise as the PMU says it can be, or as anything can. */
static void test_precise(struct test *t)
{
	static const struct {
		bool asked;
		int max, pinned, precise;
	} rows[] = { { false, 2, -1, 0 }, { true, 2, -1, 2 }, { true, 0, -1, 0 },
		     { true, -1, -1, 3 }, { true, 9, -1, 3 }, { true, 2, 1, 1 } };
	struct record_opts opts = { 0 };
	struct record_place place = { .clockid = -1 };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct event *event = new_event(PERF_TYPE_HARDWARE, 0);

		place.leader = event;
		event->terms.precise_max = rows[i].asked;
		event->terms.max_precise = rows[i].max;
		if (rows[i].pinned >= 0) {
			event__attr(&(struct event){ .words = event->pinned })->precise_ip = 3;
			event__attr(event)->precise_ip = rows[i].pinned;
		}
		T_EQ(t, record_defaults__apply(event, &opts, &place, NULL), 0);
		T_EQ(t, event__attr(event)->precise_ip, rows[i].precise);
		event__delete(event);
	}
}

static void test_target(struct test *t)
{
	struct record_opts opts = { .pids = "1x" };
	struct record_target target;
	struct err err = { 0 };
	char self[32];

	T_EQ(t, record_target__init(&target, &opts, 0, &err), -EINVAL);
	opts.pids = "2147483646";
	T_EQ(t, record_target__init(&target, &opts, 0, &err), -ESRCH);
	snprintf(self, sizeof(self), "%d,%d", getpid(), getpid());
	opts.pids = self;
	T_EQ(t, record_target__init(&target, &opts, 0, &err), 0);
	T_EQ(t, target.nr_tids, 1);
	T_OK(t, target.tasks && target.tids[0] == getpid() && target.nr_cpus >= 1);
	record_target__exit(&target);
	opts = (struct record_opts){ .per_thread = true };
	T_EQ(t, record_target__init(&target, &opts, 0, &err), -EINVAL);
	T_EQ(t, record_target__init(&target, &opts, getpid(), &err), 0);
	T_OK(t, target.nr_cpus == 1 && target.cpus[0] == -1);
	record_target__exit(&target);
	opts = (struct record_opts){ .cpu_list = "65000" };
	T_EQ(t, record_target__init(&target, &opts, 0, &err), -EINVAL);
}

/* Appends @nr records of 64 KiB - 8, numbered on from *number. */
static int append_large(struct record_round *round, unsigned int nr, u16 *number)
{
	static u64 words[8191];
	struct perf_event_header *header = (void *)words;
	int ret = 0;

	header->size = sizeof(words);
	while (nr-- && !ret) {
		header->misc = (*number)++;
		ret = record_round__append(round, words, sizeof(words));
	}
	return ret;
}

/* What a reader kept of rounds before stays; blocks that nobody needs are used again, or given back. */
static void test_round_blocks(struct test *t)
{
	struct record_round round = { 0 };
	const struct perf_event_header *kept;
	struct data_block *first;
	u16 number = 0, next = 0;
	size_t nr = 0;

	T_EQ(t, append_large(&round, 300, &number), 0);
	T_OK(t, round.nr >= 10);
	for (size_t i = 0; i < round.nr; i++)
		for (size_t at = 0; at < round.parts[i].size; next++) {
			const struct perf_event_header *header =
				(const void *)(round.parts[i].bytes + at);

			T_EQ(t, header->misc, next);
			T_OK(t, data_block__of(header) == round.parts[i].block);
			at += header->size;
		}
	T_EQ(t, next, 300);
	kept = (const void *)round.parts[0].bytes;
	first = round.parts[0].block;
	first->kept++;
	record_round__reset(&round);
	for (struct data_block *b = round.blocks.list; b; b = b->next)
		nr++;
	T_OK(t, nr <= 6);
	T_EQ(t, append_large(&round, 300, &number), 0);
	for (size_t i = 0; i < round.nr; i++)
		T_OK(t, round.parts[i].block != first);
	T_EQ(t, kept->misc, 0);
	first->kept--;
	record_round__exit(&round);
}

static int append_to_round(void *ctx, const void *records, size_t len)
{
	return record_round__append(ctx, records, len);
}

/* Where the ring begins anew lies a record. */
static void test_sink_seam(struct test *t)
{
	u64 words[64] = { 0 };
	struct record_round round = { 0 };
	struct record_output output = { .sink = { append_to_round, &round } };
	size_t whole = 0;

	for (size_t at = 0; at + 3 <= ARRAY_SIZE(words); at += 3, whole += 24) {
		*(struct perf_event_header *)&words[at] = (struct perf_event_header){ .size = 24 };
		words[at + 1] = at;
	}
	for (size_t seam = 0; seam <= 12; seam++) {
		struct iovec pieces[] = { { words, seam * 8 },
					  { words + seam, sizeof(words) - seam * 8 } };

		record_round__reset(&round);
		T_EQ(t, record_output__write(&output, pieces, 2, NULL), 0);
		T_EQ(t, round.nr, 1);
		T_EQ(t, round.parts[0].size, whole);
		T_OK(t, !memcmp(round.parts[0].bytes, words, whole));
		T_OK(t, output.dirty);
	}
	record_output__exit(&output);
	record_round__exit(&round);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_cut),
	TEST_FN(test_set),
	TEST_FN(test_ring_clock),
	TEST_FN(test_lost_record),
	TEST_FN(test_loss),
	TEST_FN(test_loss_nested_at_end),
	TEST_FN(test_loss_from_empty),
	TEST_FN(test_loss_by_bytes),
	TEST_FN(test_since),
	TEST_FN(test_since_date),
	TEST_FN(test_marker_clock),
	TEST_FN(test_defaults),
	TEST_FN(test_pinned),
	TEST_FN(test_precise),
	TEST_FN(test_target),
	TEST_FN(test_round_blocks),
	TEST_FN(test_sink_seam),
};

struct test_suite suite_record = {
	.name = "record",
	.desc = "Samples cut, losses counted, attrs filled in, times resolved",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
