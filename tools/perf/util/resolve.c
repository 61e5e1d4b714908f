// SPDX-License-Identifier: GPL-2.0-only
/*
 * Syntax tree to events: what each node means is looked up, and an event is built for each PMU
 * or tracepoint it means. Names and columns go in, struct events come out.
 */
#include "resolve.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event-names.h"
#include "pmu.h"
#include "resolve-group.h"
#include "resolve-name.h"
#include "resolve-pmu.h"
#include "resolve-terms.h"

struct resolver {
	struct event_list *list;
	const struct event_lookup *lookup;
	bool counting;
	struct arena arena;
	struct err *err;
	struct pmu_names pmus;
	const struct syntax_event *node; /* at hand */
	struct modifiers mods;		 /* the node's and its group's */
	struct syntax_word where;	 /* of the modifiers */
};

static int no_memory(struct resolver *r)
{
	return err__set(r->err, -ENOMEM, "out of memory");
}

static struct unknown unknown_of(struct resolver *r)
{
	return (struct unknown){ r->lookup, &r->arena, r->err };
}

static bool dup_to(char **to, const char *from)
{
	if (from)
		*to = strdup(from);
	return !from || *to;
}

static bool take_pmu(struct resolver *r, struct event *event, const struct pmu *pmu)
{
	event->is_core_pmu = pmu->is_core;
	if (r->mods.precise_max && r->lookup->max_precise)
		event->terms.max_precise = r->lookup->max_precise(r->lookup->ctx, pmu);
	return dup_to(&event->pmu, pmu->name) && dup_to(&event->source, pmu->source) &&
	       dup_to(&event->cpus, pmu->cpus);
}

/* An event of the node's name with its type and config; NULL: out of memory. */
static struct event *new_event(struct resolver *r, u32 type, const u64 *config,
			       const struct pmu *pmu)
{
	struct event *event = event__new();

	if (!event)
		return NULL;
	event__attr(event)->type = type;
	/* attr.type is the half of word 0 that attr.size is not. */
	event__attr(&(struct event){ .words = event->pinned })->type = ~0u;
	if (config)
		event__pin(event, ATTR_WORD_CONFIG, ~0ULL, *config);
	if (!dup_to(&event->name, r->node->typed) || (pmu && !take_pmu(r, event, pmu))) {
		event__delete(event);
		return NULL;
	}
	event->leader = r->list->nr;
	return event;
}

struct add {
	struct event *event;	      /* owned: deleted on failure */
	const struct pmu *terms_of;   /* whose names the terms use; NULL: nobody's */
	const struct pmu *covered_by; /* whose formats a raw config should stay within */
	const struct syntax_terms *terms;
	struct err *err;
};

static int add_event(struct resolver *r, const struct add *add)
{
	struct build build = {
		.lookup = r->lookup,
		.arena = &r->arena,
		.err = add->err,
		.event = add->event,
		.pmu = add->terms_of,
		.covered_by = add->terms_of ?: add->covered_by,
		.pmus = &r->pmus,
		.counting = r->counting,
		.mods = r->mods,
		.where = r->where,
	};
	int ret;

	if (!add->event)
		return no_memory(r);
	if (add->covered_by)
		build.raw[ATTR_WORD_CONFIG] = add->event->words[ATTR_WORD_CONFIG];
	ret = build__apply(&build, add->terms);
	if (!ret && add->event->persistent && add->terms_of &&
	    !dup_to(&add->event->holder, add->terms_of->holder))
		ret = no_memory(r);
	if (ret) {
		event__delete(add->event);
		return ret;
	}
	return event_list__append(r->list, add->event) ? no_memory(r) : 0;
}

/* An event without a PMU of its own in the text. */
static int add_fixed(struct resolver *r, u32 type, u64 config, const struct pmu *pmu)
{
	struct add add = { .event = new_event(r, type, &config, pmu),
			   .terms = &r->node->terms,
			   .covered_by = type == PERF_TYPE_RAW ? pmu : NULL,
			   .err = r->err };

	return add_event(r, &add);
}

static int fill_pmus(struct resolver *r)
{
	return pmu_names__fill(&r->pmus, r->lookup, &r->arena) ? no_memory(r) : 0;
}

static int fill_core_pmus(struct resolver *r)
{
	return pmu_names__fill_core(&r->pmus, r->lookup, &r->arena) ? no_memory(r) : 0;
}

/* Core PMU @i of r->pmus, whose core PMUs are known. */
static int core_pmu(struct resolver *r, size_t i, const struct pmu **pmu)
{
	int ret = r->lookup->find_pmu(r->lookup->ctx, r->pmus.core[i], pmu, r->err);

	return ret == -ENOENT ? err__set(r->err, ret, "PMU '%s' is gone", r->pmus.core[i]) : ret;
}

/* The core PMU of that type number; where no core PMU has it, the only one. NULL: none is meant. */
static int core_pmu_of_type(struct resolver *r, u32 type, const struct pmu **pmu)
{
	int ret = fill_core_pmus(r);

	for (size_t i = 0; !ret && i < r->pmus.nr_core; i++) {
		ret = core_pmu(r, i, pmu);
		if (!ret && ((*pmu)->type == type || r->pmus.nr_core == 1))
			return 0;
	}
	*pmu = NULL;
	return ret;
}

/* An event of type @type on the core PMU that @pmu_type numbers. */
static int add_on_core(struct resolver *r, u32 type, u64 config, u32 pmu_type)
{
	const struct pmu *pmu;
	int ret = core_pmu_of_type(r, pmu_type, &pmu);

	return ret ?: add_fixed(r, type, config, pmu);
}

/* Hardware and cache events open once on each core PMU; with several, config says on which. */
static int add_hardware(struct resolver *r, u32 type, u64 config)
{
	int ret = fill_core_pmus(r);

	if (ret)
		return ret;
	if (!r->pmus.nr_core || config >> 32)
		return add_on_core(r, type, config, config >> 32);
	for (size_t i = 0; !ret && i < r->pmus.nr_core; i++) {
		const struct pmu *pmu;
		u64 extended = config;

		ret = core_pmu(r, i, &pmu);
		if (ret)
			break;
		if (r->pmus.nr_core > 1)
			extended |= (u64)pmu->type << 32;
		ret = add_fixed(r, type, extended, pmu);
	}
	return ret;
}

/*
 * The event on this PMU or, where it lacks what the terms name, on the PMU of that name in a
 * later source. The first one's fault is reported.
 */
static int add_on_pmu(struct resolver *r, const struct pmu *pmu, const struct syntax_terms *terms,
		      struct err *err)
{
	const struct event_lookup *lookup = r->lookup;
	struct err later = { 0 };
	struct add add = { .terms = terms, .err = err };
	int ret = 0, first = 0;

	while (!ret) {
		add.terms_of = pmu;
		add.event = new_event(r, pmu->type, NULL, pmu);
		ret = add_event(r, &add);
		if (ret != -ENOENT || !lookup->next_pmu_of_name)
			break;
		first = ret;
		add.err = &later;
		ret = lookup->next_pmu_of_name(lookup->ctx, pmu, &pmu, &later);
	}
	return ret && first ? first : ret;
}

/* PMUs by name, in the order in which they are opened; an array in the resolver's arena. */
struct chosen {
	struct resolver *r;
	const char *typed;
	const char **names;
	size_t nr, room;
};

static int choose(struct chosen *chosen, const char *name)
{
	if (chosen->nr == chosen->room) {
		size_t room = chosen->room ? chosen->room * 2 : 64;
		const char **more = arena__alloc(&chosen->r->arena, room * sizeof(*more));

		if (!more)
			return no_memory(chosen->r);
		if (chosen->nr)
			memcpy(more, chosen->names, chosen->nr * sizeof(*more));
		chosen->names = more;
		chosen->room = room;
	}
	chosen->names[chosen->nr++] = name;
	return 0;
}

static int choose_by_alias(void *arg, const char *alias, const char *name)
{
	struct chosen *chosen = arg;

	return pmu_alias__matches(chosen->typed, alias) ? choose(chosen, name) : 0;
}

/* The PMUs that a name means which no PMU has: by their own names, or else by their aliases. */
static int choose_matching(struct chosen *chosen)
{
	struct resolver *r = chosen->r;
	const struct event_lookup *lookup = r->lookup;
	int ret = fill_pmus(r);

	for (size_t i = 0; !ret && i < r->pmus.nr; i++)
		if (pmu_name__matches(chosen->typed, r->pmus.names[i]))
			ret = choose(chosen, r->pmus.names[i]);
	if (!ret && !chosen->nr && lookup->each_pmu_alias)
		ret = lookup->each_pmu_alias(lookup->ctx, choose_by_alias, chosen);
	return ret;
}

/*
 * An event with @terms on each of the chosen PMUs, the core PMUs first. A PMU that can not have it
 * is left out where @any will do. Returns how many have it, or -errno.
 */
static int add_on_chosen(struct resolver *r, const struct chosen *chosen,
			 const struct syntax_terms *terms, bool any)
{
	const struct event_lookup *lookup = r->lookup;
	struct err first = { 0 };
	int nr = 0;

	for (size_t i = 0; i < chosen->nr * 2; i++) {
		const char *name = chosen->names[i % chosen->nr];
		struct err err = { 0 };
		const struct pmu *pmu = NULL;
		int ret = lookup->find_pmu(lookup->ctx, name, &pmu, &err);

		if ((!ret && pmu->is_core) != (i < chosen->nr))
			continue;
		if (!ret)
			ret = add_on_pmu(r, pmu, terms, &err);
		if (ret == -ENOMEM || (ret && !any))
			return err__copy(r->err, &err) ?: ret;
		if (!ret)
			nr++;
		else if (!first.code)
			first = err;
	}
	return nr || !first.code ? nr : err__copy(r->err, &first);
}

/* All PMUs that a name without a PMU of exactly that name means. Returns how many, or -errno. */
static int add_matching(struct resolver *r, const char *typed)
{
	struct chosen chosen = { .r = r, .typed = typed };

	return choose_matching(&chosen) ?: add_on_chosen(r, &chosen, &r->node->terms, true);
}

/* A name alone: the sysfs event of that name of every PMU that has it. Returns how many. */
static int add_bare(struct resolver *r)
{
	const struct event_lookup *lookup = r->lookup;
	struct syntax_term event = { .next = r->node->terms.first, .name = r->node->word };
	struct syntax_terms terms = { &event, r->node->terms.last ?: &event };
	struct chosen chosen = { .r = r };
	int ret = fill_pmus(r);

	for (size_t i = 0; !ret && i < r->pmus.nr; i++)
		if (lookup->has_event(lookup->ctx, r->pmus.names[i], event.name.text))
			ret = choose(&chosen, r->pmus.names[i]);
	return ret ?: add_on_chosen(r, &chosen, &terms, false);
}

static int resolve_found(struct resolver *r, const struct event_name *found)
{
	const struct syntax_term *term = r->node->terms.first;
	size_t at = r->list->nr;
	int ret;

	if (found->tool && term)
		return err__set_at(r->err, -EINVAL, term->name.column,
				   "'%s' is read from a clock and takes no terms",
				   r->node->word.text);

	if (found->type == PERF_TYPE_HARDWARE || found->type == PERF_TYPE_HW_CACHE)
		return add_hardware(r, found->type, found->config);
	if (found->type == PERF_TYPE_RAW)
		return add_on_core(r, found->type, found->config, PERF_TYPE_RAW);
	ret = add_fixed(r, found->type, found->config, NULL);
	if (!ret)
		r->list->events[at]->tool = found->tool;
	return ret;
}

/* A vendor's event by the attr that its name stands for. */
static int add_encoded(struct resolver *r, const struct perf_event_attr *attr)
{
	struct add add = { .event = new_event(r, attr->type, &(u64){ attr->config }, NULL),
			   .terms = &r->node->terms,
			   .err = r->err };

	if (!add.event)
		return no_memory(r);
	event__pin(add.event, ATTR_WORD_CONFIG1, ~0ULL, attr->config1);
	event__pin(add.event, ATTR_WORD_CONFIG2, ~0ULL, attr->config2);
	return add_event(r, &add);
}

static int resolve_name(struct resolver *r)
{
	const struct syntax_word *word = &r->node->word;
	struct unknown unknown = unknown_of(r);
	struct perf_event_attr attr;
	struct event_name found;
	const struct pmu *pmu;
	int ret = event_name__find(word->text, &found);

	if (!ret)
		return resolve_found(r, &found);
	if (ret == -ERANGE)
		return err__set_at(r->err, ret, word->column,
				   "'%s' is too big: a raw config has 64 bits", word->text);
	if (r->node->slashes) {
		ret = r->lookup->find_pmu(r->lookup->ctx, word->text, &pmu, r->err);
		if (!ret)
			return add_on_pmu(r, pmu, &r->node->terms, r->err);
		if (ret != -ENOENT)
			return ret;
		ret = add_matching(r, word->text);
		if (ret)
			return ret < 0 ? ret : 0;
	}
	ret = add_bare(r);
	if (ret)
		return ret < 0 ? ret : 0;
	if (event_name__find(word->text, &found) == -EINVAL)
		return err__set_at(r->err, -EINVAL, word->column,
				   "'%s': that cache has no such operation", word->text);
	if (!r->node->slashes && r->lookup->encode_name &&
	    !r->lookup->encode_name(r->lookup->ctx, word->text, &attr))
		return add_encoded(r, &attr);
	return r->node->slashes ? resolve_name__unknown_pmu(&unknown, *word)
				: resolve_name__unknown_event(&unknown, *word);
}

static int parse_number(struct resolver *r, const struct syntax_word *word, u64 max, u64 *value)
{
	int ret = syntax__number(word->text, value);

	if (ret == -EINVAL)
		return err__set_at(r->err, ret, word->column, "'%s' is no number", word->text);
	if (ret || *value > max)
		return err__set_at(r->err, -ERANGE, word->column,
				   "%s is too big: the maximum is 0x%llx", word->text, max);
	return 0;
}

static int resolve_numeric(struct resolver *r)
{
	u64 type, config;
	int ret = parse_number(r, &r->node->word, 0xffffffff, &type)
			  ?: parse_number(r, &r->node->second, ~0ULL, &config);

	if (ret)
		return ret;
	/* Numbers are opened as they are, on the one core PMU that they mean. */
	if (type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE)
		return add_on_core(r, type, config, config >> 32);
	if (type == PERF_TYPE_RAW)
		return add_on_core(r, type, config, type);
	return add_fixed(r, type, config, NULL);
}

static u32 access_bits(const char *text)
{
	u32 bits = 0;

	for (; *text; text++)
		bits |= *text == 'r'   ? HW_BREAKPOINT_R
			: *text == 'w' ? HW_BREAKPOINT_W
				       : HW_BREAKPOINT_X;
	return bits;
}

static int resolve_breakpoint(struct resolver *r)
{
	const struct syntax_event *node = r->node;
	u32 access = node->second.text ? access_bits(node->second.text)
				       : HW_BREAKPOINT_R | HW_BREAKPOINT_W;
	u64 addr, len = 0, none = 0;
	struct perf_event_attr *attr;
	struct add add = { .terms = &node->terms, .err = r->err };
	int ret = parse_number(r, &node->word, ~0ULL, &addr);

	if (!ret && node->second.text &&
	    strlen(node->second.text) != (size_t)__builtin_popcount(access))
		ret = err__set_at(r->err, -EINVAL, node->second.column,
				  "access '%s' repeats a letter", node->second.text);
	if (!ret && node->len.text)
		ret = parse_number(r, &node->len, ~0ULL, &len);
	if (ret)
		return ret;
	if (!len)
		len = access == HW_BREAKPOINT_X ? sizeof(long) : HW_BREAKPOINT_LEN_4;
	add.event = new_event(r, PERF_TYPE_BREAKPOINT, &none, NULL);
	if (!add.event)
		return no_memory(r);
	event__pin(add.event, ATTR_WORD_CONFIG1, ~0ULL, addr);
	event__pin(add.event, ATTR_WORD_CONFIG2, ~0ULL, len);
	event__attr(add.event)->bp_type = access;
	attr = event__attr(&(struct event){ .words = add.event->pinned });
	attr->bp_type = ~0u;
	return add_event(r, &add);
}

static int add_tracepoint(void *arg, const struct tracepoint *tp)
{
	struct resolver *r = arg;
	struct add add = { .event = new_event(r, PERF_TYPE_TRACEPOINT, &tp->id, NULL),
			   .terms = &r->node->terms,
			   .err = r->err };
	struct event *event = add.event;

	if (!event)
		return no_memory(r);
	free(event->name);
	event->name = NULL;
	if (!dup_to(&event->tp_system, tp->system) || !dup_to(&event->tp_name, tp->name) ||
	    asprintf(&event->name, "%s:%s", tp->system, tp->name) < 0) {
		event->name = NULL;
		event__delete(event);
		return no_memory(r);
	}
	return add_event(r, &add);
}

static int resolve_tracepoint(struct resolver *r)
{
	const struct syntax_event *node = r->node;
	struct unknown unknown = unknown_of(r);
	struct tracepoint_walk walk = { node->word.text, node->second.text, add_tracepoint, r };
	const struct syntax_term *term = node->terms.first;
	int ret;

	if (r->counting && term)
		return err__set_at(r->err, -EINVAL, term->name.column,
				   "'%s': a tracepoint that is only counted takes no terms",
				   term->name.text);
	ret = r->lookup->each_tracepoint(r->lookup->ctx, &walk, r->err);

	if (ret < 0 && r->err && !r->err->column && !r->err->file[0])
		r->err->column = node->word.column;
	return ret < 0 ? ret
	       : ret   ? 0
		       : resolve_name__unknown_tracepoint(&unknown, node->word, node->second);
}

static int resolve_event(struct resolver *r)
{
	switch (r->node->kind) {
	case SYNTAX_NAME:
		return resolve_name(r);
	case SYNTAX_NUMERIC:
		return resolve_numeric(r);
	case SYNTAX_TRACEPOINT:
		return resolve_tracepoint(r);
	case SYNTAX_BREAKPOINT:
		return resolve_breakpoint(r);
	}
	return -EINVAL;
}

/* The group's letters count for each member, but those that only its leader can have. */
static int set_modifiers(struct resolver *r, const struct syntax_group *group)
{
	const struct syntax_word *own = &r->node->mods;
	bool pinned, exclusive;
	int ret;

	r->mods = (struct modifiers){ 0 };
	r->where = own->text ? *own : group->mods;
	ret = modifiers__parse(&r->mods, *own, r->err);
	if (ret)
		return ret;
	if (r->mods.weak)
		return err__set_at(r->err, -EINVAL, own->column, "'W' is for groups: {a,b}:W");
	pinned = r->mods.pinned;
	exclusive = r->mods.exclusive;
	ret = modifiers__parse(&r->mods, group->mods, r->err);
	r->mods.pinned = pinned;
	r->mods.exclusive = exclusive;
	return ret;
}

/* What runs already runs by itself; alone in braces it is no group. */
static int check_group(struct resolver *r, const struct syntax_group *group, size_t first)
{
	for (size_t i = first; i < r->list->nr; i++) {
		if (!r->list->events[i]->persistent || group->first == group->last)
			continue;
		return err__set_at(r->err, -EINVAL, r->node->word.column,
				   "a persistent event runs already and can not join a group");
	}
	return 0;
}

static int resolve_group(struct resolver *r, const struct syntax_group *group)
{
	size_t first = r->list->nr;
	const struct syntax_event *at_fault = NULL;
	struct modifiers mods = { 0 };
	int ret = modifiers__parse(&mods, group->mods, r->err);

	for (r->node = group->first; !ret && r->node; r->node = r->node->next) {
		size_t at = r->list->nr;

		at_fault = r->node;
		ret = set_modifiers(r, group) ?: resolve_event(r) ?: check_group(r, group, at);
	}
	if (ret && r->err && r->err->file[0] && !r->err->via && at_fault)
		r->err->via = at_fault->word.column;
	if (ret || !group->braces)
		return ret;
	return event_group__form(r->list, first, group->name.text, &mods) ? no_memory(r) : 0;
}

int resolve__events(struct event_list *list, const struct syntax *syntax,
		    const struct resolve_for *what, struct err *err)
{
	struct resolver r = {
		.list = list, .lookup = what->lookup, .counting = what->counting, .err = err
	};
	int ret = 0;

	for (const struct syntax_group *g = syntax->first; !ret && g; g = g->next)
		ret = resolve_group(&r, g);
	arena__exit(&r.arena);
	return ret;
}
