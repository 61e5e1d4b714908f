/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_PMU_H
#define PERF_UTIL_RESOLVE_PMU_H

#include "arena.h"
#include "lookup.h"

/*
 * The names of the machine's PMUs, and those of its core PMUs: asked for when the string needs
 * them, once, each in the lookup's order.
 */
struct pmu_names {
	const char **names, **core;
	size_t nr, nr_core;
	bool known, core_known;
};

/* Fill in names, or core too, when that was not done yet. 0 or -ENOMEM. */
int pmu_names__fill(struct pmu_names *names, const struct event_lookup *lookup,
		    struct arena *arena);
int pmu_names__fill_core(struct pmu_names *names, const struct event_lookup *lookup,
			 struct arena *arena);

/*
 * Does @typed mean the PMU @name? As a glob, or as what is in front of a number of the PMU:
 * digits, '_' and digits, or '_' and more than two hex digits; "uncore_" may be left out.
 */
bool pmu_name__matches(const char *typed, const char *name);

/* The same of the second name (file alias) of a PMU, which must be whole. */
bool pmu_alias__matches(const char *typed, const char *alias);

#endif
