// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the attr of an ordinary event. What the string pinned stays; the options, and what
 * people expect where they gave none, fill in the rest. Pure: nothing is opened here.
 */
#include "defaults.h"

#include <errno.h>
#include <string.h>

#include "options.h"
#include "regs.h"
#include "util/event.h"

#define DEFAULT_FREQ	    4000
#define DEFAULT_STACK_BYTES 8192

static bool is_tracepoint(const struct event *event)
{
	return event__attr(event)->type == PERF_TYPE_TRACEPOINT;
}

static enum event_call_graph call_graph(const struct event *event, const struct record_opts *opts)
{
	return event->terms.call_graph ? event->terms.call_graph : opts->call_graph;
}

/* Every tracepoint hit is a sample unless the user says otherwise; others go by frequency. */
static void default_period(struct event *event, const struct record_opts *opts, bool reads_group)
{
	bool freq = opts->has_freq || (!opts->has_period && !is_tracepoint(event) &&
				       event__attr(event)->type != PERF_TYPE_BREAKPOINT);
	u64 value = opts->has_period ? opts->period
		    : opts->has_freq ? opts->freq
		    : freq	     ? DEFAULT_FREQ
				     : 1;

	/* Members of a group that its leader reads do not sample themselves. */
	if (reads_group) {
		freq = false;
		value = 0;
	}
	/* A pinned period is no frequency, and the other way round, even if the flag is free. */
	if (event__is_pinned(event, ATTR_WORD_PERIOD, ~0ULL))
		freq = false;
	event__default_flag(event, ATTR_FREQ, freq);
	if (event__flag(event, ATTR_FREQ) && !freq)
		value = opts->has_freq ? opts->freq : DEFAULT_FREQ;
	event__default(event, ATTR_WORD_PERIOD, ~0ULL, value);
}

/*
 * With PERIOD and a fixed period a software event writes a sample for every count (perf_swevent_event
 * of the kernel), so only frequencies and tracepoints carry it.
 */
static u64 sample_type(const struct event *event, const struct record_opts *opts,
		       const struct record_place *place)
{
	const struct perf_event_attr *attr = event__attr(event);
	u64 type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
	enum event_call_graph graph = call_graph(event, opts);

	if (place->several)
		type |= PERF_SAMPLE_IDENTIFIER;
	if (place->cpus || is_tracepoint(event))
		type |= PERF_SAMPLE_CPU;
	if (event__flag(event, ATTR_FREQ) || (is_tracepoint(event) && attr->sample_period == 1))
		type |= PERF_SAMPLE_PERIOD;
	if (is_tracepoint(event) || opts->raw ||
	    (attr->type == PERF_TYPE_SOFTWARE && attr->config == PERF_COUNT_SW_BPF_OUTPUT))
		type |= PERF_SAMPLE_RAW;
	if (attr->type == PERF_TYPE_BREAKPOINT)
		type |= PERF_SAMPLE_ADDR;
	if (graph == EVENT_CALL_GRAPH_FP || graph == EVENT_CALL_GRAPH_DWARF)
		type |= PERF_SAMPLE_CALLCHAIN;
	if (graph == EVENT_CALL_GRAPH_DWARF)
		type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
	if (place->leader->terms.sample_read && place->group)
		type |= PERF_SAMPLE_READ;
	if (place->persistent)
		type |= PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
	return type;
}

static void default_call_graph(struct event *event, const struct record_opts *opts)
{
	u32 stack = event->terms.stack_size ? event->terms.stack_size : opts->stack_bytes;

	if (call_graph(event, opts) != EVENT_CALL_GRAPH_DWARF)
		return;
	event__default(event, ATTR_WORD_REGS_USER, ~0ULL, RECORD_REGS_USER);
	event__default(event, ATTR_WORD_STACK_CLOCK, 0xffffffffULL,
		       stack ? stack : DEFAULT_STACK_BYTES);
	event__default_flag(event, ATTR_EXCLUDE_CALLCHAIN_USER, true);
}

static void default_flags(struct event *event, const struct record_opts *opts,
			  const struct record_place *place)
{
	bool leads = place->leader == event;
	bool inherit = place->inherit && !place->persistent;

	if (event->terms.inherit >= 0)
		inherit = inherit && event->terms.inherit;
	/* The kernel can not read a group that is inherited. */
	if (place->leader->terms.sample_read)
		inherit = false;
	event__default_flag(event, ATTR_INHERIT, inherit);
	event__default_flag(event, ATTR_DISABLED, leads && !place->persistent);
	event__default_flag(event, ATTR_ENABLE_ON_EXEC, leads && place->on_exec);
	event__default_flag(event, ATTR_SAMPLE_ID_ALL, true);
	event__default_flag(event, ATTR_EXCLUDE_GUEST, !place->persistent);
	event__default_flag(event, ATTR_MMAP, place->tracking);
	event__default_flag(event, ATTR_MMAP2, place->tracking);
	/* The distribution's perf unwinds no further than one frame where it knows of no data. */
	event__default_flag(event, ATTR_MMAP_DATA,
			    place->tracking && call_graph(event, opts) == EVENT_CALL_GRAPH_DWARF);
	event__default_flag(event, ATTR_COMM, place->tracking);
	event__default_flag(event, ATTR_COMM_EXEC, place->tracking);
	event__default_flag(event, ATTR_TASK, place->tracking);
	if (place->clockid >= 0 && !place->persistent) {
		event__default_flag(event, ATTR_USE_CLOCKID, true);
		event__default(event, ATTR_WORD_STACK_CLOCK, 0xffffffffULL << 32,
			       (u64)(u32)place->clockid << 32);
	}
}

/* :P asks for the most that the PMU says it has; where it says nothing, opening tries them all. */
static void default_precise(struct event *event)
{
	u64 precise = attr_flag__mask(ATTR_PRECISE_IP) | attr_flag__mask(ATTR_PRECISE_IP + 1);
	int max = event->terms.max_precise;

	if (event->terms.precise_max && !event__is_pinned(event, ATTR_WORD_FLAGS, precise))
		event__attr(event)->precise_ip = max >= 0 && max <= 3 ? max : 3;
}

static int check_sample_type(const struct event *event, struct err *err)
{
	u64 type = event__attr(event)->sample_type;
	const char *lacks = NULL;

	if (!(type & PERF_SAMPLE_TIME))
		lacks = "TIME";
	else if (!(type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)) &&
		 event__is_pinned(event, ATTR_WORD_SAMPLE_TYPE, PERF_SAMPLE_IDENTIFIER))
		lacks = "IDENTIFIER or ID";
	if (!lacks)
		return 0;
	err__set(err, -EINVAL,
		 "%s: its sample_type is set to %#llx, without %s, which record needs", event->name,
		 type, lacks);
	err__set_hint(err, "add the bit to the term that sets word %d of the attr",
		      ATTR_WORD_SAMPLE_TYPE);
	return -EINVAL;
}

int record_defaults__apply(struct event *event, const struct record_opts *opts,
			   const struct record_place *place, struct err *err)
{
	u64 format = PERF_FORMAT_ID | PERF_FORMAT_LOST;
	bool reads = place->leader->terms.sample_read && place->group;

	if (call_graph(event, opts) == EVENT_CALL_GRAPH_DWARF && !RECORD_REGS_USER)
		return err__set(err, -EOPNOTSUPP,
				"--call-graph dwarf: the registers of this machine are not known");
	if (call_graph(event, opts) == EVENT_CALL_GRAPH_LBR)
		return err__set(err, -EOPNOTSUPP,
				"%s: call graphs from branch records (lbr) are not recorded; "
				"take fp or dwarf",
				event->name);
	default_period(event, opts, reads && place->leader != event);
	if (reads)
		format |= PERF_FORMAT_GROUP;
	event__default(event, ATTR_WORD_READ_FORMAT, ~0ULL, format);
	event__default(event, ATTR_WORD_SAMPLE_TYPE, ~0ULL, sample_type(event, opts, place));
	default_call_graph(event, opts);
	default_flags(event, opts, place);
	default_precise(event);
	return check_sample_type(event, err);
}

struct event *record_defaults__dummy(void)
{
	struct event *event = event__new();

	if (!event)
		return NULL;
	event->name = strdup("dummy:HG");
	if (!event->name || event__pin(event, ATTR_WORD_TYPE, 0xffffffff, PERF_TYPE_SOFTWARE) ||
	    event__pin(event, ATTR_WORD_CONFIG, ~0ULL, PERF_COUNT_SW_DUMMY) ||
	    event__pin(event, ATTR_WORD_PERIOD, ~0ULL, 1) ||
	    event__pin(event, ATTR_WORD_FLAGS, attr_flag__mask(ATTR_EXCLUDE_GUEST), 0)) {
		event__delete(event);
		return NULL;
	}
	event->scale = 1.0;
	return event;
}
