/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_PAGES_H
#define PERF_TOP_PAGES_H

#include "err.h"

struct report_style;
struct top_live;

/*
 * Prints a page a refresh to standard output until the reader ends, @refreshes (0: any number) were
 * printed or, on a terminal, the user quits. 0; -EPIPE when nobody reads any more; -errno with @err.
 */
int top_pages__show(struct top_live *live, const struct report_style *style, u64 refreshes,
		    struct err *err);

#endif
