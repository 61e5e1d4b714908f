/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FILTER_H
#define PERF_HIST_FILTER_H

#include "session/time-span.h"

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
	struct time_span span;
	bool with_symbol; /* only those in a known symbol */
	bool with_parent; /* only those that were called by what -p names */
};

/* Takes only the CPUs of a list as in sysfs ("0-3,8"). 0, -EINVAL where it is none, or -ENOMEM. */
int hist_filter__set_cpus(struct hist_filter *filter, const char *text);
void hist_filter__exit(struct hist_filter *filter);

/* Of what the user does not want to see at all nothing is counted. */
bool hist_filter__leaves_out(const struct hist_filter *filter, const struct perf_sample *sample);

/* No row, but part of the event's sums. */
bool hist_filter__hides(const struct hist_filter *filter, const struct hist_sample *sample);

/* Does a filter look at the place of samples? */
bool hist_filter__needs_place(const struct hist_filter *filter);

#endif
