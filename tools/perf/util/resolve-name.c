// SPDX-License-Identifier: GPL-2.0-only
/*
 * Errors of unknown names: the name and the lookup go in, the text with the nearest known name
 * and what else would do come out. Slow where it must be: it only runs for an error.
 */
#include "resolve-name.h"

#include <errno.h>
#include <string.h>

#include "buf.h"
#include "event-names.h"
#include "resolve-builtin.h"
#include "str.h"

struct search {
	struct arena *arena;
	const char *wanted;
	struct str_nearest nearest;
	struct buf list;   /* of the names that were offered while listing */
	unsigned int left; /* how many more names are listed */
	bool more;
};

#define LISTED_MAX 12

static int offer(void *arg, const char *name)
{
	struct search *s = arg;
	/* Names may be gone after the call, and the nearest is kept. */
	const char *copy = arena__strndup(s->arena, name, strlen(name));

	if (!copy)
		return -ENOMEM;
	str_nearest__offer(&s->nearest, s->wanted, copy);
	return 0;
}

static int offer_and_list(void *arg, const char *name)
{
	struct search *s = arg;

	if (s->left)
		s->left--, buf__printf(&s->list, "%s%s", s->list.len ? ", " : "", name);
	else
		s->more = true;
	return offer(arg, name);
}

static void offer_known(void *arg, const char *name)
{
	offer(arg, name);
}

static void offer_and_list_known(void *arg, const char *name)
{
	offer_and_list(arg, name);
}

/* "did you mean 'x'? WHAT: a, b, c" with what there is of it; frees the list. */
static void set_hint(struct err *err, struct search *s, const char *what)
{
	struct buf hint = { 0 };

	if (s->nearest.name)
		buf__printf(&hint, "did you mean '%s'?", s->nearest.name);
	if (s->list.len)
		buf__printf(&hint, "%s%s%s%s", hint.len ? " " : "", what, s->list.data,
			    s->more ? ", ..." : "");
	if (hint.len)
		err__set_hint(err, "%s", hint.data);
	buf__exit(&hint);
	buf__exit(&s->list);
}

int resolve_name__unknown_term(struct build *b, const struct syntax_term *t)
{
	struct search s = { .arena = b->arena, .wanted = t->name.text, .left = LISTED_MAX };
	const struct event_lookup *lookup = b->lookup;

	builtin__each(b->counting, b->pmu ? offer_known : offer_and_list_known, &s);
	if (!b->pmu) {
		err__set_at(b->err, -ENOENT, t->name.column, "unknown term '%s'", t->name.text);
		set_hint(b->err, &s, "terms without a PMU are: configN, ");
		return -ENOENT;
	}
	lookup->each_format_name(lookup->ctx, b->pmu, offer_and_list, &s);
	if (!t->value.text)
		lookup->each_event_name(lookup->ctx, b->pmu, offer, &s);
	err__set_at(b->err, -ENOENT, t->name.column, "PMU '%s' has no term%s '%s'", b->pmu->name,
		    t->value.text ? "" : " or event", t->name.text);
	set_hint(b->err, &s, "its terms are: ");
	return -ENOENT;
}

/* An event of each PMU costs a directory each, so only core PMUs and small machines are asked. */
#define SEARCHED_PMUS 64

struct event_search {
	struct search search;
	const struct event_lookup *lookup;
	unsigned int nr;
};

static int offer_events_of(void *arg, const char *pmu_name)
{
	struct event_search *e = arg;
	const struct pmu *pmu;

	if (e->nr++ >= SEARCHED_PMUS || e->lookup->find_pmu(e->lookup->ctx, pmu_name, &pmu, NULL))
		return 0;
	e->lookup->each_event_name(e->lookup->ctx, pmu, offer, &e->search);
	return 0;
}

static int look_for_core(void *arg, const char *pmu_name)
{
	const struct event_lookup *lookup = arg;
	const struct pmu *pmu;

	if (lookup->is_core)
		return lookup->is_core(lookup->ctx, pmu_name);
	return !lookup->find_pmu(lookup->ctx, pmu_name, &pmu, NULL) && pmu->is_core;
}

/* Does the name ask for a core PMU where there is none? */
static bool lacks_core(const struct unknown *u, const char *name)
{
	return !strncmp(name, "cpu", 3) && (!name[3] || name[3] == '_') &&
	       !u->lookup->each_pmu_name(u->lookup->ctx, look_for_core, (void *)u->lookup);
}

#define NO_CORE "there is no hardware PMU here, as in most virtual machines"

static int stop(void *arg, const struct tracepoint *tp)
{
	(void)arg;
	(void)tp;
	return 1;
}

/* What the name is, if it is no event: a PMU, a system of tracepoints, a number. */
static bool hint_other_kind(const struct unknown *u, const char *name)
{
	const struct event_lookup *lookup = u->lookup;
	const struct pmu *pmu;
	u64 number;

	if (!lookup->find_pmu(lookup->ctx, name, &pmu, NULL))
		err__set_hint(u->err, "'%s' is a PMU: write %s/TERMS/", name, name);
	else if (lacks_core(u, name))
		err__set_hint(u->err, NO_CORE);
	else if (syntax__number(name, &number) != -EINVAL)
		err__set_hint(u->err, "a number is a PMU's type: write %s:CONFIG", name);
	else if (!strpbrk(name, "*?[") &&
		 lookup->each_tracepoint(lookup->ctx,
					 &(struct tracepoint_walk){ name, "*", stop, NULL },
					 NULL) > 0)
		err__set_hint(u->err, "'%s' is a system of tracepoints: write %s:NAME or %s:*",
			      name, name, name);
	else
		return false;
	return true;
}

int resolve_name__unknown_event(const struct unknown *u, struct syntax_word name)
{
	struct event_search e = { .search = { .arena = u->arena, .wanted = name.text },
				  .lookup = u->lookup };

	event_name__each(offer_known, &e.search);
	u->lookup->each_pmu_name(u->lookup->ctx, offer_events_of, &e);
	err__set_at(u->err, -ENOENT, name.column, "no event '%s'", name.text);
	if (!hint_other_kind(u, name.text))
		set_hint(u->err, &e.search, "");
	if (u->err && !u->err->hint[0])
		err__set_hint(u->err, "events without a PMU are names as 'perf list' shows them, "
				      "rHEX, TYPE:CONFIG, SYSTEM:TRACEPOINT and mem:ADDRESS");
	return -ENOENT;
}

int resolve_name__unknown_pmu(const struct unknown *u, struct syntax_word name)
{
	struct search s = { .arena = u->arena, .wanted = name.text, .left = LISTED_MAX };

	u->lookup->each_pmu_name(u->lookup->ctx, offer_and_list, &s);
	err__set_at(u->err, -ENOENT, name.column, "no PMU '%s'", name.text);
	if (lacks_core(u, name.text))
		err__set_hint(u->err, NO_CORE);
	else
		set_hint(u->err, &s, "there are: ");
	buf__exit(&s.list);
	return -ENOENT;
}

static int offer_name(void *arg, const struct tracepoint *tp)
{
	return offer(arg, tp->name);
}

static int offer_system(void *arg, const struct tracepoint *tp)
{
	return offer(arg, tp->system);
}

int resolve_name__unknown_tracepoint(const struct unknown *u, struct syntax_word system,
				     struct syntax_word name)
{
	struct search names = { .arena = u->arena, .wanted = name.text };
	struct search systems = { .arena = u->arena, .wanted = system.text };
	struct tracepoint_walk of_system = { system.text, "*", offer_name, &names };
	struct tracepoint_walk all = { "*", "*", offer_system, &systems };
	int ret = u->lookup->each_tracepoint(u->lookup->ctx, &of_system, NULL);

	if (ret > 0) {
		err__set_at(u->err, -ENOENT, name.column, "no tracepoint '%s' in '%s'", name.text,
			    system.text);
		if (u->lookup->has_event(u->lookup->ctx, system.text, name.text))
			err__set_hint(u->err, "'%s' is also a PMU: write %s/%s/", system.text,
				      system.text, name.text);
		else
			set_hint(u->err, &names, "");
		return -ENOENT;
	}
	u->lookup->each_tracepoint(u->lookup->ctx, &all, NULL);
	err__set_at(u->err, -ENOENT, system.column, "no tracepoints '%s:%s'", system.text,
		    name.text);
	if (u->lookup->has_event(u->lookup->ctx, system.text, name.text))
		err__set_hint(u->err, "'%s' is a PMU: write %s/%s/", system.text, system.text,
			      name.text);
	else
		set_hint(u->err, &systems, "");
	return -ENOENT;
}
