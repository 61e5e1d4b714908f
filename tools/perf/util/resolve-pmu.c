// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which PMUs a typed name means: the lookup's names go in, core PMUs and matches come out. Reads
 * no PMU.
 */
#include "resolve-pmu.h"

#include <errno.h>
#include <string.h>

#include "pmu.h"
#include "str.h"

struct filling {
	struct pmu_names *names;
	const struct event_lookup *lookup;
	struct arena *arena;
	size_t room;
};

static int add_name(void *arg, const char *name)
{
	struct filling *f = arg;
	struct pmu_names *names = f->names;

	if (names->nr == f->room) {
		size_t room = f->room ? f->room * 2 : 64;
		const char **more = arena__alloc(f->arena, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		if (names->nr)
			memcpy(more, names->names, names->nr * sizeof(*more));
		names->names = more;
		f->room = room;
	}
	names->names[names->nr] = arena__strndup(f->arena, name, strlen(name));
	return names->names[names->nr++] ? 0 : -ENOMEM;
}

static bool is_core(const struct event_lookup *lookup, const char *name)
{
	const struct pmu *pmu;

	if (lookup->is_core)
		return lookup->is_core(lookup->ctx, name);
	return !lookup->find_pmu(lookup->ctx, name, &pmu, NULL) && pmu->is_core;
}

int pmu_names__fill(struct pmu_names *names, const struct event_lookup *lookup, struct arena *arena)
{
	struct filling f = { .names = names, .lookup = lookup, .arena = arena };
	int ret;

	if (names->known)
		return 0;
	ret = lookup->each_pmu_name(lookup->ctx, add_name, &f);
	names->known = !ret;
	return ret;
}

int pmu_names__fill_core(struct pmu_names *names, const struct event_lookup *lookup,
			 struct arena *arena)
{
	int ret = names->core_known ? 0 : pmu_names__fill(names, lookup, arena);

	if (ret || names->core_known)
		return ret;
	names->core = arena__alloc(arena, names->nr * sizeof(*names->core));
	if (!names->core)
		return -ENOMEM;
	for (size_t i = 0; i < names->nr; i++)
		if (is_core(lookup, names->names[i]))
			names->core[names->nr_core++] = names->names[i];
	names->core_known = true;
	return 0;
}

#define DIGITS "0123456789"
#define HEX    DIGITS "abcdefABCDEF"

static bool is_suffix(const char *text)
{
	size_t digits = strspn(text, DIGITS), hex;

	if (!text[digits])
		return true;
	if (*text++ != '_' || !*text)
		return false;
	digits = strspn(text, DIGITS);
	hex = strspn(text, HEX);
	return !text[digits] || (!text[hex] && hex > 2);
}

static bool matches(const char *typed, const char *name)
{
	size_t len = strlen(typed);

	if (str__is_glob(typed))
		return str__glob(typed, name);
	return !strncmp(typed, name, len) && is_suffix(name + len);
}

bool pmu_name__matches(const char *typed, const char *name)
{
	static const char uncore[] = "uncore_";
	size_t len = sizeof(uncore) - 1;

	if (matches(typed, name))
		return true;
	return !strncmp(name, uncore, len) && strncmp(typed, uncore, len) &&
	       matches(typed, name + len);
}

bool pmu_alias__matches(const char *typed, const char *alias)
{
	return matches(typed, alias);
}
