/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_STYLE_H
#define PERF_UI_REPORT_STYLE_H

#include "ui/report-chain.h"

/* How rows are printed. All borrowed. */
struct report_style {
	struct chain_style chain;
	char separator; /* 0: columns */
	double min_percent;
	u64 min_samples;
	u32 max_rows;  /* 0: all */
	bool relative; /* percents of what was not filtered out */
	bool verbose, quiet, nanoseconds;
	unsigned int widths[32]; /* of columns; 0: as wide as needed */
	const char *time_text;	 /* of a filter by time; NULL: there is none */
	/* A filter that leaves one value takes its column away. NULL: there is none. */
	const char *only_comm, *only_dso, *only_symbol;
	int socket; /* number + 1 of the only one; 0: there is none */
};

#endif
