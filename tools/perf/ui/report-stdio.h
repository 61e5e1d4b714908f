/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_STDIO_H
#define PERF_UI_REPORT_STDIO_H

#include <stdio.h>

#include "ui/report-style.h"

struct hists;

/* Sets widths from numbers with commas between. 0, or -EINVAL: that is no such list. */
int report_style__parse_widths(struct report_style *style, const char *text);

/* The lines before the first event: filters and what was lost. */
int report_stdio__print_title(FILE *out, const struct report_style *style, bool header_shown,
			      u64 lost_samples);

/* The rows of one event; 0, -ENOMEM or -errno of the writing. */
int report_stdio__print_event(FILE *out, const struct report_style *style, const char *name,
			      const struct hists *hists);

#endif
