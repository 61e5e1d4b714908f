/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_ANNOTATE_STDIO_H
#define PERF_UI_ANNOTATE_STDIO_H

#include <stdio.h>

#include "hist/annotate.h"

enum annotate_value { ANNOTATE_PERCENT, ANNOTATE_SAMPLES, ANNOTATE_PERIOD };

/* How an annotated function is printed. */
struct annotate_style {
	enum annotate_value value;
	bool line_summary; /* source lines by what they took, first */
	bool full_paths;
	double min_percent; /* lines below that show no number */
	size_t nr_events;
	const size_t *events;	 /* their numbers in the hits: a column each */
	const char *event_names; /* for the title */
};

/* 0, -ENOMEM, or -errno of the writing. */
int annotate_stdio__print(FILE *out, const struct annotate_style *style, const struct hits *hits,
			  const struct annotation *annotation);

#endif
