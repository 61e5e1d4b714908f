/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_REPORT_VIEW_H
#define PERF_REPORT_VIEW_H

#include "err.h"

struct collect;
struct data_reader;
struct hits;
struct machine;
struct report_style;
struct session_stats;

enum report_view_wish {
	VIEW_IF_TERMINAL,
	VIEW_NEVER,  /* --stdio, and what only text can have */
	VIEW_ALWAYS, /* --tui */
};

/* What a view of a file's rows is made of. All borrowed. */
struct report_view {
	const struct report_style *style;
	const struct collect *collect;
	struct data_reader *reader;
	struct machine *machine;
	const struct hits *hits; /* NULL: functions can not be annotated */
	const struct session_stats *stats;
	int signal; /* out: what ended the view */
};

/* Can there be a view? Where people may expect one says why not. */
bool report_view__is_possible(enum report_view_wish wish);

/*
 * Shows rows on the terminal until the user quits. 0; -ENOSYS or -EINVAL, after a word about it,
 * when the terminal can not show them and text should; -errno with @err.
 */
int report_view__show(struct report_view *view, struct err *err);

#endif
