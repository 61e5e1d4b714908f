/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SAMPLING_OPTIONS_H
#define PERF_SAMPLING_OPTIONS_H

#include <argp.h>

#include "err.h"
#include "record/options.h"

struct event_list;
struct event_lookup;

/* What record and top are told about what to sample. Strings are borrowed from argv. */
struct sampling_options {
	const char *command; /* "perf record": begins messages */
	struct record_opts record;
	struct request *requests; /* each -e, --pfm-events and --filter */
	size_t nr_requests;
	bool quiet;
};

/* The options that mean the same in both, for a command's argp_child; its input is the struct above. */
extern const struct argp sampling_argp;

/* What --call-graph says about reading chains: fp, dwarf[,BYTES], lbr, no. 0 or -EINVAL. */
int sampling_options__call_graph(struct record_opts *record, const char *text, struct err *err);

/* Looks at all options together. 0, or the exit status after saying what is wrong. */
int sampling_options__check(struct sampling_options *opts);

/*
 * Appends the events, the default one if none was asked for; *filters, which the caller frees, has an
 * entry for each. 0, or the exit status after saying what is wrong.
 */
int sampling_options__events(struct sampling_options *opts, const struct event_lookup *lookup,
			     struct event_list *list, const char ***filters);
void sampling_options__exit(struct sampling_options *opts);

#endif
