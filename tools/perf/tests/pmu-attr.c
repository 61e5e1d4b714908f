// SPDX-License-Identifier: GPL-2.0-only
/*
 * The project's signature test: what a PMU says in its format files and events, and what a user
 * types, go in; the exact words of the attr with what is pinned, or the exact fault and its column,
 * come out. In memory: needs no root and no PMU. The last rows are in pmu-attr-live.c.
 */
#include "pmu-attr.h"

#include <errno.h>
#include <string.h>

#include "lookup-table.h"
#include "suites.h"
#include "util/event.h"
#include "util/parse-events.h"

#define BUILT_IN (sizeof(struct perf_event_attr) / sizeof(u64))

struct word_case {
	unsigned int word;
	u64 bits;
	u64 pinned;
};

struct attr_case {
	struct test_row row;
	void (*fn)(struct test *t); /* NULL: a row of data */
	const char *pmus;	    /* as lookup-table.h reads them */
	const char *string;
	struct word_case words[4]; /* those but word 0; what is not named is 0 and not pinned */
	u32 type;		   /* 0: 8, as PMU p has */
	const char *error;	   /* NULL: accepted, with these words */
	int column;
	const char *file;    /* at fault; NULL: what was typed */
	const char *warning; /* part of it; NULL: none */
};

#define W(word_, bits_, pinned_)            \
	{                                   \
		(word_), (bits_), (pinned_) \
	}
#define ALL (~0ULL)

/* What is set where: one event of one PMU. */
#define SETS(pmus_, string_, ...)                                                          \
	{                                                                                  \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), .words = { \
			__VA_ARGS__                                                        \
		}                                                                          \
	}
/* The same with a part of the warning. */
#define WARNS(pmus_, string_, warning_, ...)                                    \
	{                                                                       \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), \
		.warning = (warning_), .words = {                               \
			__VA_ARGS__                                             \
		}                                                               \
	}
/* Refused, at a column of the string. */
#define FAULT(pmus_, string_, column_, error_)                                  \
	{                                                                       \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), \
		.column = (column_), .error = (error_)                          \
	}
/* Refused, at a column of a file. */
#define FILE_FAULT(pmus_, string_, file_, column_, error_)                                       \
	{                                                                                        \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), .file = (file_), \
		.column = (column_), .error = (error_)                                           \
	}
#define CALL(name_, fn_)                            \
	{                                           \
		.row = TEST_ROW(name_), .fn = (fn_) \
	}

#define KRAVA                                                                       \
	"p:8 krava01=config:0-1,62-63 krava02=config:10-17 krava03=config:5 "       \
	"krava11=config1:0,2,4,6,8,20-28 krava12=config1:63 krava13=config1:45-47 " \
	"krava21=config2:0-3,10-13,20-23,30-33,40-43,50-53,60-63 "                  \
	"krava22=config2:8,18,48,58 krava23=config2:28-29,38"

#define EVENTS                                                                            \
	"p:8 event=config:0-7 umask=config:8-15 edge=config:18 low=config:0-3 "           \
	"ldlat=config1:0-15 wide=config2:0-63 type=attr0:0-31 size=attr0:32-63 "          \
	"attr7=config2:0-7 flag=attr5:23 bad=config:5-2 far=attr512:0 "                   \
	"| plain:event=0xcd,umask=0x1,ldlat=3; config:config=0x10; both:event=1,event=2;" \
	"same:event=1,event=1; needs:event=7,ldlat=?; a:b; b:a; self:self;"               \
	"outer:plain,edge; toobig:event=0x100; unknown:nosuch=1; junk:=,=,,; empty:;"     \
	"neg:event=-1; ored:event=1,attr1=0x1000; period:period=5;"                       \
	"d1:d2;d2:d3;d3:d4;d4:d5;d5:d6;d6:d7;d7:d8;d8:d9;d9:d10;d10:d11;d11:d12;d12:d13;" \
	"d13:d14;d14:d15;d15:d16;d16:event=9; d0:d1"

/* Word @n whole, by halves, and bits 1, 3, 5-7 and 60-63 of it, by format and by the two forms. */
#define ODD_MASK 0xf0000000000000eaULL
#define WORD_ROWS(n)                                                                               \
	SETS("p:8 w=attr" #n ":0-63", "p/w=0xfedcba9876543210/",                                   \
	     W(n, 0xfedcba9876543210ULL, ALL)),                                                    \
		SETS("p:8 lo=attr" #n ":0-31", "p/lo=0xdeadbeef/",                                 \
		     W(n, 0xdeadbeefULL, 0xffffffffULL)),                                          \
		SETS("p:8 hi=attr" #n ":32-63", "p/hi=0xcafe/", W(n, 0xcafeULL << 32, ALL << 32)), \
		SETS("p:8 lo=attr" #n ":0-31 hi=attr" #n ":32-63", "p/hi=0xcafe,lo=0xdeadbeef/",   \
		     W(n, 0xcafedeadbeefULL, ALL)),                                                \
		SETS("p:8 odd=attr" #n ":1,3,5-7,60-63", "p/odd=0x1ff/",                           \
		     W(n, ODD_MASK, ODD_MASK)),                                                    \
		SETS("p:8 odd=attr" #n ":60-63,5-7,3,1", "p/odd=0x155/",                           \
		     W(n, 0xa0000000000000a2ULL, ODD_MASK)),                                       \
		SETS("p:8", "p/attr" #n "=0x8000000000000005/",                                    \
		     W(n, 0x8000000000000005ULL, 0x8000000000000005ULL)),                          \
		SETS("p:8", "p/attr" #n ":1,3,5-7,60-63=0x1ff/", W(n, ODD_MASK, ODD_MASK)),        \
		FAULT("p:8 lo=attr" #n ":0-31", "p/lo=0x100000000/", 6,                            \
		      "value 0x100000000 of 'lo' is too big: the maximum is 0xffffffff "           \
		      "(4294967295)")

static int refuse_to_list(void *ctx, int (*fn)(void *arg, const char *name), void *arg)
{
	(void)ctx;
	(void)fn;
	(void)arg;
	return -EIO;
}

static void test_asks_no_other_pmu(struct test *t)
{
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };

	T_EQ(t, lookup_table__init(&table, EVENTS), 0);
	table.lookup.each_pmu_name = refuse_to_list;
	T_EQ(t,
	     parse_events(&list, "p/plain,umask=2/u,cs:u,sched:sched_switch", &table.lookup, &err),
	     0);
	T_EQ(t, list.nr, 3);
	event_list__exit(&list);
	lookup_table__exit(&table);
}

static const struct attr_case cases[] = {
	/* The vectors of the format: nine masks with holes in three words. */
	SETS(KRAVA,
	     "p/krava01=15,krava02=170,krava03=1,krava11=27,krava12=1,krava13=2,krava21=119,"
	     "krava22=11,krava23=2/",
	     W(1, 0xc00000000002a823ULL, 0xc00000000003fc23ULL),
	     W(7, 0x8000400000000145ULL, 0x8000e0001ff00155ULL),
	     W(8, 0x0400000020041d07ULL, 0xf43d0f43f0f43d0fULL)),
	SETS("p:8 event=config:0-7,32-35", "p/event=0x28f/", W(1, 0x20000008fULL, 0xf000000ffULL)),
	SETS("p:8", "p/attr1:0-7,32-35=0x28f/", W(1, 0x20000008fULL, 0xf000000ffULL)),
	SETS("p:8 event=config:32-35,0-7", "p/event=0x28f/", W(1, 0x20000008fULL, 0xf000000ffULL)),

	/* The 2013 example, and the bit that a kernel of today could have. */
	SETS("p:8 persistent=attr5:23 | mce_record:persistent,config=106", "p/mce_record/",
	     W(1, 106, ALL), W(5, 1 << 23, 1 << 23)),
	SETS("p:8 persistent=attr5:23", "p/persistent,config=106/", W(1, 106, ALL),
	     W(5, 1 << 23, 1 << 23)),
	SETS("p:8 persistent=attr5:44 sample_type=attr3:0-63 period=attr2:0-63 | "
	     "e:persistent,config=106,sample_type=0x10487,period=1",
	     "p/e/", W(1, 106, ALL), W(5, 1ULL << 44, 1ULL << 44), W(3, 0x10487, ALL),
	     W(2, 1, ALL)),
	SETS("p:8 persistent=attr5:23", "p/persistent=0,config=1/", W(1, 1, ALL), W(5, 0, 1 << 23)),

	/* Every word, and words that no header knows yet. */
	WORD_ROWS(1),
	WORD_ROWS(2),
	WORD_ROWS(3),
	WORD_ROWS(4),
	WORD_ROWS(5),
	WORD_ROWS(6),
	WORD_ROWS(7),
	WORD_ROWS(8),
	WORD_ROWS(9),
	WORD_ROWS(10),
	WORD_ROWS(11),
	WORD_ROWS(12),
	WORD_ROWS(13),
	WORD_ROWS(14),
	WORD_ROWS(15),
	WORD_ROWS(16),
	WORD_ROWS(17),
	WORD_ROWS(100),
	WORD_ROWS(511),
	SETS("p:8 w=attr511:63", "p/w/", W(511, 1ULL << 63, 1ULL << 63)),
	SETS("p:8 w=attr17:0", "p/w=0/", W(17, 0, 1)),
	FAULT("p:8", "p/attr512=1/", 7, "511"),
	FAULT("p:8", "p/attr512:0=1/", 7, "511"),
	FAULT("p:8", "p/attr99999999999999999999=1/", 7, "511"),
	FILE_FAULT(EVENTS, "p/far=1/", "p/format/far", 5, "511"),

	/* configN is another name of a word. */
	SETS("p:8", "p/config=1,config1=2,config2=3,config3=4/", W(1, 1, ALL), W(7, 2, ALL),
	     W(8, 3, ALL), W(16, 4, ALL)),
	SETS("p:8", "p/config4=5/", W(17, 5, ALL)),
	SETS("p:8", "p/config2/", W(8, 1, ALL)),
	SETS("p:8 a=config3:0-7 b=attr16:8-15", "p/a=1,b=2/", W(16, 0x201, 0xffff)),
	SETS("p:8 a=attr1:0-7 b=config:8-15", "p/a=1,b=2/", W(1, 0x201, 0xffff)),
	FAULT("p:8", "p/config5=1/", 9, "config"),

	/* Word 0: bits of type, never of size. */
	{ .row = TEST_ROW("type from a format"),
	  .pmus = EVENTS,
	  .string = "p/type=1,event=3/",
	  .type = 1,
	  .words = { W(1, 3, 0xff) } },
	{ .row = TEST_ROW("type by attr0:ITEMS"),
	  .pmus = "p:8",
	  .string = "p/attr0:0-31=5/",
	  .type = 5 },
	{ .row = TEST_ROW("type OR-ed by attr0="),
	  .pmus = "p:8",
	  .string = "p/attr0=3/",
	  .type = 11 },
	{ .row = TEST_ROW("attr= is word 0"), .pmus = "p:8", .string = "p/attr=16/", .type = 24 },
	{ .row = TEST_ROW("attr:ITEMS is word 0"),
	  .pmus = "p:8",
	  .string = "p/attr:4=1/",
	  .type = 24 },
	FAULT("p:8", "p/attr0=0x100000000/", 9, "attr.size"),
	FAULT("p:8", "p/attr0:32-35=1/", 9, "size"),
	FAULT("p:8", "p/attr:40=1/", 8, "size"),
	FILE_FAULT(EVENTS, "p/size=1/", "p/format/size", 7, "size"),

	/* attrN=VALUE ORs a whole word, needs its value, and yields to a file of that name. */
	SETS("p:8", "p/attr1=1,attr1=4/", W(1, 5, 5)),
	SETS("p:8 event=config:0-7", "p/event=2,attr1=1/", W(1, 3, 0xff)),
	SETS("p:8 event=config:0-7", "p/attr1=0x101,event=2/", W(1, 0x103, 0x1ff)),
	SETS("p:8", "p/config=0x10,attr1=1/", W(1, 0x11, ALL)),
	SETS(EVENTS, "p/plain,attr1=0x20000/", W(1, 0x201cd, 0x2ffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/ored/", W(1, 0x1001, 0x10ff)),
	SETS(EVENTS, "p/attr7=0x12/", W(8, 0x12, 0xff)),
	FAULT(EVENTS, "p/attr7=0x100/", 9, "the maximum is 0xff (255)"),
	FAULT("p:8", "p/attr5/", 3, "'attr5' is a whole word and needs a value"),
	FAULT("p:8", "p/attr5=/", 9, "unexpected '/', expected a value"),
	FAULT("p:8", "p/attr5=x/", 9, "value 'x' of 'attr5' is no number"),
	FAULT("p:8", "p/attr1=0x10000000000000000/", 9, "0xffffffffffffffff"),
	FAULT("p:8", "p/attribute=1/", 3, "PMU 'p' has no term 'attribute'"),

	/* attrN:ITEMS=VALUE is a format without a file. */
	SETS("p:8", "p/attr5:23,config=106/", W(1, 106, ALL), W(5, 1 << 23, 1 << 23)),
	SETS("p:8", "p/config=106,attr5:23/", W(1, 106, ALL), W(5, 1 << 23, 1 << 23)),
	SETS("p:8", "p/config1:8-15=0x12/", W(7, 0x1200, 0xff00)),
	FAULT("p:8", "p/attr5:64=1/", 9, "63"),
	FAULT("p:8", "p/attr5:5-2=1/", 9, "reversed"),
	FAULT("p:8", "p/attr5:=1/", 9, ""),
	FAULT("p:8", "p/attr5:x=1/", 9, "x"),
	FAULT("p:8", "p/attr5:1-2/", 3, "has more than one bit and needs a value"),
	FAULT("p:8", "p/attr5:1-2=4/", 13, "the maximum is 0x3 (3)"),
	FAULT(EVENTS, "p/event=1,attr1:0-1=2/", 11, "'event' and 'attr1:0-1' set the same bits"),
	SETS(EVENTS, "p/event=1,attr1:0-1=1/", W(1, 1, 0xff)),

	/* Strength: the command line over sysfs, each term its own bits. */
	SETS(EVENTS, "p/plain/", W(1, 0x1cd, 0xffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/plain,ldlat=50/", W(1, 0x1cd, 0xffff), W(7, 50, 0xffff)),
	SETS(EVENTS, "p/ldlat=50,plain/", W(1, 0x1cd, 0xffff), W(7, 50, 0xffff)),
	SETS(EVENTS, "p/plain,event=0/", W(1, 0x100, 0xffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/plain,low=0/", W(1, 0x1c0, 0xffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/plain,edge/", W(1, 0x401cd, 0x4ffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/outer/", W(1, 0x401cd, 0x4ffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/outer,edge=0/", W(1, 0x1cd, 0x4ffff), W(7, 3, 0xffff)),
	SETS(EVENTS, "p/config/", W(1, 0x10, ALL)),
	SETS("p:8 event=config:0-7 | e:config=0x1010", "p/e,event=0x22/", W(1, 0x1022, ALL)),
	SETS("p:8", "p/config=1,config=2/", W(1, 2, ALL)),
	SETS("p:8", "p/config1=0xff,config1=1/", W(7, 1, ALL)),
	SETS("p:8", "p/ra,config=2/", W(1, 2, ALL)),
	SETS("p:8 event=config:0-7", "p/config=0xf0,event=1/", W(1, 0xf1, ALL)),
	SETS("p:8 event=config:0-7", "p/event=1,config=0xf0/", W(1, 0xf1, ALL)),
	SETS(EVENTS, "p/period/", W(2, 5, ALL), W(5, 0, 1 << 10)),
	SETS(EVENTS, "p/period,period=7/", W(2, 7, ALL), W(5, 0, 1 << 10)),
	SETS("p:8 period=attr2:0-31", "p/period=7/", W(2, 7, 0xffffffff)),

	/* Two formats of one strength that disagree. */
	FAULT(EVENTS, "p/event=1,event=2/", 11, "'event' and 'event' set the same bits"),
	FAULT(EVENTS, "p/event=1,low=2/", 11, "'event' and 'low' set the same bits of word 1"),
	FAULT(EVENTS, "p/low=2,event=1/", 9, "'low' and 'event' set the same bits of word 1"),
	SETS(EVENTS, "p/event=0x21,low=1/", W(1, 0x21, 0xff)),
	SETS(EVENTS, "p/event=1,event=1/", W(1, 1, 0xff)),
	SETS(EVENTS, "p/same/", W(1, 1, 0xff)),
	FILE_FAULT(EVENTS, "p/both/", "p/events/both", 9, "'event' and 'event' set the same bits"),
	SETS(EVENTS, "p/event=1,umask=2/", W(1, 0x201, 0xffff)),

	/* Values. */
	SETS(EVENTS, "p/event=0xff/", W(1, 0xff, 0xff)),
	SETS(EVENTS, "p/event=08/", W(1, 8, 0xff)),
	SETS(EVENTS, "p/event=010/", W(1, 10, 0xff)),
	SETS(EVENTS, "p/wide=0xffffffffffffffff/", W(8, ALL, ALL)),
	SETS(EVENTS, "p/wide=18446744073709551615/", W(8, ALL, ALL)),
	SETS(EVENTS, "p/edge/", W(1, 1 << 18, 1 << 18)),
	SETS(EVENTS, "p/edge=0/", W(1, 0, 1 << 18)),
	SETS(EVENTS, "p//"),
	FAULT(EVENTS, "p/event=256/", 9,
	      "value 256 of 'event' is too big: the maximum is 0xff (255)"),
	FAULT(EVENTS, "p/edge=2/", 8, "the maximum is 0x1 (1)"),
	FAULT(EVENTS, "p/wide=0x10000000000000000/", 8, "the maximum is 0xffffffffffffffff"),
	FAULT(EVENTS, "p/event/", 3, "'event' has more than one bit and needs a value"),
	FAULT(EVENTS, "p/event=/", 9, "unexpected '/', expected a value or a quoted value"),
	FAULT(EVENTS, "p/event=0x/", 9, "value '0x' of 'event' is no number"),
	FAULT(EVENTS, "p/event=0b1/", 9, "value '0b1' of 'event' is no number"),
	FAULT(EVENTS, "p/event=-1/", 9, "value '-1' of 'event' is no number"),
	FAULT(EVENTS, "p/event='1'/", 10, "value '1' of 'event' is no number"),
	FAULT(EVENTS, "p/evnt=1/", 3, "PMU 'p' has no term 'evnt'"),
	FAULT(EVENTS, "p/nosuch/", 3, "PMU 'p' has no term or event 'nosuch'"),
	FAULT(EVENTS, "p/0x3c/", 3, "PMU 'p' has no term or event '0x3c'"),

	/* Parameters of sysfs events. */
	SETS(EVENTS, "p/needs,ldlat=5/", W(1, 7, 0xff), W(7, 5, 0xffff)),
	SETS(EVENTS, "p/ldlat=5,needs/", W(1, 7, 0xff), W(7, 5, 0xffff)),
	FAULT(EVENTS, "p/needs/", 3, "event 'needs' needs a value for 'ldlat'"),
	FAULT(EVENTS, "p/ldlat=?/", 9, "'?' stands for a value of 'ldlat'"),
	FAULT(EVENTS, "p/needs,ldlat=?/", 15, "'?' stands for a value of 'ldlat'"),
	FAULT(EVENTS, "p/needs,ldlat=0x10000/", 15, "the maximum is 0xffff"),

	/* What is wrong with sysfs is told with its file. */
	FILE_FAULT(EVENTS, "p/bad=1/", "p/format/bad", 8, "reversed"),
	FILE_FAULT(EVENTS, "p/event=1,bad/", "p/format/bad", 8, "reversed"),
	FILE_FAULT(EVENTS, "p/toobig/", "p/events/toobig", 7, "the maximum is 0xff (255)"),
	FILE_FAULT(EVENTS, "p/unknown/", "p/events/unknown", 1, "no term 'nosuch'"),
	FILE_FAULT(EVENTS, "p/junk/", "p/events/junk", 1, "unexpected '=', expected a term"),
	FILE_FAULT(EVENTS, "p/neg/", "p/events/neg", 7, "'-1' of 'event' is no number"),
	FILE_FAULT(EVENTS, "p/a/", "p/events/b", 1, "too deep: a -> b -> a -> b ->"),
	FILE_FAULT(EVENTS, "p/self/", "p/events/self", 1, "too deep: self -> self -> self"),
	SETS(EVENTS, "p/d1/", W(1, 9, 0xff)),
	FILE_FAULT(EVENTS, "p/d0/", "p/events/d15", 1, "d0 -> d1 -> d2 -> d3"),

	/* Bits in no format: opened, not silently. */
	WARNS(EVENTS, "p/config=0x80000000/",
	      "bits 0x80000000 of word 1 are in no format of PMU 'p'", W(1, 0x80000000, ALL)),
	WARNS(EVENTS, "p/r8000001a/", "bits 0x80000000 of word 1", W(1, 0x8000001a, ALL)),
	WARNS(EVENTS, "p/config1=0x10001/", "bits 0x10000 of word 7", W(7, 0x10001, ALL)),
	SETS(EVENTS, "p/config=0x4ffff/", W(1, 0x4ffff, ALL)),
	SETS("p:8 flag=attr5:23", "p/config=0x80000000/", W(1, 0x80000000, ALL)),
	SETS("p:8", "p/config=0x80000000/", W(1, 0x80000000, ALL)),

	/* Modifiers over what formats say, and beside it. */
	SETS(EVENTS, "p/flag/u", W(5, 1 << 23 | 0x100060, 1 << 23 | 0x70)),
	SETS("p:8 excl=attr5:5", "p/excl/k", W(5, 0x70, 0x70)),
	SETS("p:8 excl=attr5:5 | e:excl", "p/e/k", W(5, 0x50, 0x70)),
	SETS("p:8 excl=attr5:5", "p/excl/", W(5, 0x20, 0x20)),

	CALL("asks for no PMU but the one named", test_asks_no_other_pmu),
	CALL("what make-sysfs broken holds", pmu_attr__broken),
	CALL("a format that may not be read", pmu_attr__unreadable),
	CALL("a PMU of the same name in a later source", pmu_attr__later_source),
	CALL("counts like its symbolic twin", pmu_attr__counts),
	CALL("samples like its symbolic twin", pmu_attr__samples),
	CALL("leaves out what word 5 excludes", pmu_attr__excludes),
	CALL("opens what the kernel's persistent PMU describes", pmu_attr__kernel_pmu),
};

static const struct word_case *case_of(const struct attr_case *c, unsigned int word)
{
	for (size_t i = 0; i < ARRAY_SIZE(c->words); i++)
		if (c->words[i].word == word)
			return &c->words[i];
	return NULL;
}

static void check_words(struct test *t, const struct attr_case *c, const struct event *event)
{
	unsigned int last = BUILT_IN - 1;

	for (size_t i = 0; i < ARRAY_SIZE(c->words); i++)
		if (c->words[i].word > last)
			last = c->words[i].word;
	T_EQ(t, event->nr_words, last + 1);
	T_EQ(t, event->words[0], (u64)(last + 1) * 8 << 32 | (c->type ? c->type : 8));
	T_EQ(t, event->pinned[0], 0xffffffff);
	for (unsigned int i = 1; i < event->nr_words; i++) {
		const struct word_case *w = case_of(c, i);
		u64 bits = w ? w->bits : 0, pinned = w ? w->pinned : 0;

		if (event->words[i] != bits || event->pinned[i] != pinned)
			T_FAIL(t, "word %u is %#llx (pinned %#llx), not %#llx (%#llx)", i,
			       event->words[i], event->pinned[i], bits, pinned);
	}
}

static void check_fault(struct test *t, const struct attr_case *c, const struct err *err)
{
	T_EQ(t, err->column, c->column);
	T_STR(t, err->file, c->file ? c->file : "");
	if (!strstr(err->text, c->error))
		T_FAIL(t, "the error is '%s', without '%s'", err->text, c->error);
}

static void run(struct test *t, const void *row)
{
	const struct attr_case *c = row;
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };
	int ret;

	if (c->fn) {
		c->fn(t);
		return;
	}
	T_EQ(t, lookup_table__init(&table, c->pmus), 0);
	ret = parse_events(&list, c->string, &table.lookup, &err);
	T_EQ(t, err.code, ret);
	if (c->error) {
		T_OK(t, ret < 0);
		T_EQ(t, list.nr, 0);
		check_fault(t, c, &err);
	} else if (ret) {
		T_FAIL(t, "%s: column %d: %s", err.file, err.column, err.text);
	} else {
		const char *warning = list.events[0]->warning;

		T_EQ(t, list.nr, 1);
		check_words(t, c, list.events[0]);
		T_STR(t, list.events[0]->name, c->string);
		if (!warning != !c->warning || (warning && !strstr(warning, c->warning)))
			T_FAIL(t, "the warning is '%s'", warning ? warning : "");
	}
	event_list__exit(&list);
	lookup_table__exit(&table);
}

struct test_suite suite_pmu_attr = {
	.name = "pmu-attr",
	.desc = "Formats, events and strings to the words of perf_event_attr",
	.rows = cases,
	.nr = ARRAY_SIZE(cases),
	.row_size = sizeof(cases[0]),
	.run = run,
};
