/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FILTER_H
#define PERF_HIST_FILTER_H

#include "hist/field.h"
#include "session/time-spans.h"

struct hist_sample;
struct perf_sample;

/* Which samples are rows. Texts are comma lists; NULL: no such filter. */
struct hist_filter {
	const char *comms, *dsos, *symbols;
	const char *pids, *tids;
	const char *symbol_part; /* of the symbol's name */
	bool *cpus;		 /* by number, owned; NULL: all */
	size_t nr_cpus;
	int socket; /* number + 1; 0: all */
	struct time_spans spans;
	bool with_symbol; /* only those in a known symbol */
	bool with_parent; /* only those that were called by what -p names */
};

/* Takes only the CPUs of a list as in sysfs ("0-3,8"). 0, -EINVAL where it is none, or -ENOMEM. */
int hist_filter__set_cpus(struct hist_filter *filter, const char *text);
void hist_filter__exit(struct hist_filter *filter);

/* Of what the user does not want to see at all nothing is counted. */
bool hist_filter__leaves_out(const struct hist_filter *filter, const struct perf_sample *sample);

/* Could that be so of any sample? */
static inline bool hist_filter__leaves_some_out(const struct hist_filter *filter)
{
	return filter->cpus || filter->spans.nr;
}

/* What of a sample a filter looked for and did not find. */
enum hist_hidden {
	HIST_HIDDEN_COMM = 1,
	HIST_HIDDEN_PID = 2,
	HIST_HIDDEN_SOCKET = 4,
	HIST_HIDDEN_DSO = 8,
	HIST_HIDDEN_SYM = 16,
	HIST_HIDDEN_PARENT = 32,
};

/* Such bits; with any of them it is in no row, but part of the event's sums. */
u8 hist_filter__hidden(const struct hist_filter *filter, const struct hist_sample *sample);

/* The bits that the field alone decides. */
u8 hist_filter__decided_by(enum hist_field_id field);

/* Does a filter look at the place of samples? */
bool hist_filter__needs_place(const struct hist_filter *filter);

#endif
