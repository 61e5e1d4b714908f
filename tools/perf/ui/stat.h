/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_STAT_H
#define PERF_UI_STAT_H

#include <stdio.h>

#include "types.h"

struct stat_result;
struct stat_series;

enum ui_stat_format {
	UI_STAT_TEXT,
	UI_STAT_CSV,
	UI_STAT_JSON,
};

struct ui_stat {
	FILE *out;
	enum ui_stat_format format;
	const char *separator; /* CSV */
	bool interval;	       /* every row begins with the time */
	bool summary;	       /* the rows after the last interval */
	bool grouping;	       /* thousands, as the locale has them; text only */
	bool repeated;	       /* several runs: rows carry their noise */
	u64 time_ns;	       /* of this interval, since the start */
};

/* The line of column titles that stands once above intervals in text. */
void ui_stat__print_interval_header(const struct ui_stat *ui, const struct stat_result *result);

/* All rows. Numbers are written in the C locale for CSV and JSON, whatever the process's is. */
void ui_stat__print_rows(const struct ui_stat *ui, const struct stat_result *result);

struct ui_stat_footer {
	const char *target; /* what stands behind "for" */
	const struct stat_series *wall_s;
	int runs;
	bool has_rusage;
	double user_s, system_s;
};
/* The lines around the rows of a text report. */
void ui_stat__print_title(const struct ui_stat *ui, const struct ui_stat_footer *footer);
void ui_stat__print_footer(const struct ui_stat *ui, const struct ui_stat_footer *footer);

#endif
