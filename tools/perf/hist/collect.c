// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples -> rows. While reading, samples of equal keys and equal call chain become one row;
 * what callers share of it, and the trees of call chains, are worked out once a row at the end.
 */
#include "hist/collect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/cgroups.h"
#include "hist/expand.h"
#include "hist/field-trace.h"
#include "hist/group.h"
#include "hist/levels.h"
#include "hist/recent.h"
#include "hist/sample.h"
#include "session/callchain.h"
#include "session/event-name.h"
#include "session/record.h"
#include "session/trace.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

#define MAX_DEPTH 4096

/* Each event of a group gets the rows of all: a file must not make that grow without bounds. */
#define MAX_JOINED 16

/* What rows depend on, where that can be told from samples that came before. */
enum shortcut {
	NO_SHORTCUT,
	BY_RAW,	  /* the raw data alone */
	BY_PLACE, /* task, address and CPU, as far as keys ask for them */
	BY_CHAIN, /* and call chain */
};

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
	struct steps *steps; /* NULL: steps of call chains are places */
	struct points *points;
	struct hist_cgroups cgroups;
	struct arena arena; /* fields of tracepoints */
	struct texts texts;
	struct trace *trace;
	struct buf text;
	struct hist_spec spec;
	struct collect_event *events;
	size_t nr;
	bool needs_place, needs_parent, by_cpu, chains, from_caller;
	u8 may_hide; /* what hides a row, and not only samples: levels above it count those too */
	const struct place *chain[MAX_DEPTH];
	size_t depth;
	enum shortcut shortcut;
	struct recent *recent;
	struct hist_entry *row; /* of the sample that was counted last, */
	u32 row_chain;		/* and where its chain ends */
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
	collect->points = points__new(machine);
	collect->recent = recent__new();
	if (opts->steps && collect->places)
		collect->steps =
			steps__new(machine, collect->places, opts->steps, opts->full_source_path);
	if (collect->places && collect->points && collect->recent &&
	    (collect->steps || !opts->steps))
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
	steps__delete(collect->steps);
	places__delete(collect->places);
	points__delete(collect->points);
	recent__delete(collect->recent);
	hist_cgroups__exit(&collect->cgroups);
	arena__exit(&collect->arena);
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

/* Memory's and branches' fields print the level that a row gets from its place. */
static bool needs_place(const struct hist_spec *spec)
{
	for (size_t k = 0; k < spec->nr_keys; k++) {
		const struct hist_field *field = spec->keys[k];

		if (field->needs & PERF_SAMPLE_IP || field->group == HIST_MEMORY)
			return true;
	}
	return false;
}

/* Filters of samples, not those that leave them out altogether. */
static bool has_filter(const struct collect_options *opts)
{
	const struct hist_filter *filter = &opts->filter;

	return filter->comms || filter->dsos || filter->symbols || filter->pids || filter->tids ||
	       filter->symbol_part || filter->with_symbol || filter->with_parent ||
	       filter->socket || opts->ignore_callees;
}

static enum shortcut find_shortcut(const struct collect *collect)
{
	const struct hist_spec *spec = &collect->spec;

	if (collect->opts->spec.mode != HIST_MODE_NORMAL || has_filter(collect->opts) ||
	    collect->opts->hits)
		return NO_SHORTCUT;
	if (spec->nr_keys == 1 && spec->keys[0]->id == HIST_TRACE && !collect->chains)
		return BY_RAW;
	for (size_t k = 0; k < spec->nr_keys; k++) {
		enum hist_field_id id = spec->keys[k]->id;

		if (id != HIST_COMM && id != HIST_PID && id != HIST_DSO && id != HIST_SYM &&
		    id != HIST_CPU)
			return NO_SHORTCUT;
	}
	return collect->chains || spec->children ? BY_CHAIN : BY_PLACE;
}

/* Will addresses in the kernel be looked up? */
static bool needs_kernel_symbols(const struct collect *collect, const struct session_events *events)
{
	bool looks = collect->needs_place || collect->chains || collect->spec.children ||
		     collect->needs_parent || collect->opts->spec.mode != HIST_MODE_NORMAL;

	for (size_t i = 0; i < events->nr && looks; i++)
		if (!data_event__attr(events->list[i].event)->exclude_kernel)
			return true;
	return false;
}

static int setup_spec(struct collect *collect, const struct session_events *events)
{
	struct hist_spec_options opts = collect->opts->spec;
	const struct trace_fields fields = { collect->trace, events, &collect->arena };
	bool chains = all_have(events, PERF_SAMPLE_CALLCHAIN) && opts.mode != HIST_MODE_BRANCH;
	bool children;
	int ret;

	children = chains && !collect->opts->no_children && opts.mode == HIST_MODE_NORMAL;
	opts.children = children && !opts.hierarchy;
	opts.only_tracepoints = all_tracepoints(events) && !collect->opts->raw_trace;
	opts.trace_fields = &fields;
	ret = hist_spec__parse(&collect->spec, &opts, &collect->err);
	if (ret)
		return ret;
	collect->chains = chains && !collect->opts->no_chains;
	collect->from_caller = collect->opts->chain_order      ? collect->opts->chain_order > 0
			       : opts.mode == HIST_MODE_MEMORY ? !collect->opts->no_children
							       : children;
	for (size_t k = 0; k < collect->spec.nr_keys && collect->spec.nr_levels; k++)
		collect->may_hide |= hist_filter__decided_by(collect->spec.keys[k]->id);
	collect->needs_parent = hist_spec__has(&collect->spec, HIST_PARENT);
	collect->by_cpu = hist_spec__has(&collect->spec, HIST_CPU);
	collect->needs_place = needs_place(&collect->spec) || collect->opts->ignore_callees ||
			       hist_filter__needs_place(&collect->opts->filter);
	collect->shortcut = find_shortcut(collect);
	ret = check_keys(collect, events);
	if (!ret && needs_kernel_symbols(collect, events))
		machine__expect_kernel_symbols(collect->machine);
	return ret;
}

static int setup_event(struct collect *collect, struct collect_event *event,
		       const struct session_event *from)
{
	const struct perf_event_attr *attr = data_event__attr(from->event);

	event->name = event_name__get(from->event, collect->trace);
	event->raw.spec = event->hists.spec = &collect->spec;
	event->hists.by_count = collect->opts->count_chains;
	if (attr->type == PERF_TYPE_TRACEPOINT)
		event->raw.tracepoint = event->hists.tracepoint = attr->config;
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

/* Adds what is at an address that was unwound. */
static int read_inlines(struct collect *collect, struct thread *thread, u64 ip)
{
	const struct place_list *list = places__find_inlines(collect->places, thread, ip);

	for (size_t i = 0; list && i < list->nr && collect->depth < MAX_DEPTH; i++)
		collect->chain[collect->depth++] =
			collect->steps ? steps__find_inline(collect->steps, thread, ip, list, i)
				       : list->places[i];
	return list && collect->chain[collect->depth - 1] ? 0 : -ENOMEM;
}

static const struct place *find_step(struct collect *collect, struct thread *thread, u8 cpumode,
				     u64 ip)
{
	return collect->steps ? steps__find(collect->steps, thread, cpumode, ip)
			      : places__find(collect->places, thread, cpumode, ip, true);
}

static int read_step(struct collect *collect, struct thread *thread, u8 cpumode, u64 ip)
{
	const struct place *place = find_step(collect, thread, cpumode, ip);

	if (!place)
		return -ENOMEM;
	collect->chain[collect->depth++] = place;
	return 0;
}

/*
 * Resolves the call chain, innermost first. What was unwound counts anew for the longest that a
 * chain may be, and without inlined functions. 0 or -ENOMEM.
 */
static int read_chain(struct collect *collect, struct hist_sample *sample)
{
	const struct perf_sample *s = sample->record->sample;
	struct callchain_walk walk = callchain_walk__begin(&s->callchain);
	u64 ip, nr_unwound = 0;
	int ret = 0;

	collect->depth = 0;
	while (!ret && collect->depth < MAX_DEPTH && callchain_walk__next(&walk, &ip)) {
		bool unwound = s->first_unwound && walk.at > s->first_unwound;

		if (unwound && !nr_unwound)
			cut_chain(collect);
		if (unwound && nr_unwound++ == collect->opts->max_stack)
			break;
		ret = unwound && !collect->opts->no_inline
			      ? read_inlines(collect, sample->thread, ip)
			      : read_step(collect, sample->thread, walk.cpumode, ip);
	}
	if (ret)
		return ret;
	if (!nr_unwound)
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

static void count(struct hist_entry *entry, const struct session_record *record, u64 period)
{
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

/* What a sample counts for. */
static u64 period_of(const struct collect *collect, const struct perf_sample *sample)
{
	switch (collect->opts->spec.mode) {
	case HIST_MODE_BRANCH:
		return 1;
	case HIST_MODE_MEMORY:
		return sample->weight ? sample->weight : 1;
	case HIST_MODE_NORMAL:
		break;
	}
	return sample->period;
}

static int add_row(struct collect *collect, struct collect_event *event, struct hist_sample *sample,
		   u8 hidden)
{
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *entry;
	u32 chain = 0;

	if (collect->depth && (collect->chains || collect->spec.children)) {
		chain = chain_end(collect, event);
		if (!chain)
			return -ENOMEM;
	}
	for (size_t i = 0; i < collect->spec.nr_keys; i++)
		keys[i] = collect->spec.keys[i]->key(sample, collect->spec.keys[i]);
	entry = hists__get(&event->raw, keys, chain);
	if (!entry)
		return -ENOMEM;
	if (!entry->level)
		entry->level = sample->place ? sample->place->level : '.';
	entry->hidden = hidden;
	count(entry, sample->record, period_of(collect, sample->record->sample));
	collect->row = entry;
	collect->row_chain = chain;
	return 0;
}

static int add_hit(struct collect *collect, const struct collect_event *event,
		   const struct hist_sample *sample)
{
	const struct session_record *record = sample->record;
	struct location location;
	struct hit hit;

	machine__resolve(collect->machine, sample->thread,
			 record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK, record->sample->ip,
			 &location);
	if (!location.symbol || !location.dso)
		return 0;
	hit = (struct hit){ .symbol = location.symbol,
			    .dso = location.dso,
			    .map = location.map,
			    .ip = location.ip,
			    .offset = location.offset,
			    .event = event - collect->events };
	return hits__add(collect->opts->hits, &hit, period_of(collect, record->sample));
}

/* Counts what is not left out; what is hidden has no row. */
static int count_sample(struct collect *collect, struct collect_event *event,
			struct hist_sample *sample)
{
	u64 period = period_of(collect, sample->record->sample);
	u8 hidden;

	if (collect->opts->filter.with_symbol && !sample->place->symbol)
		return 0;
	event->raw.samples++;
	event->raw.period += period;
	hidden = hist_filter__hidden(&collect->opts->filter, sample);
	if (hidden & ~collect->may_hide)
		return 0;
	if (hidden)
		return add_row(collect, event, sample, hidden);
	event->raw.samples_shown++;
	event->raw.period_shown += period;
	if (collect->opts->hits && add_hit(collect, event, sample))
		return -ENOMEM;
	return add_row(collect, event, sample, 0);
}

/* Each branch is counted as if it were a sample where it went to. */
static int count_branches(struct collect *collect, struct collect_event *event,
			  struct hist_sample *sample)
{
	const struct u64_array *branches = &sample->record->sample->branches;
	struct hist_branch branch;
	int ret = 0;

	sample->branch = &branch;
	for (u64 i = 0; i + 2 < branches->nr && !ret; i += 3) {
		branch.from =
			points__find(collect->points, sample->thread, u64_array__at(branches, i));
		branch.to = points__find(collect->points, sample->thread,
					 u64_array__at(branches, i + 1));
		branch.flags = u64_array__at(branches, i + 2);
		if (!branch.from || !branch.to)
			return -ENOMEM;
		sample->place = places__find(collect->places, sample->thread,
					     points__cpumode(branch.to), branch.to->addr, false);
		ret = sample->place ? count_sample(collect, event, sample) : -ENOMEM;
	}
	return ret;
}

/* What functions that are of no interest called is counted where they were called. */
static void move_to_caller(struct collect *collect, struct hist_sample *sample)
{
	for (size_t i = collect->depth; i--;) {
		const struct symbol *symbol = collect->chain[i]->symbol;

		if (!symbol || regexec(collect->opts->ignore_callees, symbol->name, 0, NULL, 0))
			continue;
		sample->place = collect->chain[i]->of ? collect->chain[i]->of : collect->chain[i];
		collect->depth -= i;
		memmove(collect->chain, collect->chain + i,
			collect->depth * sizeof(collect->chain[0]));
		return;
	}
}

static int take_sample(struct collect *collect, struct collect_event *event,
		       struct hist_sample *sample)
{
	const struct session_record *record = sample->record;
	int ret = 0;

	sample->thread =
		machine__thread(collect->machine, record->sample->pid, record->sample->tid);
	if (!sample->thread)
		return -ENOMEM;
	if (collect->opts->spec.mode == HIST_MODE_BRANCH)
		return count_branches(collect, event, sample);
	if (collect->needs_place)
		sample->place = places__find(collect->places, sample->thread,
					     record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK,
					     record->sample->ip, false);
	if (collect->needs_place && !sample->place)
		return -ENOMEM;
	collect->depth = 0;
	if (collect->chains || collect->spec.children || collect->needs_parent)
		ret = read_chain(collect, sample);
	if (!ret && collect->opts->ignore_callees)
		move_to_caller(collect, sample);
	return ret ? ret : count_sample(collect, event, sample);
}

static void count_recent(struct collect_event *event, const struct session_record *record,
			 struct hist_entry *row)
{
	u64 period = record->sample->period;

	event->raw.samples++;
	event->raw.period += period;
	event->raw.samples_shown++;
	event->raw.period_shown += period;
	count(row, record, period);
}

/* The long way. */
static int find_row(struct collect *collect, const struct session_record *record)
{
	struct hist_sample sample = {
		.record = record,
		.places = collect->places,
		.points = collect->points,
		.texts = &collect->texts,
		.trace = collect->trace,
		.info = collect->info,
		.cgroups = &collect->cgroups,
		.quantum_ns = collect->opts->quantum_ns,
		.raw_trace = collect->opts->raw_trace,
		.machine = collect->machine,
		.srcline_style = collect->opts->full_source_path ? SRCLINE_FULL : 0,
		.text = &collect->text,
	};

	return take_sample(collect, &collect->events[record->event->index], &sample);
}

/* The row of what the raw data says, which is all that rows differ by. NULL: out of memory. */
static struct hist_entry *find_text_row(struct collect *collect,
					const struct session_record *record)
{
	struct buf *text = &collect->text;
	struct hist_entry *row;

	buf__reset(text);
	hist_sample__print_trace(collect->trace, text, record->sample, collect->opts->raw_trace);
	row = hists__get_text(&collect->events[record->event->index].raw, &collect->texts.arena,
			      text->len ? text->data : "", text->len);
	if (row)
		row->level = '.';
	return row;
}

static int take_by_raw(struct collect *collect, const struct session_record *record)
{
	const struct recent_raw raw = { .bytes = record->sample->raw,
					.size = record->sample->raw_size,
					.event = record->event->index,
					.task = record->sample->tid };
	struct hist_entry *row;
	u64 hash;

	if (!raw.bytes)
		return find_row(collect, record);
	row = recent__raw(collect->recent, &raw, &hash);
	if (row) {
		count_recent(&collect->events[raw.event], record, row);
		return 0;
	}
	row = find_text_row(collect, record);
	if (!row)
		return -ENOMEM;
	count_recent(&collect->events[raw.event], record, row);
	recent__set_raw(collect->recent, &raw, hash, row);
	return 0;
}

/* Can the innermost address be taken apart from the rest? Where chains are cut or where it may be
 * several steps it can not. */
static bool has_leaf(const struct collect *collect, const struct perf_sample *sample)
{
	const struct u64_array *words = &sample->callchain;
	u64 first;

	if (sample->first_unwound == 1 && !collect->opts->no_inline)
		return false;
	if (words->nr < 3 || words->nr > collect->opts->max_stack || words->swapped)
		return false;
	first = u64_array__at(words, 0);
	return (first == PERF_CONTEXT_KERNEL || first == PERF_CONTEXT_USER) &&
	       u64_array__at(words, 1) < PERF_CONTEXT_MAX;
}

/* The end of the sample's chain, by that of the callers, which was met before. 0: it was not. */
static u32 recent_end(struct collect *collect, const struct recent_chain *chain,
		      struct thread *thread, u64 *hash)
{
	bool kernel = u64_array__at(chain->words, 0) == PERF_CONTEXT_KERNEL;
	u32 callers = recent__chain(collect->recent, chain, hash);
	const struct place *leaf;

	if (!callers)
		return 0;
	leaf = find_step(collect, thread, kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER,
			 u64_array__at(chain->words, 1));
	return leaf ? chains__step(&collect->events[chain->event].raw.chains, callers, leaf) : 0;
}

/* What the row depends on, but for the call chain. */
static inline struct recent_key key_of(const struct collect *collect,
				       const struct session_record *record)
{
	const struct perf_sample *s = record->sample;

	return (struct recent_key){
		.changes = machine__changes(collect->machine),
		.ip = collect->needs_place ? s->ip : 0,
		.task = (u64)s->pid << 32 | s->tid,
		.event = record->event->index,
		.cpumode = collect->needs_place
				   ? record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK
				   : 0,
		.cpu = collect->by_cpu ? s->cpu : 0,
	};
}

static int take_by_place(struct collect *collect, const struct session_record *record)
{
	struct recent_key key = key_of(collect, record);
	struct hist_entry *row = recent__row(collect->recent, &key);
	int ret;

	if (row) {
		count_recent(&collect->events[key.event], record, row);
		return 0;
	}
	ret = find_row(collect, record);
	if (!ret)
		recent__set_row(collect->recent, &key, collect->row);
	return ret;
}

static int take_by_chain(struct collect *collect, const struct session_record *record)
{
	const struct perf_sample *s = record->sample;
	struct collect_event *event = &collect->events[record->event->index];
	struct thread *thread = machine__thread(collect->machine, s->pid, s->tid);
	struct recent_key key = key_of(collect, record);
	struct recent_chain chain = { .changes = key.changes,
				      .space = thread ? thread->maps : NULL,
				      .words = &s->callchain,
				      .event = key.event };
	bool leaf = thread && has_leaf(collect, s);
	struct hist_entry *row = NULL;
	u64 hash = 0;
	int ret;

	if (leaf)
		key.chain = recent_end(collect, &chain, thread, &hash);
	if (key.chain)
		row = recent__row(collect->recent, &key);
	if (row) {
		count_recent(event, record, row);
		return 0;
	}
	ret = find_row(collect, record);
	if (ret)
		return ret;
	if (leaf && collect->row_chain)
		recent__set_chain(collect->recent, &chain, hash,
				  event->raw.chains.nodes[collect->row_chain].parent);
	key.chain = collect->row_chain;
	recent__set_row(collect->recent, &key, collect->row);
	return 0;
}

/* Samples of guests count, but have no row. */
static void count_guest(struct collect *collect, const struct session_record *record)
{
	struct hists *raw = &collect->events[record->event->index].raw;

	raw->samples++;
	raw->period += period_of(collect, record->sample);
}

int collect__sample(struct collect *collect, const struct session_record *record)
{
	int ret = 0;

	if (record__is_guest(record->header)) {
		count_guest(collect, record);
		return 0;
	}
	if (hist_filter__leaves_some_out(&collect->opts->filter) &&
	    hist_filter__leaves_out(&collect->opts->filter, record->sample))
		return 0;
	switch (collect->shortcut) {
	case BY_RAW:
		ret = take_by_raw(collect, record);
		break;
	case BY_PLACE:
		ret = take_by_place(collect, record);
		break;
	case BY_CHAIN:
		ret = take_by_chain(collect, record);
		break;
	case NO_SHORTCUT:
		ret = find_row(collect, record);
	}
	return ret ? err__set(&collect->err, -ENOMEM, "out of memory") : 0;
}

int collect__other(struct collect *collect, const struct session_record *record, bool swapped)
{
	return hist_cgroups__add(&collect->cgroups, &collect->texts, record, swapped);
}

void collect__mmap(struct collect *collect, const struct session_record *record)
{
	if ((record->header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL)
		places__forget_kernel(collect->places);
}

/* How many events from @i on the file calls a group. */
static size_t group_size(const struct collect *collect, size_t i)
{
	const struct data_info *info = collect->info;

	for (size_t g = 0; g < info->nr_groups; g++)
		if (info->groups[g].leader == i && info->groups[g].nr > 1 &&
		    info->groups[g].nr <= MAX_JOINED && info->groups[g].nr <= collect->nr - i)
			return info->groups[g].nr;
	return 1;
}

static int join(struct collect *collect, size_t first, size_t nr)
{
	struct hists **events = calloc(nr, sizeof(*events));
	int ret;

	for (size_t i = 0; events && i < nr; i++)
		events[i] = &collect->events[first + i].hists;
	ret = events ? hists__join(events, nr) : -ENOMEM;
	free(events);
	return ret;
}

static int sort_events(struct collect *collect)
{
	int ret = 0;

	for (size_t i = 0, nr; i < collect->nr && !ret; i += nr) {
		nr = group_size(collect, i);
		collect->events[i].hists.leads = nr > 1;
		nr = collect->opts->groups ? nr : 1;
		if (nr > 1)
			ret = join(collect, i, nr);
		else
			ret = hists__sort(&collect->events[i].hists);
		if (!ret && collect->spec.nr_levels)
			ret = hists__make_levels(&collect->events[i].hists);
	}
	return ret ? err__set(&collect->err, ret, "out of memory") : 0;
}

int collect__rename(struct collect *collect, const struct session_events *events)
{
	for (size_t i = 0; i < collect->nr && i < events->nr; i++) {
		char *name = event_name__get(events->list[i].event, collect->trace);

		if (!name)
			return err__set(&collect->err, -ENOMEM, "out of memory");
		free(collect->events[i].name);
		collect->events[i].name = name;
	}
	return 0;
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
	}
	return sort_events(collect) ? err__set(&collect->err, -ENOMEM, "out of memory") : 0;
}

size_t collect__nr_joined(const struct collect *collect, size_t i)
{
	size_t nr = 1;

	for (const struct hists *at = collect->events[i].hists.member; at; at = at->member)
		nr++;
	return nr;
}

struct hists *collect__raw(struct collect *collect, size_t i)
{
	/* The caller may replace them. */
	recent__forget(collect->recent);
	return &collect->events[i].raw;
}

const struct hists *collect__rows(const struct collect *collect, size_t i)
{
	return &collect->events[i].raw;
}

struct hists *collect__aged(struct collect *collect, size_t i)
{
	return &collect->events[i].raw;
}

struct texts *collect__texts(struct collect *collect)
{
	return &collect->texts;
}

struct places *collect__new_places(const struct collect *collect)
{
	return places__new(collect->machine);
}

struct points *collect__new_points(const struct collect *collect)
{
	return points__new(collect->machine);
}

void collect__swap_places(struct collect *collect, struct places **places, struct points **points)
{
	struct places *old_places = collect->places;
	struct points *old_points = collect->points;

	recent__forget(collect->recent);
	collect->places = *places;
	collect->points = *points;
	*places = old_places;
	*points = old_points;
}

struct trace *collect__trace(const struct collect *collect)
{
	return collect->trace;
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
