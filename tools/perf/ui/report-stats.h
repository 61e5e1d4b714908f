/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_STATS_H
#define PERF_UI_REPORT_STATS_H

#include <stdio.h>

#include "types.h"

#define REPORT_TYPES 128

/* Records by their type, which others share the last number. */
struct report_counts {
	u64 types[REPORT_TYPES];
	u64 total;
};

/* Prints a line for each type that there is. */
void report_stats__print(FILE *out, const struct report_counts *counts);

/* Prints the samples of one event. */
void report_stats__print_event(FILE *out, const char *name, u64 samples);

#endif
