/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_STDIO_H
#define PERF_UI_REPORT_STDIO_H

#include <stdio.h>

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

/* Sets widths from numbers with commas between. 0, or -EINVAL: that is no such list. */
int report_style__parse_widths(struct report_style *style, const char *text);

/* The lines before the first event: filters and what was lost. */
int report_stdio__print_title(FILE *out, const struct report_style *style, bool header_shown,
			      u64 lost_samples);

/* The rows of one event; 0, -ENOMEM or -errno of the writing. */
int report_stdio__print_event(FILE *out, const struct report_style *style, const char *name,
			      const struct hists *hists);

#endif
