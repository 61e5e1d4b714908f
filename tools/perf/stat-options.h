/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_OPTIONS_H
#define PERF_STAT_OPTIONS_H

#include "buf.h"
#include "stat/result.h"

/* The command line of perf stat. Strings are borrowed from argv. */
struct stat_options {
	struct buf events; /* of -e and --pfm-events: 'e' or 'p', the string, NUL */
	const char *cpus, *pids, *tids, *separator, *output, *pre, *post, *cgroups;
	bool system_wide, append, no_inherit, no_merge, quiet, summary, json, no_grouping;
	bool interval_clear, null_run;
	int detailed, verbose, log_fd;
	enum stat_aggr aggr;
	u64 interval_ms, interval_count, delay_ms, timeout_ms, repeat;
	char **argv;
};

static inline bool stat_options__system_wide(const struct stat_options *opts)
{
	return opts->system_wide || opts->cpus;
}

/* Fills @opts, which exit frees. 0, or the exit status after saying what is wrong. */
int stat_options__parse(struct stat_options *opts, int argc, char **argv);
void stat_options__exit(struct stat_options *opts);

/* Says "perf stat: WHAT" and returns the exit status of a wrong usage. */
int stat_options__refuse(const char *what);

#endif
