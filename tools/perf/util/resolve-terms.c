// SPDX-License-Identifier: GPL-2.0-only
/*
 * Terms to words: an event's terms and modifiers go in, read through its PMU's formats and
 * sysfs events; its words, pinned bits and what belongs to it come out. Does no I/O of its own.
 */
#include "resolve-terms.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "event-names.h"
#include "resolve-builtin.h"
#include "resolve-name.h"

/* How deep sysfs events may lead to others, and how many one event may follow in all. */
#define ALIAS_DEPTH 16
#define ALIAS_TOTAL 1024

/* The sysfs events that led to the terms at hand, the nearest first. NULL: what was typed. */
struct chain {
	const struct chain *prev;
	const char *name;
	unsigned int depth;
};

static int apply_terms(struct build *b, const struct syntax_terms *terms,
		       const struct chain *chain);

static enum term_strength strength_of(const struct chain *chain)
{
	return chain ? TERM_WEAK : TERM_STRONG;
}

/* A place in the attr, and who names it. */
struct place {
	unsigned int word;
	u64 mask;
};

static int set_place(struct build *b, const struct syntax_term *t, const struct chain *chain,
		     struct place place, u64 value)
{
	struct word_setter setter = { .name = t->name.text, .mask = place.mask };
	const char *other;
	u64 max;
	int ret;

	if (pmu_format__spread(place.mask, value, &setter.bits, &max))
		return err__set_at(b->err, -ERANGE, t->value.column,
				   "value %s of '%s' is too big: the maximum is 0x%llx (%llu)",
				   t->value.text, t->name.text, max, max);
	ret = word_sets__format(&b->sets[strength_of(chain)], place.word, setter, &other);
	if (ret == -EEXIST)
		return err__set_at(b->err, -EINVAL, t->name.column,
				   "'%s' and '%s' set the same bits of word %u differently", other,
				   t->name.text, place.word);
	return ret ? build__no_memory(b) : 0;
}

static const struct syntax_term *find_typed(const struct build *b, const char *name)
{
	for (const struct syntax_term *t = b->typed->first; t; t = t->next)
		if (!strcmp(t->name.text, name) && t->value.text)
			return t;
	return NULL;
}

static bool is_parameter(const struct syntax_term *t)
{
	return t->value.text && !t->quoted && !strcmp(t->value.text, "?");
}

/* term=? in a sysfs event: who types the event gives the value as a term of that name. */
static int apply_parameter(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	if (!chain)
		return err__set_at(b->err, -EINVAL, t->value.column,
				   "'?' stands for a value of '%s' that must be given",
				   t->name.text);
	if (find_typed(b, t->name.text))
		return 0;
	b->typed_at_fault = true;
	err__set_at(b->err, -EINVAL, b->at->name.column, "event '%s' needs a value for '%s'",
		    chain->name, t->name.text);
	err__set_hint(b->err, "write %s/%s,%s=VALUE/", b->pmu->name, chain->name, t->name.text);
	return -EINVAL;
}

static int apply_format(struct build *b, const struct syntax_term *t, const struct chain *chain,
			const struct pmu_format *format)
{
	u64 value;
	int ret;

	if (is_parameter(t))
		return apply_parameter(b, t, chain);
	ret = build__number(b, t, &value);
	if (ret)
		return ret;
	if (!t->value.text && (format->mask & (format->mask - 1))) {
		err__set_at(b->err, -EINVAL, t->name.column,
			    "'%s' has more than one bit and needs a value", t->name.text);
		err__set_hint(b->err, "write %s=NUMBER, up to 0x%llx", t->name.text,
			      ~0ULL >> (64 - __builtin_popcountll(format->mask)));
		return -EINVAL;
	}
	if (!strcmp(t->name.text, "persistent"))
		b->persistent[strength_of(chain)] = value != 0;
	return set_place(b, t, chain, (struct place){ format->word, format->mask }, value);
}

/* attrN:ITEMS[=VALUE] is a format without a file. */
static int apply_items(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	struct pmu_format format = { .name = NULL };
	int ret = pmu_format__parse(t->name.text, strlen(t->name.text), &format.word, &format.mask,
				    b->err);

	if (ret) {
		if (b->err)
			b->err->column += t->name.column - 1;
		return ret;
	}
	return apply_format(b, t, chain, &format);
}

static bool names_word(const char *name, const char *prefix)
{
	size_t len = strlen(prefix);

	return !strncmp(name, prefix, len) && !name[len + strspn(name + len, "0123456789")];
}

/* configN[=VALUE] assigns a word, attrN=VALUE ORs into one. */
static int apply_word(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	struct word_sets *sets = &b->sets[strength_of(chain)];
	bool ors = t->name.text[0] == 'a';
	unsigned int word;
	u64 value;
	int ret = pmu_format__parse_word(t->name.text, strlen(t->name.text), &word, b->err);

	if (ret) {
		if (b->err)
			b->err->column += t->name.column - 1;
		return ret;
	}
	if (ors && !t->value.text)
		return err__set_at(b->err, -EINVAL, t->name.column,
				   "'%s' is a whole word and needs a value: %s=NUMBER",
				   t->name.text, t->name.text);
	if (word == ATTR_WORD_CONFIG && b->event->tp_name)
		return err__set_at(b->err, -EINVAL, t->name.column,
				   "'%s' would name another tracepoint: config is its number",
				   t->name.text);
	ret = build__number(b, t, &value);
	if (ret)
		return ret;
	if (word == ATTR_WORD_TYPE && value >> 32)
		return err__set_at(b->err, -EINVAL, t->value.column,
				   "value %s of '%s' reaches into attr.size: the maximum is "
				   "0xffffffff",
				   t->value.text, t->name.text);
	if (!ors && !chain && word < ARRAY_SIZE(b->raw))
		b->raw[word] = value;
	ret = ors ? word_sets__or(sets, word, value) : word_sets__assign(sets, word, ~0ULL, value);
	return ret ? build__no_memory(b) : 0;
}

static void put_chain(struct buf *buf, const struct chain *chain)
{
	if (!chain)
		return;
	put_chain(buf, chain->prev);
	buf__printf(buf, "%s%s", chain->prev ? " -> " : "", chain->name);
}

static int refuse_depth(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	struct buf buf = { 0 };

	put_chain(&buf, chain);
	err__set_at(b->err, -ELOOP, t->name.column, "sysfs events lead to each other too deep: %s",
		    buf.data ? buf.data : "");
	buf__exit(&buf);
	return -ELOOP;
}

static void set_event_file(struct build *b, const char *event)
{
	if (b->err && !b->err->file[0] && !b->typed_at_fault)
		err__set_file(b->err, "%s/events/%s", b->pmu->dir ? b->pmu->dir : b->pmu->name,
			      event);
}

static int set_unit(struct build *b, const struct pmu_event *alias)
{
	struct event *event = b->event;

	if (alias->unit) {
		int ret = build__set_text(b, &event->unit, alias->unit);

		if (ret)
			return ret;
	}
	if (alias->scale != 1.0)
		event->scale = alias->scale;
	event->per_pkg |= alias->per_pkg;
	event->snapshot |= alias->snapshot;
	return 0;
}

static int apply_alias(struct build *b, const struct syntax_term *t, const struct chain *chain,
		       const struct pmu_event *alias)
{
	struct chain link = { chain, alias->name, chain ? chain->depth + 1 : 1 };
	struct event *event = b->event;
	struct syntax syntax;
	int ret;

	if (link.depth > ALIAS_DEPTH || ++b->aliases > ALIAS_TOTAL)
		return refuse_depth(b, t, chain);
	if (!chain && !event->pmu_event) {
		event->pmu_event = strdup(alias->name);
		if (!event->pmu_event)
			return build__no_memory(b);
	}
	ret = set_unit(b, alias);
	if (ret)
		return ret;
	ret = syntax__parse_terms(&syntax, b->arena, alias->terms, b->err);
	if (!ret)
		ret = apply_terms(b, &syntax.terms, &link);
	if (!ret)
		return 0;
	set_event_file(b, alias->name);
	/* The event is there: what it names and nobody knows is its fault. */
	if (ret == -ENOENT)
		ret = -EINVAL;
	if (b->err)
		b->err->code = ret;
	return ret;
}

/*
 * Hardware names and rHEX between the slashes of any PMU, which the kernel may yet refuse; cache
 * names between those of a core PMU.
 */
static int apply_legacy(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	const char *name = t->name.text;
	struct event_name found;
	u64 config;
	int ret;

	/* Here, and only here, rHEX may also be written r0xHEX. */
	if (!strncmp(name, "r0x", 3)) {
		char *plain = arena__strndup(b->arena, name + 2, strlen(name + 2));

		if (!plain)
			return build__no_memory(b);
		plain[0] = 'r';
		name = plain;
	}
	ret = event_name__find(name, &found);
	if (ret == -ERANGE)
		return err__set_at(b->err, ret, t->name.column,
				   "'%s' is too big: a raw config has 64 bits", t->name.text);
	if (ret || t->value.text || !b->pmu)
		return -ENOENT;
	config = found.config;
	if (found.type == PERF_TYPE_RAW) {
		b->raw[ATTR_WORD_CONFIG] = chain ? 0 : config;
	} else if (found.type == PERF_TYPE_HARDWARE ||
		   (found.type == PERF_TYPE_HW_CACHE && b->pmu->is_core)) {
		if (pmu_names__fill_core(b->pmus, b->lookup, b->arena))
			return build__no_memory(b);
		config |= b->pmus->nr_core > 1 ? (u64)b->pmu->type << 32 : 0;
		event__attr(b->event)->type = found.type;
	} else {
		return -ENOENT;
	}
	ret = word_sets__assign(&b->sets[strength_of(chain)], ATTR_WORD_CONFIG, ~0ULL, config);
	return ret ? build__no_memory(b) : 0;
}

/* @name[=value] goes to the PMU's driver as it is. */
static int apply_driver_config(struct build *b, const struct syntax_term *t)
{
	struct event_terms *terms = &b->event->terms;
	size_t nr = b->nr_driver_config;
	char **more = terms->driver_config;

	/* It grows at each power of two, by as much again; the NULL behind it has its own room. */
	if (!(nr & (nr - 1)))
		more = reallocarray(more, (nr ? nr * 2 : 1) + 1, sizeof(*more));
	if (!more)
		return build__no_memory(b);
	terms->driver_config = more;
	more[nr] = more[nr + 1] = NULL;
	if (asprintf(&more[nr], "%s%s%s", t->name.text + 1, t->value.text ? "=" : "",
		     t->value.text ?: "") < 0) {
		more[nr] = NULL;
		return build__no_memory(b);
	}
	b->nr_driver_config++;
	return 0;
}

/* event=NAME is the sysfs event of that name. */
static bool names_event(const struct syntax_term *t)
{
	u64 number;

	return !strcmp(t->name.text, "event") && t->value.text && !t->quoted && !is_parameter(t) &&
	       syntax__number(t->value.text, &number) == -EINVAL;
}

/* A term alone means 1, so an event may be said to be 1 too. */
static bool may_be_event(const struct syntax_term *t)
{
	u64 number;

	return !t->value.text ||
	       (!t->quoted && !syntax__number(t->value.text, &number) && number == 1);
}

/* What the PMU itself says about a name: a format, or for a term alone a sysfs event. */
static int apply_pmu_term(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	const struct event_lookup *lookup = b->lookup;
	const struct pmu_format *format;
	const struct pmu_event *alias;
	int ret;

	if (names_event(t)) {
		ret = lookup->find_event(lookup->ctx, b->pmu, t->value.text, &alias, b->err);
		if (ret != -ENOENT)
			return ret ?: apply_alias(b, t, chain, alias);
	}
	ret = lookup->find_format(lookup->ctx, b->pmu, t->name.text, &format, b->err);

	if (!ret)
		return apply_format(b, t, chain, format);
	if (ret != -ENOENT || !may_be_event(t))
		return ret;
	ret = lookup->find_event(lookup->ctx, b->pmu, t->name.text, &alias, b->err);
	return ret ?: apply_alias(b, t, chain, alias);
}

static int apply_term(struct build *b, const struct syntax_term *t, const struct chain *chain)
{
	const char *name = t->name.text;
	int ret = -ENOENT;

	if (name[0] == '@' && b->pmu)
		return apply_driver_config(b, t);
	if (strchr(name, ':'))
		return apply_items(b, t, chain);
	if (b->pmu)
		ret = apply_pmu_term(b, t, chain);
	if (ret != -ENOENT)
		return ret;
	if (names_word(name, "attr") || names_word(name, "config"))
		return apply_word(b, t, chain);
	ret = builtin__apply(b, t, strength_of(chain));
	if (ret == -ENOENT)
		ret = apply_legacy(b, t, chain);
	if (ret == -ENOENT)
		ret = resolve_name__unknown_term(b, t);
	return ret;
}

static int apply_terms(struct build *b, const struct syntax_terms *terms, const struct chain *chain)
{
	for (const struct syntax_term *t = terms->first; t; t = t->next) {
		int ret;

		if (!chain)
			b->at = t;
		ret = apply_term(b, t, chain);

		if (ret && !chain && b->err && b->err->file[0])
			b->err->via = t->name.column;
		if (ret)
			return ret;
		if (!chain && !b->setter && b->sets[TERM_STRONG].first)
			b->setter = t;
	}
	return 0;
}

static int assign_flag(struct build *b, enum attr_flag flag, bool on)
{
	u64 mask = attr_flag__mask(flag);

	return word_sets__assign(&b->sets[TERM_STRONG], ATTR_WORD_FLAGS, mask, on ? mask : 0);
}

/* The two bits of precise_ip; C puts them into a u64 from the ABI's first bit on. */
static int assign_precise(struct build *b)
{
	u64 low = attr_flag__mask(ATTR_PRECISE_IP), high = attr_flag__mask(ATTR_PRECISE_IP + 1);
	u64 bits = (u64)b->mods.precise * (low < high ? low : high);

	return word_sets__assign(&b->sets[TERM_STRONG], ATTR_WORD_FLAGS, low | high, bits);
}

/* Levels that are named are those that count; all three bits are then said. */
static int apply_modifiers(struct build *b)
{
	const struct modifiers *m = &b->mods;
	struct event_terms *terms = &b->event->terms;
	int ret = 0;

	if (m->user || m->kernel || m->hv)
		ret = assign_flag(b, ATTR_EXCLUDE_USER, !m->user) ?:
		      assign_flag(b, ATTR_EXCLUDE_KERNEL, !m->kernel) ?:
		      assign_flag(b, ATTR_EXCLUDE_HV, !m->hv);
	if (!ret && (m->guest || m->host))
		ret = assign_flag(b, ATTR_EXCLUDE_HOST, m->guest && !m->host)
			      ?: assign_flag(b, ATTR_EXCLUDE_GUEST, m->host && !m->guest);
	if (!ret && m->idle)
		ret = assign_flag(b, ATTR_EXCLUDE_IDLE, true);
	if (!ret && m->precise)
		ret = assign_precise(b);
	if (!ret && m->pinned)
		ret = assign_flag(b, ATTR_PINNED, true);
	if (!ret && m->exclusive)
		ret = assign_flag(b, ATTR_EXCLUSIVE, true);
	terms->precise_max = m->precise_max;
	terms->sample_read = m->sample_read;
	terms->weak_group = m->weak;
	terms->bpf_counters = m->bpf;
	terms->retire_latency = m->retire;
	return ret ? build__no_memory(b) : 0;
}

/* Whoever holds a persistent event decided how it runs; it is shared with others. */
static int check_unchanged(struct build *b)
{
	const struct syntax_word *where = NULL;

	if (b->where.text && b->where.text[0])
		where = &b->where;
	else if (b->change)
		where = &b->change->name;
	else if (b->event->pmu_event && b->setter &&
		 word_sets__changes(&b->sets[TERM_STRONG], b->event))
		where = &b->setter->name;
	if (!where)
		return 0;
	err__set_at(b->err, -EINVAL, where->column,
		    "'%s' would change a persistent event that is running", where->text);
	err__set_hint(b->err, "how it runs is decided by who adds it; readers take it as it is");
	return -EINVAL;
}

static bool is_config(unsigned int word)
{
	return word == ATTR_WORD_CONFIG || word == ATTR_WORD_CONFIG1 || word == ATTR_WORD_CONFIG2 ||
	       word == ATTR_WORD_CONFIG3 || word == ATTR_WORD_CONFIG4;
}

struct coverage {
	struct build *build;
	u64 masks[ATTR_WORD_CONFIG4 + 1];
	bool any;
};

static int cover(void *arg, const char *name)
{
	struct coverage *c = arg;
	const struct event_lookup *lookup = c->build->lookup;
	const struct pmu_format *format;

	if (lookup->find_format(lookup->ctx, c->build->covered_by, name, &format, NULL))
		return 0;
	if (!is_config(format->word))
		return 0;
	c->any = true;
	c->masks[format->word] |= format->mask;
	return 0;
}

/* Raw bits that no format covers are opened as they are, but not silently. */
static int warn_uncovered(struct build *b)
{
	struct coverage c = { .build = b };
	u64 all = 0;

	for (size_t i = 0; i < ARRAY_SIZE(b->raw); i++)
		all |= b->raw[i];
	if (!all || !b->covered_by)
		return 0;
	b->lookup->each_format_name(b->lookup->ctx, b->covered_by, cover, &c);
	for (size_t i = 0; c.any && i < ARRAY_SIZE(b->raw); i++) {
		u64 stray = b->raw[i] & ~c.masks[i];

		/* What a later term took back does not count. */
		if (!stray || !(stray &= b->event->words[i]))
			continue;
		if (asprintf(&b->event->warning,
			     "bits 0x%llx of word %zu are in no format of PMU '%s'", stray, i,
			     b->covered_by->name) < 0) {
			b->event->warning = NULL;
			return build__no_memory(b);
		}
		break;
	}
	return 0;
}

/*
 * Bits that a PMU's events can not do without, set where nothing else was said: without them
 * Intel PT makes packets that nobody can decode.
 */
static const char *const defaults[][2] = {
	{ "intel_pt", "pt" },
	{ "intel_pt", "tsc" },
	{ "intel_pt", "branch" },
};

static void apply_defaults(struct build *b)
{
	for (size_t i = 0; b->pmu && i < ARRAY_SIZE(defaults); i++) {
		const struct pmu_format *format;

		if (!strcmp(b->pmu->name, defaults[i][0]) &&
		    !b->lookup->find_format(b->lookup->ctx, b->pmu, defaults[i][1], &format, NULL))
			event__default(b->event, format->word, format->mask, format->mask);
	}
}

static int apply_sets(struct build *b, enum term_strength strength)
{
	int ret = word_sets__apply(&b->sets[strength], b->event);

	return ret == -ENOMEM ? build__no_memory(b) : ret;
}

int build__apply(struct build *b, const struct syntax_terms *terms)
{
	int ret;

	b->typed = terms;
	for (int i = 0; i < TERM_STRENGTHS; i++) {
		b->sets[i].arena = b->arena;
		b->persistent[i] = -1;
	}
	ret = apply_terms(b, terms, NULL) ?: apply_modifiers(b);
	if (ret)
		return ret;
	b->event->persistent = b->persistent[TERM_STRONG] >= 0 ? b->persistent[TERM_STRONG]
							       : b->persistent[TERM_WEAK] > 0;
	ret = apply_sets(b, TERM_WEAK);
	if (!ret && b->event->persistent)
		ret = check_unchanged(b);
	if (!ret)
		ret = apply_sets(b, TERM_STRONG) ?: warn_uncovered(b);
	if (ret)
		return ret;
	apply_defaults(b);
	/* Samples of user space, and precise ones, are not a guest's unless G says so. */
	if ((b->mods.user || b->mods.precise) && !b->mods.guest && !b->mods.host)
		event__default_flag(b->event, ATTR_EXCLUDE_GUEST, true);
	return 0;
}
