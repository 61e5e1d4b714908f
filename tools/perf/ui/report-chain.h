/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_CHAIN_H
#define PERF_UI_REPORT_CHAIN_H

#include "buf.h"

struct hist_entry;
struct hists;

enum chain_mode {
	CHAIN_GRAPH,   /* a tree, percents of the event's period */
	CHAIN_FRACTAL, /* a tree, percents of what called */
	CHAIN_FLAT,    /* each chain by itself */
	CHAIN_FOLDED,  /* the same in one line */
	CHAIN_NONE,
};

/* How the call chains of a row are drawn. */
struct chain_style {
	enum chain_mode mode;
	double min_percent;
	u32 print_limit; /* steps of one stretch; 0: all */
	bool by_period;	 /* what is counted in place of percents */
	bool skip_first; /* the row itself names it already */
};

/* Appends the lines below a row. 0 or -ENOMEM. */
int report_chain__print(struct buf *out, const struct chain_style *style, const struct hists *hists,
			const struct hist_entry *entry);

#endif
