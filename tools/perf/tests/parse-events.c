// SPDX-License-Identifier: GPL-2.0-only
/*
 * Event strings to events: a string and the machine's PMUs as text go in; every event with its type,
 * config words, flags and their pinned bits, group, name and terms comes out as one line of text,
 * or the fault and its column. Words of single PMUs are the suite pmu-attr's.
 */
#include "suites.h"

#include <string.h>

#include "buf.h"
#include "lookup-table.h"
#include "util/event.h"
#include "util/parse-events.h"

struct parse_case {
	struct test_row row;
	const char *pmus;
	const char *string;
	const char *events; /* as put_event() writes them, "; " between; NULL: refused */
	int column;	    /* of the fault */
	const char *error;  /* part of it */
	const char *hint;   /* part of it; NULL: any */
};

#define IS(string_, events_) ON(SERVER, string_, events_)
#define ON(pmus_, string_, events_)                                             \
	{                                                                       \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), \
		.events = (events_)                                             \
	}
#define NO(string_, column_, error_)		 NO_ON(SERVER, string_, column_, error_, NULL)
#define NO_HINT(string_, column_, error_, hint_) NO_ON(SERVER, string_, column_, error_, hint_)
#define NO_ON(pmus_, string_, column_, error_, hint_)                           \
	{                                                                       \
		.row = TEST_ROW(string_), .pmus = (pmus_), .string = (string_), \
		.column = (column_), .error = (error_), .hint = (hint_)         \
	}

#define CORE                                                                                   \
	" event=config:0-7 umask=config:8-15 edge=config:18 inv=config:23 cmask=config:24-31 " \
	"ldlat=config1:0-15 | instructions:event=0xc0; cache-misses:event=0x2e,umask=0x41;"    \
	"mem-loads:event=0xcd,umask=1,ldlat=3; slots:event=0,umask=4"

#define SOFTWARE "software:1\nmsr:37 event=config:0-63 | tsc:event=0\n"

#define SERVER                                                                        \
	"cpu:4" CORE "\n" SOFTWARE                                                    \
	"intel_pt:39 pt=config:0 tsc=config:10 noretcomp=config:11 branch=config:13 " \
	"mtc=config:9 mtc_period=config:14-17\n"                                      \
	"power:40:cpus=0 event=config:0-7 | energy:event=2; energy.unit:Joules; "     \
	"energy.scale:0.25; energy.per-pkg:; energy.snapshot:\n"                      \
	"uncore_imc_0:50:cpus=0 event=config:0-7 | clock:event=0xff\n"                \
	"uncore_imc_1:51:cpus=0 event=config:0-7 | clock:event=0xff\n"                \
	"uncore_imc_10:52:cpus=0 event=config:0-7 | clock:event=0xff; only:event=3\n" \
	"uncore_imc_free_running_0:53:cpus=0 event=config:0-7 | clock:event=0x10\n"   \
	"dsa0:60 filter=config1:0-31\ndsa1:61 filter=config1:0-31\n"                  \
	"smmu_2b402:62 event=config:0-15\nsmmu_ab:63 event=config:0-15\n"             \
	"persistent:7:holder=/run/h/socket persistent=attr5:23 period=attr2:0-63 | "  \
	"mce_record:persistent,config=106; slow:persistent,config=3,period=9"

#define CLIENT                                                                                 \
	"software:1\ncpu_atom:39:core:cpus=16-23" CORE "\ncpu_core:4:core:cpus=0-15" CORE "\n" \
	"uncore_cbox_0:46:cpus=0 event=config:0-7 | clockticks:event=0xff\n"                   \
	"uncore_cbox_1:47:cpus=0 event=config:0-7 | clockticks:event=0xff"

#define ARM                                                                 \
	"software:1\narmv8_pmuv3_0:38:core:cpus=0-127 event=config:0-15 | " \
	"cpu_cycles:event=0x11\narm_cmn_0:40:cpus=0 type=config:0-15 eventid=config:16-26"

/* A second name counts where no PMU has the typed one. */
#define ALIASES                                                                         \
	"uncore_type_0_0:7:alias=cha_0 event=config:0-7\nuncore_type_0_1:8:alias=cha_1" \
	" event=config:0-7\nuncore_imc_0:9 event=config:0-7\nother:10:alias=imc event=config:0-7"

#define PRECISE "cpu:4:max_precise=2 event=config:0-7\nsoftware:1"

static const struct parse_case cases[] = {
#include "parse-events-rows.h"
};

static void put_words(struct buf *buf, const struct event *event)
{
	static const struct {
		unsigned int word;
		const char *name;
	} words[] = { { ATTR_WORD_PERIOD, "period" },
		      { ATTR_WORD_SAMPLE_TYPE, "sample" },
		      { ATTR_WORD_WAKEUP, "word6" },
		      { ATTR_WORD_CONFIG1, "config1" },
		      { ATTR_WORD_CONFIG2, "config2" },
		      { ATTR_WORD_BRANCH, "branch" },
		      { ATTR_WORD_STACK_CLOCK, "word11" },
		      { ATTR_WORD_AUX, "word13" },
		      { 14, "word14" },
		      { ATTR_WORD_CONFIG3, "config3" },
		      { ATTR_WORD_FLAGS, "flags" } };
	/* Whether guests count is a default unless G or H is said. */
	u64 guest = attr_flag__mask(ATTR_EXCLUDE_GUEST);

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		unsigned int word = words[i].word;
		u64 bits, pinned;

		if (word >= event->nr_words)
			continue;
		bits = event->words[word];
		pinned = event->pinned[word];
		if (word == ATTR_WORD_FLAGS && !(pinned & guest))
			bits &= ~guest;
		if ((bits | pinned) && pinned == ~0ULL)
			buf__printf(buf, " %s=%#llx", words[i].name, bits);
		else if (bits | pinned)
			buf__printf(buf, " %s=%#llx/%#llx", words[i].name, bits, pinned);
	}
}

static void put_terms(struct buf *buf, const struct event_terms *terms)
{
	static const char *const call_graphs[] = { "", "no", "fp", "dwarf", "lbr" };

	if (terms->call_graph)
		buf__printf(buf, " call-graph=%s", call_graphs[terms->call_graph]);
	if (terms->stack_size)
		buf__printf(buf, " stack-size=%u", terms->stack_size);
	if (terms->inherit >= 0)
		buf__printf(buf, " inherit=%d", terms->inherit);
	if (terms->overwrite >= 0)
		buf__printf(buf, " overwrite=%d", terms->overwrite);
	if (terms->time >= 0)
		buf__printf(buf, " time=%d", terms->time);
	if (terms->max_events)
		buf__printf(buf, " nr=%llu", terms->max_events);
	if (terms->aux_sample_size)
		buf__printf(buf, " aux-sample-size=%u", terms->aux_sample_size);
	if (terms->aux_action)
		buf__printf(buf, " aux-action=%s", terms->aux_action);
	if (terms->metric_id)
		buf__printf(buf, " metric-id=%s", terms->metric_id);
	for (char **d = terms->driver_config; d && *d; d++)
		buf__printf(buf, " @%s", *d);
	if (terms->max_precise >= 0)
		buf__printf(buf, " P=%d", terms->max_precise);
	buf__printf(buf, "%s%s%s%s%s%s%s", terms->percore ? " percore" : "",
		    terms->precise_max && terms->max_precise < 0 ? " P" : "",
		    terms->sample_read ? " S" : "", terms->weak_group ? " W" : "",
		    terms->bpf_counters ? " b" : "", terms->retire_latency ? " R" : "",
		    terms->aux_output ? " aux-output" : "");
}

/* NAME TYPE:CONFIG, then only what is not as in a plain event. */
static void put_event(struct buf *buf, const struct event *event, size_t index)
{
	const struct perf_event_attr *attr = event__attr(event);

	buf__printf(buf, "%s%s %u:%#llx", index ? "; " : "", event->name, attr->type,
		    (unsigned long long)attr->config);
	if (event->leader != index)
		buf__printf(buf, " <%u", event->leader);
	if (event->pmu)
		buf__printf(buf, " %s%s", event->pmu, event->is_core_pmu ? "!" : "");
	if (event->pmu_event)
		buf__printf(buf, " event=%s", event->pmu_event);
	if (event->cpus)
		buf__printf(buf, " cpus=%s", event->cpus);
	put_words(buf, event);
	put_terms(buf, &event->terms);
	if (event->unit || event->scale != 1.0)
		buf__printf(buf, " unit=%s scale=%g", event->unit ? event->unit : "", event->scale);
	buf__printf(buf, "%s%s%s", event->per_pkg ? " per-pkg" : "",
		    event->snapshot ? " snapshot" : "", event->persistent ? " persistent" : "");
	if (event->holder)
		buf__printf(buf, " holder=%s", event->holder);
	if (event->tp_system)
		buf__printf(buf, " tracepoint=%s:%s", event->tp_system, event->tp_name);
	if (event->tool)
		buf__printf(buf, " tool=%d", event->tool);
	if (event->group_name)
		buf__printf(buf, " group=%s", event->group_name);
	if (event->warning)
		buf__puts(buf, " warning");
}

static void check_fault(struct test *t, const struct parse_case *c, const struct err *err)
{
	T_EQ(t, err->column, c->column);
	if (!strstr(err->text, c->error))
		T_FAIL(t, "the error is '%s', without '%s'", err->text, c->error);
	if (c->hint && !strstr(err->hint, c->hint))
		T_FAIL(t, "the hint is '%s', without '%s'", err->hint, c->hint);
}

/* Parsed once more the string adds as many events, whose leaders are among them; or nothing. */
static void check_again(struct test *t, const struct parse_case *c, struct event_list *list,
			const struct lookup_table *table)
{
	struct err err = { 0 };
	size_t nr = list->nr;

	if (c->error) {
		T_EQ(t, parse_events(list, "cs,{faults,cs}", &table->lookup, &err), 0);
		T_OK(t, parse_events(list, c->string, &table->lookup, NULL) < 0);
		T_EQ(t, list->nr, 3);
		return;
	}
	T_EQ(t, parse_events(list, c->string, &table->lookup, &err), 0);
	T_EQ(t, list->nr, 2 * nr);
	for (size_t i = 0; i < nr && list->nr == 2 * nr; i++)
		T_EQ(t, list->events[nr + i]->leader, list->events[i]->leader + nr);
}

static void run(struct test *t, const void *row)
{
	const struct parse_case *c = row;
	struct event_list list = { 0 };
	struct lookup_table table;
	struct err err = { 0 };
	struct buf buf = { 0 };
	int ret;

	T_EQ(t, lookup_table__init(&table, c->pmus), 0);
	ret = parse_events(&list, c->string, &table.lookup, &err);
	T_EQ(t, err.code, ret);
	for (size_t i = 0; i < list.nr; i++)
		put_event(&buf, list.events[i], i);
	if (c->error) {
		T_OK(t, ret < 0 && !list.nr);
		check_fault(t, c, &err);
	} else if (ret) {
		T_FAIL(t, "column %d: %s (%s)", err.column, err.text, err.hint);
	} else {
		T_STR(t, buf.data, c->events);
	}
	check_again(t, c, &list, &table);
	buf__exit(&buf);
	event_list__exit(&list);
	lookup_table__exit(&table);
}

struct test_suite suite_parse_events = {
	.name = "parse-events",
	.desc = "Event strings to events, groups, names and terms, or the fault",
	.rows = cases,
	.nr = ARRAY_SIZE(cases),
	.row_size = sizeof(cases[0]),
	.run = run,
};
