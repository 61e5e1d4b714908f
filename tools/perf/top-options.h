/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_OPTIONS_H
#define PERF_TOP_OPTIONS_H

#include "hist/annotate.h"
#include "hist/collect.h"
#include "sampling-options.h"
#include "symbol/options.h"
#include "ui/report-stdio.h"
#include "ui/tui/live.h"

/* The command line of perf top. Strings are borrowed from argv. */
struct top_options {
	struct sampling_options sampling;
	struct collect_options collect;
	struct report_style style;
	struct symbol_options symbols;
	const char *ignore_callees; /* a regular expression; NULL: none */
	struct annotate_options annotate;
	enum live_mode mode;
	u32 delay_ms;
	u64 refreshes; /* 0: any number */
	int priority;  /* SCHED_FIFO; 0: as it is */
	bool hide_kernel, hide_user;
	bool stdio, tui;
	int verbose;
};

/* 0, or the exit status after saying what is wrong. */
int top_options__parse(struct top_options *opts, int argc, char **argv);
void top_options__exit(struct top_options *opts);

#endif
