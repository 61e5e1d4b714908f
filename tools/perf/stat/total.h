/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_TOTAL_H
#define PERF_STAT_TOTAL_H

#include "result.h"

/* Results of several runs or intervals as one; zeroed is empty. */
struct stat_total {
	struct stat_result result;
	struct stat_series *series; /* a row's values */
	struct stat_series wall_s;  /* the caller adds to it */
};

/* Adds a result; all must have the same rows. Takes what it holds. 0 or -ENOMEM. */
int stat_total__add(struct stat_total *total, struct stat_result *result);

/*
 * After the last: with @runs over 1, counts become means and rows get their noise; with 1
 * they stay sums (of intervals). Metrics are derived from them and from wall_s.
 */
void stat_total__finish(struct stat_total *total, int runs);
void stat_total__exit(struct stat_total *total);

#endif
