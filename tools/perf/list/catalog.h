/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_LIST_CATALOG_H
#define PERF_LIST_CATALOG_H

#include "err.h"

struct pmus;

/* All events that can be named here, as `perf list` shows them. */

enum list_kind {
	LIST_HARDWARE,
	LIST_SOFTWARE,
	LIST_TOOL,
	LIST_CACHE,
	LIST_PMU,
	LIST_PERSISTENT,
	LIST_RAW,
	LIST_BREAKPOINT,
	LIST_TRACEPOINT,
	LIST_NR,
};

struct list_entry {
	enum list_kind kind;
	char *name;    /* what one types */
	char *aliases; /* other names for it, joined by " OR "; NULL: none */

	char *source; /* the directory of its PMU, where several have one of that name; else NULL */

	/* Where details were asked for; NULL where there is nothing to say. */
	char *encoding; /* terms or attr fields */
	char *file;	/* that the description comes from */
	char *unit;
	double scale;

	/* Persistent events */
	char *provider; /* "kernel", or the holder's socket; NULL: not persistent */
	u64 ring_bytes; /* per CPU; 0: not known */
	u64 readers;
	bool has_status; /* readers and age_ns are known */
	u64 age_ns;
};

struct list_request {
	unsigned int kinds; /* a bit for each enum list_kind; 0: all */
	char *const *globs; /* an entry is listed if one matches, or if there is none */
	int nr_globs;
	bool details;
};

struct catalog {
	struct list_entry *entries; /* those of a kind in the order of their source */
	size_t nr;
	bool hides_hardware; /* the kernel has no hardware PMU: names of such events were left out */
};

/*
 * Lists what @request asks for, opening no more files than that needs. What can not be read is left
 * out, with the first reason in @err (code 0: nothing was). 0 or -ENOMEM.
 */
int catalog__build(struct catalog *catalog, struct pmus *pmus, const struct list_request *request,
		   struct err *err);
void catalog__exit(struct catalog *catalog);

#endif
