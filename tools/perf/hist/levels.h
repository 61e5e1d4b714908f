/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_LEVELS_H
#define PERF_HIST_LEVELS_H

#include "hist/hists.h"

/*
 * Makes the nodes of a hierarchy from sorted rows, of joined events the same ones for each. Rows that a
 * filter hides from some level on count above it only; what has nothing to show below is left out,
 * and percents of what is shown are of the first level. 0 or -ENOMEM.
 */
int hists__make_levels(struct hists *hists);

/* Appends "Command+Shared Object / Symbol": what each level is made of. 0 or -ENOMEM. */
int hists__level_titles(const struct hists *hists, struct buf *out);

/* Is the field of another tracepoint than the event's? */
bool hists__is_foreign(const struct hists *hists, const struct hist_field *field);

#endif
