// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples -> rows. While reading, samples of equal keys and equal call chain become one row;
 * what callers share of it, and the trees of call chains, are worked out once a row at the end.
 */
#include "hist/collect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/expand.h"
#include "hist/sample.h"
#include "session/callchain.h"
#include "session/event-name.h"
#include "session/trace.h"
#include "symbol/machine.h"

#define MAX_DEPTH 4096

struct collect_event {
	char *name;
	struct hists raw, hists;
	u32 root; /* of raw's chains */
};

struct collect {
	const struct collect_options *opts;
	const struct data_info *info;
	struct machine *machine;
	struct places *places;
	struct texts texts;
	struct trace *trace;
	struct buf text;
	struct hist_spec spec;
	struct collect_event *events;
	size_t nr;
	bool needs_place, needs_parent, chains, from_caller;
	const struct place *chain[MAX_DEPTH];
	size_t depth;
	struct err err;
};

struct collect *collect__new(const struct collect_options *opts, const struct data_info *info,
			     struct machine *machine)
{
	struct collect *collect = calloc(1, sizeof(*collect));

	if (!collect)
		return NULL;
	collect->opts = opts;
	collect->info = info;
	collect->machine = machine;
	collect->places = places__new(machine);
	if (collect->places)
		return collect;
	collect__delete(collect);
	return NULL;
}

void collect__delete(struct collect *collect)
{
	if (!collect)
		return;
	for (size_t i = 0; i < collect->nr; i++) {
		free(collect->events[i].name);
		hists__exit(&collect->events[i].raw);
		hists__exit(&collect->events[i].hists);
	}
	free(collect->events);
	places__delete(collect->places);
	trace__delete(collect->trace);
	texts__exit(&collect->texts);
	buf__exit(&collect->text);
	free(collect);
}

static bool all_have(const struct session_events *events, u64 sample_type)
{
	for (size_t i = 0; i < events->nr; i++)
		if (!(events->list[i].layout.sample_type & sample_type))
			return false;
	return events->nr;
}

static bool all_tracepoints(const struct session_events *events)
{
	for (size_t i = 0; i < events->nr; i++)
		if (data_event__attr(events->list[i].event)->type != PERF_TYPE_TRACEPOINT)
			return false;
	return events->nr;
}

/* A key that no event's samples have makes no rows. */
static int check_keys(struct collect *collect, const struct session_events *events)
{
	for (size_t k = 0; k < collect->spec.nr_keys; k++) {
		const struct hist_field *field = collect->spec.keys[k];
		bool has = !field->needs;

		for (size_t i = 0; i < events->nr && !has; i++)
			has = events->list[i].layout.sample_type & field->needs;
		if (!has && events->nr && collect->opts->spec.sort)
			return err__set(&collect->err, -EINVAL,
					"-s %s: the samples were recorded without it", field->name);
	}
	return 0;
}

static int setup_spec(struct collect *collect, const struct session_events *events)
{
	struct hist_spec_options opts = collect->opts->spec;
	bool chains = all_have(events, PERF_SAMPLE_CALLCHAIN);
	int ret;

	opts.children = chains && !collect->opts->no_children;
	opts.only_tracepoints = all_tracepoints(events);
	ret = hist_spec__parse(&collect->spec, &opts, &collect->err);
	if (ret)
		return ret;
	collect->chains = chains && !collect->opts->no_chains;
	collect->from_caller = collect->opts->chain_order ? collect->opts->chain_order > 0
							  : collect->spec.children;
	collect->needs_parent = hist_spec__has(&collect->spec, HIST_PARENT);
	collect->needs_place = hist_spec__has(&collect->spec, HIST_SYM) ||
			       hist_spec__has(&collect->spec, HIST_DSO) || collect->opts->dsos ||
			       collect->opts->symbols;
	return check_keys(collect, events);
}

static int setup_event(struct collect *collect, struct collect_event *event,
		       const struct session_event *from)
{
	event->name = event_name__get(from->event, collect->trace);
	event->raw.spec = event->hists.spec = &collect->spec;
	event->root = chains__new_root(&event->raw.chains);
	return event->name && event->root ? 0 : -ENOMEM;
}

int collect__setup(struct collect *collect, const struct session_events *events)
{
	const struct data_info *info = collect->info;
	struct collect_event *list;
	int ret = 0;

	if (!collect->trace && info->tracing_data)
		ret = trace__new(&collect->trace, info->tracing_data, info->tracing_data_size,
				 collect->machine, &collect->err);
	if (!ret && !collect->nr)
		ret = setup_spec(collect, events);
	if (ret)
		return ret;
	list = reallocarray(collect->events, events->nr + 1, sizeof(*list));
	if (!list)
		return err__set(&collect->err, -ENOMEM, "out of memory");
	collect->events = list;
	while (!ret && collect->nr < events->nr) {
		memset(&list[collect->nr], 0, sizeof(*list));
		ret = setup_event(collect, &list[collect->nr], &events->list[collect->nr]);
		collect->nr++;
	}
	return ret ? err__set(&collect->err, ret, "out of memory") : 0;
}

/* Is @name in the comma list? */
static bool listed(const char *list, const char *name)
{
	size_t name_len = strlen(name);

	for (const char *at = list; *at;) {
		size_t len = strcspn(at, ",");

		if (len == name_len && !memcmp(at, name, len))
			return true;
		at += len + !!at[len];
	}
	return false;
}

/* Of what the user does not want to see at all nothing is counted. */
static bool is_left_out(const struct collect *collect, const struct perf_sample *sample)
{
	const struct collect_options *opts = collect->opts;

	if (sample->time_ns != SAMPLE_NO_TIME &&
	    (sample->time_ns < opts->span.begin_ns || sample->time_ns > opts->span.end_ns))
		return true;
	return opts->cpus && (sample->cpu >= opts->nr_cpus || !opts->cpus[sample->cpu]);
}

/* No row, but part of the event's sums. */
static bool is_filtered(const struct collect *collect, const struct hist_sample *sample)
{
	const struct collect_options *opts = collect->opts;
	const struct place *place = sample->place;

	if (opts->comms && !listed(opts->comms, sample->thread->comm))
		return true;
	if (opts->dsos && !listed(opts->dsos, hist_dso__name(place->dso, false)) &&
	    !listed(opts->dsos, hist_dso__name(place->dso, true)))
		return true;
	return opts->symbols && !(place->symbol && listed(opts->symbols, place->symbol->name));
}

/* Of a chain that is too long, what is furthest from where trees begin is left out. */
static void cut_chain(struct collect *collect)
{
	size_t max = collect->opts->max_stack;

	if (collect->depth <= max)
		return;
	if (collect->from_caller)
		memmove(collect->chain, collect->chain + collect->depth - max,
			max * sizeof(collect->chain[0]));
	collect->depth = max;
}

/* The first in the order of the trees whose name the user looks for. */
static const char *find_parent(struct collect *collect)
{
	for (size_t i = 0; i < collect->depth; i++) {
		size_t at = collect->from_caller ? collect->depth - 1 - i : i;
		const struct symbol *symbol = collect->chain[at]->symbol;

		if (symbol && !regexec(collect->opts->parent, symbol->name, 0, NULL, 0))
			return texts__get(&collect->texts, symbol->name, strlen(symbol->name));
	}
	return NULL;
}

/* Resolves the call chain, innermost first. 0 or -ENOMEM. */
static int read_chain(struct collect *collect, struct hist_sample *sample)
{
	struct callchain_walk walk = callchain_walk__begin(&sample->record->sample->callchain);
	u64 ip;

	collect->depth = 0;
	while (collect->depth < MAX_DEPTH && callchain_walk__next(&walk, &ip)) {
		const struct place *place =
			places__find(collect->places, sample->thread, walk.cpumode, ip, true);

		if (!place)
			return -ENOMEM;
		collect->chain[collect->depth++] = place;
	}
	cut_chain(collect);
	sample->parent = collect->needs_parent ? find_parent(collect) : NULL;
	return 0;
}

/* The node of the chain in the tree of all chains, from the outermost caller on; 0: out of memory. */
static u32 chain_end(struct collect *collect, struct collect_event *event)
{
	u32 at = event->root;

	for (size_t i = collect->depth; at && i--;)
		at = chains__step(&event->raw.chains, at, collect->chain[i]);
	return at;
}

static void count(struct hist_entry *entry, const struct session_record *record)
{
	u64 period = record->sample->period;

	entry->samples++;
	entry->period += period;
	switch (record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) {
	case PERF_RECORD_MISC_KERNEL:
		entry->period_kernel += period;
		break;
	case PERF_RECORD_MISC_USER:
		entry->period_user += period;
		break;
	}
}

static int add_row(struct collect *collect, struct collect_event *event, struct hist_sample *sample)
{
	bool chains = collect->chains || collect->spec.children;
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *entry;
	u32 chain = 0;

	if ((chains || collect->needs_parent) && read_chain(collect, sample))
		return -ENOMEM;
	if (chains && collect->depth) {
		chain = chain_end(collect, event);
		if (!chain)
			return -ENOMEM;
	}
	for (size_t i = 0; i < collect->spec.nr_keys; i++)
		keys[i] = collect->spec.keys[i]->key(sample);
	entry = hists__get(&event->raw, keys, chain);
	if (!entry)
		return -ENOMEM;
	if (!entry->level)
		entry->level = sample->place ? sample->place->level : '.';
	count(entry, sample->record);
	return 0;
}

int collect__sample(struct collect *collect, const struct session_record *record)
{
	const struct perf_sample *s = record->sample;
	struct collect_event *event = &collect->events[record->event->index];
	struct hist_sample sample = {
		.record = record,
		.texts = &collect->texts,
		.trace = collect->trace,
		.text = &collect->text,
	};

	if (is_left_out(collect, s))
		return 0;
	sample.thread = machine__thread(collect->machine, s->pid, s->tid);
	if (sample.thread && collect->needs_place)
		sample.place = places__find(collect->places, sample.thread,
					    record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
					    s->ip, false);
	if (!sample.thread || (collect->needs_place && !sample.place))
		return err__set(&collect->err, -ENOMEM, "out of memory");
	event->raw.samples++;
	event->raw.period += s->period;
	if (is_filtered(collect, &sample))
		return 0;
	event->raw.samples_shown++;
	event->raw.period_shown += s->period;
	if (add_row(collect, event, &sample))
		return err__set(&collect->err, -ENOMEM, "out of memory");
	return 0;
}

void collect__mmap(struct collect *collect, const struct session_record *record)
{
	if ((record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
		places__forget_kernel(collect->places);
}

int collect__finish(struct collect *collect)
{
	bool expand = collect->chains || collect->spec.children;

	for (size_t i = 0; i < collect->nr; i++) {
		struct collect_event *event = &collect->events[i];

		if (!expand) {
			event->hists = event->raw;
			event->raw = (struct hists){ .spec = &collect->spec };
		} else if (hists__expand(&event->hists, &event->raw, collect->chains,
					 collect->from_caller)) {
			return err__set(&collect->err, -ENOMEM, "out of memory");
		}
		hists__sort(&event->hists);
	}
	return 0;
}

const struct err *collect__err(const struct collect *collect)
{
	return &collect->err;
}

const struct hist_spec *collect__spec(const struct collect *collect)
{
	return &collect->spec;
}

size_t collect__nr_events(const struct collect *collect)
{
	return collect->nr;
}

const char *collect__event_name(const struct collect *collect, size_t i)
{
	return collect->events[i].name;
}

const struct hists *collect__hists(const struct collect *collect, size_t i)
{
	return &collect->events[i].hists;
}

bool collect__has_chains(const struct collect *collect)
{
	return collect->chains;
}

bool collect__from_caller(const struct collect *collect)
{
	return collect->from_caller;
}
