/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_BUILD_H
#define PERF_UTIL_RESOLVE_BUILD_H

#include "lookup.h"
#include "pmu.h"
#include "resolve-pmu.h"
#include "resolve-words.h"
#include "syntax.h"

enum term_strength { TERM_WEAK, TERM_STRONG, TERM_STRENGTHS };

/* What one event is made from, between the tree and struct event. */
struct build {
	const struct event_lookup *lookup;
	struct arena *arena;
	struct err *err;
	struct event *event;	      /* its type and the base of its config are set */
	const struct pmu *pmu;	      /* whose terms these are; NULL: an event without a PMU */
	const struct pmu *covered_by; /* whose formats should cover what is set raw; NULL: any */
	struct pmu_names *pmus;	      /* of the machine, filled when a term needs them */
	bool counting;		      /* nobody samples */
	struct modifiers mods;	      /* the event's and its group's */
	struct syntax_word where;     /* of the modifiers, for errors */

	/* The rest is filled while terms are applied. */
	struct word_sets sets[TERM_STRENGTHS];
	const struct syntax_terms *typed;
	const struct syntax_term *at;	  /* the typed term at hand */
	bool typed_at_fault;		  /* not the sysfs event that it led to */
	const struct syntax_term *setter; /* the first typed term that sets bits */
	const struct syntax_term *change; /* one that would change how an event runs */
	int persistent[TERM_STRENGTHS];	  /* -1: not said */
	u64 raw[ATTR_WORD_CONFIG4 + 1];	  /* bits set by config= and rHEX, by word */
	unsigned int aliases;		  /* how many were followed */
	size_t nr_driver_config;
};

/* The term's value as a number, 1 for a term alone. 0 or -errno with build->err. */
int build__number(struct build *build, const struct syntax_term *term, u64 *value);

/* Text that the event owns, in place of what it had. 0 or -ENOMEM. */
int build__set_text(struct build *build, char **to, const char *text);

/* Notes it in build->err and returns -ENOMEM. */
int build__no_memory(struct build *build);

#endif
