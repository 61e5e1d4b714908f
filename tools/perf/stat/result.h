/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_RESULT_H
#define PERF_STAT_RESULT_H

#include "counter.h"
#include "metric.h"
#include "topology.h"

/* Counts added up as asked for, one row an event and place: what the printers print. */

enum stat_aggr {
	STAT_AGGR_GLOBAL,
	STAT_AGGR_CPU, /* -A */
	STAT_AGGR_SOCKET,
	STAT_AGGR_CORE,
	STAT_AGGR_NODE,
	STAT_AGGR_THREAD,
};

struct stat_place {
	struct cpu_place cpu;
	pid_t tid;
	char comm[16];
	int nr_cpus; /* of those that were added up */
	struct metric_inputs inputs;
};

enum stat_state {
	STAT_COUNTED,
	STAT_NOT_COUNTED,
	STAT_NOT_SUPPORTED,
};

struct stat_row {
	const struct event *event;
	const char *cgroup;
	const char *name; /* of the event, or of one unit of it */
	size_t place;
	enum stat_state state;
	struct count count;
	double value;	    /* scaled for multiplexing and by the event's scale */
	double noise_ratio; /* standard error / mean over the runs; < 0: one run only */
	bool has_metric;
	struct metric metric;
	bool has_stalled; /* beside instructions: a line of its own */
	struct metric stalled;
};

struct stat_result {
	enum stat_aggr aggr;
	struct stat_place *places;
	size_t nr_places;
	struct stat_row *rows; /* in the order in which they are printed */
	size_t nr_rows;
};

/* What the tool measured itself, in ns. */
struct stat_times {
	u64 wall_ns;
	u64 user_ns;
	u64 system_ns;
};

struct stat_collect {
	struct counter **counters;
	size_t nr_counters;
	enum stat_aggr aggr;
	bool no_merge; /* keep an uncore event's units apart */
	struct stat_times times;
};

/* Adds up the counters' counts. 0 or -ENOMEM; exit frees, also after an error. */
int stat_result__collect(struct stat_result *result, const struct stat_collect *collect);
void stat_result__exit(struct stat_result *result);

/* Running mean and standard error (Welford) of one row over several runs. */
struct stat_series {
	double nr, mean, m2;
};
void stat_series__add(struct stat_series *series, double value);
double stat_series__error(const struct stat_series *series); /* standard error of the mean */

/* Derives every row's metric anew from the counts and the time that passed. */
void stat_result__derive(struct stat_result *result, u64 wall_ns);

#endif
