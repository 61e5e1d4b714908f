// SPDX-License-Identifier: GPL-2.0-only
/*
 * Gathers the names of events: those that the ABI fixes, those of PMUs in sysfs, tracepoints.
 * Names come from directory listings; files are read only for details and where a PMU may have
 * persistent events.
 */
#include "catalog.h"

#include <errno.h>
#include <perf/open.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "str.h"
#include "util/event-names.h"
#include "util/names.h"
#include "util/pmu.h"
#include "util/pmus.h"
#include "util/tracefs.h"

struct builder {
	struct catalog *catalog;
	const struct list_request *request;
	const struct event_lookup *lookup;
	const struct pmu *pmu; /* whose events are listed */
	bool may_be_persistent;
	bool in_several; /* other sources have a PMU of that name, too */
	struct err *err;
	int failed; /* -ENOMEM */
};

static void list_entry__exit(struct list_entry *entry)
{
	free(entry->name);
	free(entry->aliases);
	free(entry->source);
	free(entry->encoding);
	free(entry->file);
	free(entry->unit);
	free(entry->provider);
}

void catalog__exit(struct catalog *catalog)
{
	for (size_t i = 0; i < catalog->nr; i++)
		list_entry__exit(&catalog->entries[i]);
	free(catalog->entries);
	*catalog = (struct catalog){ 0 };
}

static bool wants_kind(const struct builder *builder, enum list_kind kind)
{
	return !builder->request->kinds || builder->request->kinds & 1u << kind;
}

static bool wants_name(const struct builder *builder, const char *name)
{
	for (int i = 0; i < builder->request->nr_globs; i++)
		if (str__glob(builder->request->globs[i], name))
			return true;
	return !builder->request->nr_globs;
}

/* A PMU event is also found by the parts of "pmu/event/". */
static bool wants_pmu_event(const struct builder *builder, const char *full, const char *event)
{
	return wants_name(builder, full) || wants_name(builder, event) ||
	       wants_name(builder, builder->pmu->name);
}

/* A new entry of that name; NULL, and builder->failed set, when out of memory. */
static struct list_entry *add(struct builder *builder, enum list_kind kind, const char *name)
{
	struct catalog *catalog = builder->catalog;
	struct list_entry *entries;
	char *copy = strdup(name);

	/* Full at powers of two: then it doubles. */
	if (copy && !(catalog->nr & (catalog->nr - 1))) {
		entries = realloc(catalog->entries,
				  (catalog->nr ? 2 * catalog->nr : 1) * sizeof(*entries));
		if (entries)
			catalog->entries = entries;
		else
			copy = (free(copy), NULL);
	}
	if (!copy) {
		builder->failed = -ENOMEM;
		return NULL;
	}
	entries = &catalog->entries[catalog->nr++];
	*entries = (struct list_entry){ .kind = kind, .name = copy, .scale = 1 };
	return entries;
}

static void set_text(struct builder *builder, char **to, char *text)
{
	free(*to);
	*to = text;
	if (!text)
		builder->failed = -ENOMEM;
}

/* Does this kernel have that hardware event for the calling user? A refusal of access is a yes. */
static bool can_open(u32 type, u64 config)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.config = config,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = perf_event__open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || fd == -EACCES || fd == -EPERM || fd == -EMFILE;
}

static bool hidden(struct builder *builder, const struct event_name *event)
{
	if (event->type != PERF_TYPE_HARDWARE && event->type != PERF_TYPE_HW_CACHE)
		return false;
	if (can_open(event->type, event->config))
		return false;
	builder->catalog->hides_hardware = true;
	return true;
}

static void add_fixed(struct builder *builder, enum list_kind kind, const char *name,
		      const struct event_name *event)
{
	struct list_entry *entry = add(builder, kind, name);

	if (entry && builder->request->details && !event->tool)
		set_text(builder, &entry->encoding,
			 names__path("type=%u,config=%#llx", event->type, event->config));
}

/* Names of one event are neighbours in the table: the first is its name, the others aliases. */
struct fixed_walk {
	struct builder *builder;
	enum list_kind kind;
	struct event_name last;
	size_t last_entry; /* index + 1 of the entry of last; 0: none, or hidden */
};

static enum list_kind kind_of(const struct event_name *event)
{
	if (event->tool)
		return LIST_TOOL;
	return event->type == PERF_TYPE_HARDWARE ? LIST_HARDWARE : LIST_SOFTWARE;
}

static void add_alias(struct builder *builder, struct list_entry *entry, const char *name)
{
	set_text(builder, &entry->aliases,
		 names__path("%s%s%s", entry->aliases ? entry->aliases : "",
			     entry->aliases ? " OR " : "", name));
}

static void visit_fixed(void *arg, const char *name)
{
	struct fixed_walk *walk = arg;
	struct builder *builder = walk->builder;
	struct event_name event;

	if (event_name__find(name, &event) || event.type == PERF_TYPE_HW_CACHE ||
	    kind_of(&event) != walk->kind)
		return;
	if (event.type == walk->last.type && event.config == walk->last.config &&
	    event.tool == walk->last.tool) {
		if (walk->last_entry)
			add_alias(builder, &builder->catalog->entries[walk->last_entry - 1], name);
		return;
	}
	walk->last = event;
	walk->last_entry = 0;
	if (!wants_name(builder, name) || hidden(builder, &event))
		return;
	add_fixed(builder, walk->kind, name, &event);
	walk->last_entry = builder->catalog->nr;
}

static void list_fixed(struct builder *builder, enum list_kind kind)
{
	struct fixed_walk walk = { .builder = builder, .kind = kind, .last = { .type = ~0u } };

	event_name__each(visit_fixed, &walk);
}

static void list_caches(struct builder *builder)
{
	static const char *const caches[] = { "L1-dcache", "L1-icache", "LLC", "dTLB",
					      "iTLB",	   "branch",	"node" };
	static const char *const ops[] = { "loads",	   "load-misses", "stores",
					   "store-misses", "prefetches",  "prefetch-misses" };

	for (size_t c = 0; c < ARRAY_SIZE(caches); c++) {
		for (size_t o = 0; o < ARRAY_SIZE(ops); o++) {
			struct event_name event;
			char name[64];

			snprintf(name, sizeof(name), "%s-%s", caches[c], ops[o]);
			if (event_name__find(name, &event) || !wants_name(builder, name) ||
			    hidden(builder, &event))
				continue;
			add_fixed(builder, LIST_CACHE, name, &event);
		}
	}
}

/* Does the comma list set the bare term "persistent"? */
static bool sets_persistent(const char *terms)
{
	size_t len = strlen("persistent");

	for (const char *at = terms; (at = strstr(at, "persistent")); at += len)
		if ((at == terms || at[-1] == ',') && (!at[len] || strchr(",=", at[len])))
			return true;
	return false;
}

static void fill_details(struct builder *builder, struct list_entry *entry,
			 const struct pmu_event *event)
{
	set_text(builder, &entry->encoding, strdup(event->terms));
	set_text(builder, &entry->file,
		 names__path("%s/events/%s", builder->pmu->dir, event->name));
	if (event->unit)
		set_text(builder, &entry->unit, strdup(event->unit));
	entry->scale = event->scale;
}

static int visit_event(void *arg, const char *name)
{
	struct builder *builder = arg;
	const struct pmu *pmu = builder->pmu;
	const struct pmu_event *event = NULL;
	char *full = names__path("%s/%s/", pmu->name, name);
	enum list_kind kind = LIST_PMU;
	struct list_entry *entry;

	if (!full)
		return builder->failed = -ENOMEM;
	if (!wants_pmu_event(builder, full, name))
		goto out;
	if ((builder->request->details || builder->may_be_persistent) &&
	    builder->lookup->find_event(builder->lookup->ctx, pmu, name, &event, NULL))
		event = NULL;
	if (event && builder->may_be_persistent && sets_persistent(event->terms))
		kind = LIST_PERSISTENT;
	if (!wants_kind(builder, kind))
		goto out;
	entry = add(builder, kind, full);
	if (entry && kind == LIST_PERSISTENT)
		set_text(builder, &entry->provider, strdup(pmu->holder ? pmu->holder : "kernel"));
	if (entry && builder->in_several)
		set_text(builder, &entry->source, strdup(pmu->source));
	if (entry && event && builder->request->details)
		fill_details(builder, entry, event);
out:
	free(full);
	return builder->failed;
}

static void keep_reason(struct builder *builder, const struct err *err)
{
	if (builder->err && !builder->err->code)
		*builder->err = *err;
}

static int visit_pmu(void *arg, const char *name)
{
	struct builder *builder = arg;
	const struct event_lookup *lookup = builder->lookup;
	const struct pmu_format *format;
	const struct pmu *next;
	struct err err = { 0 };

	if (lookup->find_pmu(lookup->ctx, name, &builder->pmu, &err)) {
		keep_reason(builder, &err);
		return 0;
	}
	next = builder->pmu;
	builder->in_several = false;
	do {
		builder->pmu = next;
		if (!lookup->next_pmu_of_name ||
		    lookup->next_pmu_of_name(lookup->ctx, builder->pmu, &next, NULL))
			next = NULL;
		builder->in_several |= next != NULL;
		builder->may_be_persistent = !lookup->find_format(lookup->ctx, builder->pmu,
								  "persistent", &format, NULL);
		if (wants_kind(builder, LIST_PMU) || builder->may_be_persistent)
			lookup->each_event_name(lookup->ctx, builder->pmu, visit_event, builder);
	} while (!builder->failed && next);
	return builder->failed;
}

static void list_system(struct builder *builder, const char *dir, const char *system)
{
	struct names names = { 0 };
	char *path = names__path("%s/events/%s", dir, system);

	if (!path || names__read(&names, path, NAMES_OF_DIRS) == -ENOMEM)
		builder->failed = -ENOMEM;
	for (size_t i = 0; !builder->failed && i < names.nr; i++) {
		char *full = names__path("%s:%s", system, names.list[i]);
		struct list_entry *entry;

		if (!full) {
			builder->failed = -ENOMEM;
			break;
		}
		if (wants_name(builder, full)) {
			entry = add(builder, LIST_TRACEPOINT, full);
			if (entry && builder->request->details)
				set_text(builder, &entry->file,
					 names__path("%s/%s/format", path, names.list[i]));
		}
		free(full);
	}
	names__exit(&names);
	free(path);
}

static void list_tracepoints(struct builder *builder)
{
	struct names systems = { 0 };
	struct err err = { 0 };
	char *dir = tracefs__find(&err), *path = dir ? names__path("%s/events", dir) : NULL;
	int ret = path ? names__read(&systems, path, NAMES_OF_DIRS) : 0;

	if (ret)
		err__set(&err, ret, "%s: %s", path, strerror(-ret));
	if (err.code)
		keep_reason(builder, &err);
	for (size_t i = 0; !builder->failed && i < systems.nr; i++)
		list_system(builder, dir, systems.list[i]);
	names__exit(&systems);
	free(path);
	free(dir);
}

static void list_forms(struct builder *builder)
{
	if (wants_kind(builder, LIST_RAW)) {
		if (wants_name(builder, "rNNN"))
			add(builder, LIST_RAW, "rNNN");
		if (wants_name(builder, "PMU/t1=v1[,t2=v2,...]/MODIFIERS"))
			add(builder, LIST_RAW, "PMU/t1=v1[,t2=v2,...]/MODIFIERS");
	}
	if (wants_kind(builder, LIST_BREAKPOINT) && wants_name(builder, "mem:ADDR[/LEN][:ACCESS]"))
		add(builder, LIST_BREAKPOINT, "mem:ADDR[/LEN][:ACCESS]");
}

int catalog__build(struct catalog *catalog, struct pmus *pmus, const struct list_request *request,
		   struct err *err)
{
	struct builder builder = {
		.catalog = catalog,
		.request = request,
		.lookup = pmus__lookup(pmus),
		.err = err,
	};

	*catalog = (struct catalog){ 0 };
	for (enum list_kind kind = LIST_HARDWARE; kind <= LIST_TOOL; kind++)
		if (wants_kind(&builder, kind))
			list_fixed(&builder, kind);
	if (wants_kind(&builder, LIST_CACHE))
		list_caches(&builder);
	if (wants_kind(&builder, LIST_PMU) || wants_kind(&builder, LIST_PERSISTENT))
		builder.lookup->each_pmu_name(builder.lookup->ctx, visit_pmu, &builder);
	list_forms(&builder);
	if (wants_kind(&builder, LIST_TRACEPOINT))
		list_tracepoints(&builder);
	return builder.failed;
}
