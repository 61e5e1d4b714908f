// SPDX-License-Identifier: GPL-2.0-only
/* PMUs as text go in, a struct event_lookup that reads no file comes out. */
#include "lookup-table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "str.h"

struct table_format {
	struct table_format *next;
	struct pmu_format format;
	struct err fault;
};

struct table_event {
	struct table_event *next;
	struct pmu_event event;
};

struct table_pmu {
	struct pmu pmu; /* first: the lookup hands out a pointer to it */
	const char *alias;
	int max_precise;
	struct table_pmu *next;
	struct table_format *formats, *last_format;
	struct table_event *events, *last_event;
};

static const struct table_pmu *table_of(const struct pmu *pmu)
{
	return (const struct table_pmu *)pmu;
}

static int find_pmu(void *ctx, const char *name, const struct pmu **pmu, struct err *err)
{
	const struct lookup_table *table = ctx;

	(void)err;
	for (struct table_pmu *p = table->pmus; p; p = p->next) {
		if (strcmp(p->pmu.name, name))
			continue;
		*pmu = &p->pmu;
		return 0;
	}
	return -ENOENT;
}

/* A name that stands twice is that of a later source. */
static int next_pmu_of_name(void *ctx, const struct pmu *pmu, const struct pmu **next,
			    struct err *err)
{
	(void)ctx;
	(void)err;
	for (struct table_pmu *p = table_of(pmu)->next; p; p = p->next) {
		if (strcmp(p->pmu.name, pmu->name))
			continue;
		*next = &p->pmu;
		return 0;
	}
	return -ENOENT;
}

static int each_pmu_name(void *ctx, int (*fn)(void *arg, const char *name), void *arg)
{
	const struct lookup_table *table = ctx;
	int ret = 0;

	for (struct table_pmu *p = table->pmus; !ret && p; p = p->next) {
		const struct pmu *first = NULL;

		find_pmu(ctx, p->pmu.name, &first, NULL);
		if (first == &p->pmu)
			ret = fn(arg, p->pmu.name);
	}
	return ret;
}

static int find_format(void *ctx, const struct pmu *pmu, const char *name,
		       const struct pmu_format **format, struct err *err)
{
	(void)ctx;
	for (struct table_format *f = table_of(pmu)->formats; f; f = f->next) {
		if (strcmp(f->format.name, name))
			continue;
		*format = &f->format;
		return f->fault.code ? err__copy(err, &f->fault) : 0;
	}
	return -ENOENT;
}

static int find_event(void *ctx, const struct pmu *pmu, const char *name,
		      const struct pmu_event **event, struct err *err)
{
	(void)ctx;
	(void)err;
	for (struct table_event *e = table_of(pmu)->events; e; e = e->next) {
		if (strcmp(e->event.name, name))
			continue;
		*event = &e->event;
		return 0;
	}
	return -ENOENT;
}

static int each_pmu_alias(void *ctx, int (*fn)(void *arg, const char *alias, const char *name),
			  void *arg)
{
	const struct lookup_table *table = ctx;
	int ret = 0;

	for (struct table_pmu *p = table->pmus; !ret && p; p = p->next)
		if (p->alias)
			ret = fn(arg, p->alias, p->pmu.name);
	return ret;
}

static int max_precise(void *ctx, const struct pmu *pmu)
{
	(void)ctx;
	return table_of(pmu)->max_precise;
}

static int each_format_name(void *ctx, const struct pmu *pmu,
			    int (*fn)(void *arg, const char *name), void *arg)
{
	int ret = 0;

	(void)ctx;
	for (struct table_format *f = table_of(pmu)->formats; !ret && f; f = f->next)
		ret = fn(arg, f->format.name);
	return ret;
}

static int each_event_name(void *ctx, const struct pmu *pmu, int (*fn)(void *arg, const char *name),
			   void *arg)
{
	int ret = 0;

	(void)ctx;
	for (struct table_event *e = table_of(pmu)->events; !ret && e; e = e->next)
		ret = fn(arg, e->event.name);
	return ret;
}

static bool has_event(void *ctx, const char *pmu_name, const char *name)
{
	const struct lookup_table *table = ctx;
	const struct pmu_event *event;

	for (struct table_pmu *p = table->pmus; p; p = p->next)
		if (!strcmp(p->pmu.name, pmu_name) && !find_event(ctx, &p->pmu, name, &event, NULL))
			return true;
	return false;
}

static int each_tracepoint(void *ctx, const struct tracepoint_walk *walk, struct err *err)
{
	const struct lookup_table *table = ctx;
	int nr = 0;

	(void)err;
	for (size_t i = 0; i < table->nr_tracepoints; i++) {
		const struct tracepoint *tp = &table->tracepoints[i];
		int ret;

		if (!str__glob(walk->system_glob, tp->system) ||
		    !str__glob(walk->name_glob, tp->name))
			continue;
		ret = walk->fn(walk->arg, tp);
		if (ret)
			return ret;
		nr++;
	}
	return nr;
}

static int add_format(struct lookup_table *table, struct table_pmu *p, char *word)
{
	struct table_format *f = arena__alloc(&table->arena, sizeof(*f));
	char *text = strchr(word, '=');

	if (!f || !text)
		return f ? -EINVAL : -ENOMEM;
	*text++ = 0;
	f->format.name = word;
	if (pmu_format__parse(text, strlen(text), &f->format.word, &f->format.mask, &f->fault))
		err__set_file(&f->fault, "%s/format/%s", p->pmu.name, word);
	if (p->last_format)
		p->last_format->next = f;
	else
		p->formats = f;
	p->last_format = f;
	return 0;
}

/* NAME.unit and its like belong to an event that was given before. */
static bool add_to_event(struct table_pmu *p, char *name, char *text)
{
	char *kind = strrchr(name, '.');

	for (struct table_event *e = p->events; kind && e; e = e->next) {
		if (strlen(e->event.name) != (size_t)(kind - name) ||
		    strncmp(e->event.name, name, kind - name))
			continue;
		if (!strcmp(kind, ".unit"))
			e->event.unit = text;
		else if (!strcmp(kind, ".scale"))
			e->event.scale = strtod(text, NULL);
		else if (!strcmp(kind, ".per-pkg"))
			e->event.per_pkg = true;
		else if (!strcmp(kind, ".snapshot"))
			e->event.snapshot = true;
		return true;
	}
	return false;
}

static int add_event(struct lookup_table *table, struct table_pmu *p, char *word)
{
	char *text = strchr(word, ':');
	struct table_event *e;

	if (!text)
		return -EINVAL;
	*text++ = 0;
	word += strspn(word, " ");
	if (add_to_event(p, word, text))
		return 0;
	e = arena__alloc(&table->arena, sizeof(*e));
	if (!e)
		return -ENOMEM;
	e->event = (struct pmu_event){ .name = word, .terms = text, .scale = 1.0 };
	if (p->last_event)
		p->last_event->next = e;
	else
		p->events = e;
	p->last_event = e;
	return 0;
}

static int set_head(struct table_pmu *p, char *head)
{
	char *save, *word = strtok_r(head, ":", &save);

	if (!word)
		return -EINVAL;
	p->pmu.name = word;
	p->pmu.dir = word;
	p->max_precise = -1;
	p->pmu.is_core = !strcmp(word, "cpu");
	word = strtok_r(NULL, ":", &save);
	p->pmu.type = word ? strtoul(word, NULL, 0) : 0;
	while ((word = strtok_r(NULL, ":", &save))) {
		if (!strcmp(word, "core"))
			p->pmu.is_core = true;
		else if (!strncmp(word, "holder=", 7))
			p->pmu.holder = word + 7;
		else if (!strncmp(word, "alias=", 6))
			p->alias = word + 6;
		else if (!strncmp(word, "max_precise=", 12))
			p->max_precise = atoi(word + 12);
		else if (!strncmp(word, "cpus=", 5))
			p->pmu.cpus = word + 5;
		else
			return -EINVAL;
	}
	return 0;
}

static int add_pmu(struct lookup_table *table, struct table_pmu *p, char *line)
{
	char *events = strchr(line, '|'), *save, *word;
	int ret;

	if (events)
		*events++ = 0;
	word = strtok_r(line, " ", &save);
	ret = word ? set_head(p, word) : -EINVAL;
	while (!ret && (word = strtok_r(NULL, " ", &save)))
		ret = add_format(table, p, word);
	word = events ? strtok_r(events, ";", &save) : NULL;
	for (; !ret && word; word = strtok_r(NULL, ";", &save))
		ret = add_event(table, p, word);
	return ret;
}

static const struct tracepoint tracepoints[] = {
	{ "sched", "sched_switch", 0x174 },	{ "sched", "sched_wakeup", 0x175 },
	{ "sched", "sched_waking", 0x176 },	{ "syscalls", "sys_enter_openat", 0x30e },
	{ "raw_syscalls", "sys_enter", 0x1bb }, { "mce", "mce_record", 106 },
};

int lookup_table__init(struct lookup_table *table, const char *text)
{
	struct table_pmu **end = &table->pmus;
	char *copy, *save, *line;
	int ret = 0;

	*table = (struct lookup_table){
		.tracepoints = tracepoints,
		.nr_tracepoints = ARRAY_SIZE(tracepoints),
		.lookup = { .ctx = table,
			    .find_pmu = find_pmu,
			    .next_pmu_of_name = next_pmu_of_name,
			    .each_pmu_name = each_pmu_name,
			    .each_pmu_alias = each_pmu_alias,
			    .find_format = find_format,
			    .find_event = find_event,
			    .each_format_name = each_format_name,
			    .each_event_name = each_event_name,
			    .has_event = has_event,
			    .max_precise = max_precise,
			    .each_tracepoint = each_tracepoint },
	};
	copy = arena__strndup(&table->arena, text, strlen(text));
	if (!copy)
		return -ENOMEM;
	for (line = strtok_r(copy, "\n", &save); !ret && line; line = strtok_r(NULL, "\n", &save)) {
		struct table_pmu *p = arena__alloc(&table->arena, sizeof(*p));

		if (!p)
			return -ENOMEM;
		*end = p;
		end = &p->next;
		ret = add_pmu(table, p, line);
	}
	return ret;
}

void lookup_table__exit(struct lookup_table *table)
{
	arena__exit(&table->arena);
}
