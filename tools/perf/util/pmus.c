// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PMUs of all sources, behind struct event_lookup. In go names, out come PMUs of pmu-dir.c;
 * a PMU is found by opening its files, no other one is read or listed for it. Names are listed,
 * and aliases read, once when a caller wants all of them.
 */
#include "pmus.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "names.h"
#include "pfm.h"
#include "pmu-dir.h"
#include "pmu.h"
#include "tracefs.h"

#define DEFAULT_SOURCES "/sys/bus/event_source/devices:" PERSISTENT_RUN_DIR "/devices"

/* A PMU that was asked for: itself, or what is wrong with it. */
struct found {
	struct found *next;
	char *name;
	struct pmu *pmu;
	struct err *fault;
};

/* PMUs that were asked for are found in lists by their name's hash. */
#define FOUND_LISTS 64

struct source {
	char *path;
	int fd; /* of the directory; -1: it is not there */
	bool opened;
	char *holder; /* its socket; NULL: none, or not looked for yet */
	bool holder_read;
	struct names names;
	bool listed;
	struct found *found[FOUND_LISTS];
};

/* A PMU by its number or second name; the name belongs to the source. */
struct known_type {
	u32 type;
	const char *name;
};
struct known_alias {
	char *alias;
	const char *name;
};

struct pmus {
	struct event_lookup lookup;
	struct source *sources;
	size_t nr_sources;
	struct known_type *types;
	size_t nr_types;
	bool types_read;
	struct known_alias *aliases;
	size_t nr_aliases;
	bool aliases_read;
	char *tracefs; /* where it is mounted; NULL: not looked for yet */
};

static int no_memory(struct err *err)
{
	return err__set(err, -ENOMEM, "out of memory");
}

/* Opens the source once: what was not there then is not there. */
static bool source__open(struct source *source)
{
	if (!source->opened)
		source->fd = open(source->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	source->opened = true;
	return source->fd >= 0;
}

/*
 * A holder's source names its socket relative to itself. A file that can not be read is a
 * fault of every PMU in it: without the holder they would be taken for the kernel's.
 */
static int source__read_holder(struct source *source, struct err *err)
{
	_cleanup_free_ char *path = NULL, *text = NULL;
	int len;

	if (source->holder_read || !source__open(source))
		return 0;
	path = names__path("%s/.holder", source->path);
	if (!path)
		return no_memory(err);
	len = pmu_text__read(&text, path, err);
	if (len == -ENOENT)
		return source->holder_read = true, 0;
	if (len < 0)
		return len;
	if (!len || strchr(text, '\n')) {
		err__set(err, -EINVAL, "it must be the path of the holder's socket, one line");
		err__set_file(err, "%s", path);
		return -EINVAL;
	}
	source->holder = *text == '/' ? strdup(text) : names__path("%s/%s", source->path, text);
	if (!source->holder)
		return no_memory(err);
	source->holder_read = true;
	return 0;
}

/* What is not there has no fault, not even that of the source's .holder. */
static bool source__has(const struct source *source, const char *name)
{
	struct stat st;

	return !fstatat(source->fd, name, &st, 0) && S_ISDIR(st.st_mode);
}

/* Loads SOURCE/NAME into @found. A fault of the PMU is kept there and is no error here. */
static int source__load(struct source *source, struct found *found, struct err *err)
{
	struct err fault = { 0 };
	int ret;

	if (!source__open(source))
		return -ENOENT;
	ret = source__read_holder(source, &fault);
	if (!ret || !source__has(source, found->name))
		ret = pmu__load(&found->pmu,
				&(struct pmu_place){ source->path, source->fd, found->name,
						     source->holder },
				&fault);
	if (!ret || ret == -ENOENT)
		return ret;
	if (ret != -ENOMEM)
		found->fault = malloc(sizeof(fault));
	if (!found->fault)
		return no_memory(err);
	*found->fault = fault;
	return 0;
}

static void found__delete(struct found *found)
{
	if (!found)
		return;
	pmu__delete(found->pmu);
	free(found->fault);
	free(found->name);
	free(found);
}

static struct found **list_of(struct source *source, const char *name)
{
	u32 hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (unsigned char)*name;
	return &source->found[hash % FOUND_LISTS];
}

static int source__find(struct source *source, const char *name, const struct pmu **pmu,
			struct err *err)
{
	struct found **list = list_of(source, name), *found;
	int ret;

	for (found = *list; found; found = found->next)
		if (!strcmp(found->name, name))
			goto out;
	found = calloc(1, sizeof(*found));
	if (!found || !(found->name = strdup(name))) {
		free(found);
		return no_memory(err);
	}
	ret = source__load(source, found, err);
	if (ret) {
		found__delete(found);
		return ret;
	}
	found->next = *list;
	*list = found;
out:
	*pmu = found->pmu;
	return err__copy(err, found->fault);
}

/* Lists the source once. One that is not there or may not be read has no names. */
static int source__list(struct source *source)
{
	int ret;

	if (source->listed)
		return 0;
	ret = names__read(&source->names, source->path, NAMES_OF_DIRS);
	if (ret == -ENOENT || ret == -ENOTDIR || ret == -EACCES)
		ret = 0;
	source->listed = !ret;
	return ret;
}

static void source__exit(struct source *source)
{
	for (size_t i = 0; i < FOUND_LISTS; i++) {
		while (source->found[i]) {
			struct found *next = source->found[i]->next;

			found__delete(source->found[i]);
			source->found[i] = next;
		}
	}
	names__exit(&source->names);
	if (source->fd >= 0)
		close(source->fd);
	free(source->path);
	free(source->holder);
}

/* Is there SOURCE/A/B/C (of as many as are not NULL), a regular file? Nothing is opened. */
static bool source__has_file(struct source *source, const char *a, const char *b, const char *c)
{
	char path[PATH_MAX];
	struct stat st;

	if (snprintf(path, sizeof(path), "%s/%s%s%s", a, b, c ? "/" : "", c ? c : "") >=
	    (int)sizeof(path))
		return false;
	return source__open(source) && !fstatat(source->fd, path, &st, 0) && S_ISREG(st.st_mode);
}

/* The first PMU of that name in sources @from and later that is whole, or else the first fault. */
static int find_from(struct pmus *pmus, size_t from, const char *name, const struct pmu **pmu,
		     struct err *err)
{
	struct err fault = { 0 };
	int first = -ENOENT;

	for (size_t i = from; i < pmus->nr_sources; i++) {
		struct err next = { 0 };
		int ret = source__find(&pmus->sources[i], name, pmu, &next);

		if (!ret || ret == -ENOMEM)
			return err__copy(err, &next), ret;
		if (ret != -ENOENT && first == -ENOENT) {
			first = ret;
			fault = next;
		}
	}
	if (first != -ENOENT)
		err__copy(err, &fault);
	return first;
}

static int list_all(struct pmus *pmus)
{
	int ret = 0;

	for (size_t i = 0; i < pmus->nr_sources && !ret; i++)
		ret = source__list(&pmus->sources[i]);
	return ret;
}

static size_t count_names(const struct pmus *pmus)
{
	size_t nr = 0;

	for (size_t i = 0; i < pmus->nr_sources; i++)
		nr += pmus->sources[i].names.nr;
	return nr;
}

static int read_alias(struct pmus *pmus, const struct source *source, const char *name)
{
	char path[PATH_MAX], text[NAME_MAX + 2], *alias;
	int len;

	snprintf(path, sizeof(path), "%s/alias", name);
	len = file__read_attribute(source->fd, path, text, sizeof(text));
	if (len <= 0)
		return 0;
	text[strcspn(text, "\n")] = 0;
	if (!name__is_plain(text))
		return 0;
	alias = strdup(text);
	if (!alias)
		return -ENOMEM;
	pmus->aliases[pmus->nr_aliases++] = (struct known_alias){ alias, name };
	return 0;
}

/* Reads every alias file once; one that is unreadable or no name only loses the alias. */
static int read_aliases(struct pmus *pmus)
{
	int ret;

	if (pmus->aliases_read)
		return 0;
	ret = list_all(pmus);
	if (ret)
		return ret;
	pmus->aliases = calloc(count_names(pmus) + 1, sizeof(*pmus->aliases));
	if (!pmus->aliases)
		return -ENOMEM;
	pmus->aliases_read = true;
	for (size_t i = 0; i < pmus->nr_sources; i++) {
		struct source *source = &pmus->sources[i];

		for (size_t n = 0; n < source->names.nr && !ret && source__open(source); n++)
			ret = read_alias(pmus, source, source->names.list[n]);
	}
	return ret;
}

static int find_pmu(void *ctx, const char *name, const struct pmu **pmu, struct err *err)
{
	return name__is_plain(name) ? find_from(ctx, 0, name, pmu, err) : -ENOENT;
}

static int each_pmu_alias(void *ctx, int (*fn)(void *arg, const char *alias, const char *name),
			  void *arg)
{
	struct pmus *pmus = ctx;
	int ret = read_aliases(pmus);

	for (size_t i = 0; i < pmus->nr_aliases && !ret; i++)
		ret = fn(arg, pmus->aliases[i].alias, pmus->aliases[i].name);
	return ret;
}

static int next_pmu_of_name(void *ctx, const struct pmu *pmu, const struct pmu **next,
			    struct err *err)
{
	struct pmus *pmus = ctx;

	for (size_t i = 0; i < pmus->nr_sources; i++)
		if (!strcmp(pmus->sources[i].path, pmu->source))
			return find_from(pmus, i + 1, pmu->name, next, err);
	return -ENOENT;
}

static bool in_earlier_source(const struct pmus *pmus, size_t source, const char *name)
{
	for (size_t i = 0; i < source; i++)
		if (names__has(&pmus->sources[i].names, name))
			return true;
	return false;
}

static int each_pmu_name(void *ctx, int (*fn)(void *arg, const char *name), void *arg)
{
	struct pmus *pmus = ctx;
	int ret = list_all(pmus);

	for (size_t i = 0; i < pmus->nr_sources; i++) {
		const struct names *names = &pmus->sources[i].names;

		for (size_t n = 0; n < names->nr && !ret; n++)
			if (!in_earlier_source(pmus, i, names->list[n]))
				ret = fn(arg, names->list[n]);
	}
	return ret;
}

static int find_format(void *ctx, const struct pmu *pmu, const char *name,
		       const struct pmu_format **format, struct err *err)
{
	(void)ctx;
	return pmu__find_format(pmu, name, format, err);
}

static int find_event(void *ctx, const struct pmu *pmu, const char *name,
		      const struct pmu_event **event, struct err *err)
{
	(void)ctx;
	return pmu__find_event(pmu, name, event, err);
}

static int each_format_name(void *ctx, const struct pmu *pmu,
			    int (*fn)(void *arg, const char *name), void *arg)
{
	(void)ctx;
	return pmu__each_format_name(pmu, fn, arg);
}

static int each_event_name(void *ctx, const struct pmu *pmu, int (*fn)(void *arg, const char *name),
			   void *arg)
{
	(void)ctx;
	return pmu__each_event_name(pmu, fn, arg);
}

static bool has_event(void *ctx, const char *pmu_name, const char *event)
{
	struct pmus *pmus = ctx;

	if (!name__is_plain(pmu_name) || !pmu_event__is_name(event))
		return false;
	for (size_t i = 0; i < pmus->nr_sources; i++)
		if (source__has_file(&pmus->sources[i], pmu_name, "events", event))
			return true;
	return false;
}

static int max_precise(void *ctx, const struct pmu *pmu)
{
	(void)ctx;
	return pmu__max_precise(pmu);
}

static bool is_core(void *ctx, const char *pmu_name)
{
	struct pmus *pmus = ctx;

	if (!name__is_plain(pmu_name))
		return false;
	for (size_t i = 0; i < pmus->nr_sources; i++) {
		const char *file = strcmp(pmu_name, "cpu") ? "cpus" : "type";

		if (source__has_file(&pmus->sources[i], pmu_name, file, NULL))
			return true;
	}
	return false;
}

static int encode_name(void *ctx, const char *name, struct perf_event_attr *attr)
{
	(void)ctx;
	/* libpfm4 also spells the kernel's own names, in any case, and raw ones: those are known. */
	if (name[0] == 'r' && !name[1 + strspn(name + 1, "0123456789abcdefABCDEFxX")])
		return -ENOENT;
	if (pfm__encode(name, attr, NULL))
		return -ENOENT;
	return attr->type == PERF_TYPE_RAW || attr->type >= PERF_TYPE_MAX ? 0 : -ENOENT;
}

static int each_tracepoint(void *ctx, const struct tracepoint_walk *walk, struct err *err)
{
	struct pmus *pmus = ctx;
	struct err fault = { 0 };

	if (!pmus->tracefs)
		pmus->tracefs = tracefs__find(&fault);
	if (!pmus->tracefs)
		return err__copy(err, &fault);
	return tracefs__each_in(pmus->tracefs, walk, err);
}

static const struct event_lookup lookup = {
	.find_pmu = find_pmu,
	.next_pmu_of_name = next_pmu_of_name,
	.each_pmu_name = each_pmu_name,
	.each_pmu_alias = each_pmu_alias,
	.find_format = find_format,
	.find_event = find_event,
	.each_format_name = each_format_name,
	.each_event_name = each_event_name,
	.has_event = has_event,
	.is_core = is_core,
	.max_precise = max_precise,
	.encode_name = encode_name,
	.each_tracepoint = each_tracepoint,
};

static bool has_source(const struct pmus *pmus, const char *path, size_t len)
{
	for (size_t i = 0; i < pmus->nr_sources; i++)
		if (strlen(pmus->sources[i].path) == len &&
		    !memcmp(pmus->sources[i].path, path, len))
			return true;
	return false;
}

/* Empty parts and repeated ones do not count; slashes at the end do not matter. */
static int add_sources(struct pmus *pmus, const char *list)
{
	size_t nr = 1;

	for (const char *p = list; *p; p++)
		nr += *p == ':';
	pmus->sources = calloc(nr, sizeof(*pmus->sources));
	if (!pmus->sources)
		return -ENOMEM;
	for (;; list++) {
		const char *path = list;
		size_t len = strcspn(path, ":");

		list += len;
		while (len > 1 && path[len - 1] == '/')
			len--;
		if (len && !has_source(pmus, path, len)) {
			struct source *source = &pmus->sources[pmus->nr_sources];

			source->fd = -1;
			source->path = strndup(path, len);
			if (!source->path)
				return -ENOMEM;
			pmus->nr_sources++;
		}
		if (!*list)
			return 0;
	}
}

struct pmus *pmus__new(const char *sources)
{
	struct pmus *pmus = calloc(1, sizeof(*pmus));

	if (!pmus)
		return NULL;
	pmus->lookup = lookup;
	pmus->lookup.ctx = pmus;
	if (!sources)
		sources = getenv("PERF_EVENT_SOURCES");
	if (!sources || !*sources)
		sources = DEFAULT_SOURCES;
	if (!add_sources(pmus, sources))
		return pmus;
	pmus__delete(pmus);
	return NULL;
}

void pmus__delete(struct pmus *pmus)
{
	if (!pmus)
		return;
	for (size_t i = 0; i < pmus->nr_sources; i++)
		source__exit(&pmus->sources[i]);
	for (size_t i = 0; i < pmus->nr_aliases; i++)
		free(pmus->aliases[i].alias);
	free(pmus->sources);
	free(pmus->aliases);
	free(pmus->types);
	free(pmus->tracefs);
	free(pmus);
}

const struct event_lookup *pmus__lookup(struct pmus *pmus)
{
	return &pmus->lookup;
}

/* Only names whose type is a number are known by it. */
static int read_type(struct pmus *pmus, const struct source *source, const char *name)
{
	_cleanup_free_ char *path = names__path("%s/%s/type", source->path, name);
	u64 type;

	if (!path)
		return -ENOMEM;
	if (!file__read_u64(AT_FDCWD, path, &type) && type <= UINT32_MAX)
		pmus->types[pmus->nr_types++] = (struct known_type){ type, name };
	return 0;
}

static int read_types(struct pmus *pmus)
{
	int ret = list_all(pmus);

	if (ret || pmus->types_read)
		return ret;
	pmus->types = calloc(count_names(pmus) + 1, sizeof(*pmus->types));
	if (!pmus->types)
		return -ENOMEM;
	pmus->types_read = true;
	for (size_t i = 0; i < pmus->nr_sources; i++) {
		const struct source *source = &pmus->sources[i];

		for (size_t n = 0; n < source->names.nr && !ret; n++)
			ret = read_type(pmus, source, source->names.list[n]);
	}
	return ret;
}

const char *pmus__name_of_type(struct pmus *pmus, u32 type)
{
	if (read_types(pmus))
		return NULL;
	for (size_t i = 0; i < pmus->nr_types; i++)
		if (pmus->types[i].type == type)
			return pmus->types[i].name;
	return NULL;
}
