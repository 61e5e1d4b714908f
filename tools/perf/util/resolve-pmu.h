/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_PMU_H
#define PERF_UTIL_RESOLVE_PMU_H

#include "arena.h"
#include "lookup.h"

/* The names of the machine's PMUs, asked for once per string, and which of them are meant. */
struct pmu_names {
	const char **names; /* core PMUs first, else in the lookup's order */
	size_t nr;
	size_t nr_core;
	bool known;
};

/* Fills @names when that was not done yet. 0 or -ENOMEM. */
int pmu_names__fill(struct pmu_names *names, const struct event_lookup *lookup,
		    struct arena *arena);

/*
 * Does @typed mean the PMU @name? As a glob, or as what is in front of a number of the PMU:
 * digits, '_' and digits, or '_' and more than two hex digits; "uncore_" may be left out.
 */
bool pmu_name__matches(const char *typed, const char *name);

#endif
