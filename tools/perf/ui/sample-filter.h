/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_FILTER_H
#define PERF_UI_SAMPLE_FILTER_H

#include "session/time-spans.h"

struct machine;
struct session_record;

/* Which samples perf script shows. Zeroed is all; texts are comma lists, NULL: no such filter. */
struct sample_filter {
	const char *comms, *dsos, *symbols;
	const char *pids, *tids;
	int *cpus; /* ascending */
	int nr_cpus;
	struct time_spans spans;
};

bool sample_filter__shows(const struct sample_filter *filter, struct machine *machine,
			  const struct session_record *record);

#endif
