/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_METRIC_H
#define PERF_STAT_METRIC_H

#include "types.h"

struct event;

/* What a count can be set in relation to. */
enum metric_kind {
	METRIC_NONE,
	METRIC_CLOCK, /* task-clock and cpu-clock, in ns */
	METRIC_CYCLES,
	METRIC_INSTRUCTIONS,
	METRIC_BRANCHES,
	METRIC_BRANCH_MISSES,
	METRIC_CACHE_REFS,
	METRIC_CACHE_MISSES,
	METRIC_STALLED_FRONT,
	METRIC_STALLED_BACK,
	METRIC_L1D_LOADS,
	METRIC_L1D_MISSES,
	METRIC_L1I_LOADS,
	METRIC_L1I_MISSES,
	METRIC_LL_LOADS,
	METRIC_LL_MISSES,
	METRIC_DTLB_LOADS,
	METRIC_DTLB_MISSES,
	METRIC_ITLB_LOADS,
	METRIC_ITLB_MISSES,
	METRIC_NR,
};

/* By the event's type and config; METRIC_NONE for what stands for itself. */
enum metric_kind metric__kind(const struct event *event);

/* The counts of one place (CPU, socket, ..., or all), by kind. Zeroed: none is known. */
struct metric_inputs {
	double value[METRIC_NR];
	bool known[METRIC_NR];
	double wall_ns; /* elapsed */
};

/* A derived number beside a count; unit NULL means there is none. */
struct metric {
	double value;
	int decimals;
	char unit[40];
	bool percent; /* text shows it as "12.34% of all ..." */
};

/* What stands beside @event's count @value. False: nothing. */
bool metric__derive(const struct event *event, double value, const struct metric_inputs *inputs,
		    struct metric *metric);

/*
 * The second number beside instructions, where stalled cycles were counted too: how many of them an
 * instruction costs, by the end of the pipeline that stalls more. False: nothing.
 */
bool metric__stalled(const struct event *event, double value, const struct metric_inputs *inputs,
		     struct metric *metric);

#endif
