/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_STATS_H
#define PERF_UI_REPORT_STATS_H

#include <stdio.h>

#include "types.h"

struct session_stats;

/* Prints a line for each type that there is. */
void report_stats__print(FILE *out, const struct session_stats *stats);

/* Prints the samples of one event. */
void report_stats__print_event(FILE *out, const char *name, u64 samples);

#endif
