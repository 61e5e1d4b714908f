/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_REPORT_OPTIONS_H
#define PERF_REPORT_OPTIONS_H

#include "hist/collect.h"
#include "report-view.h"
#include "symbol/options.h"
#include "ui/report-stdio.h"

/* The command line of perf report. Strings are borrowed from argv. */
struct report_options {
	const char *input;
	struct collect_options collect;
	struct report_style style;
	struct symbol_options symbols;
	const char *parent, *ignore_callees; /* NULL: not given */
	regex_t parent_regex, ignore_regex;
	bool has_regex[2];
	bool header, header_only, stats;
	bool tasks, mmaps, no_groups;
	bool json, html;
	bool branches, no_branches; /* -b; neither: as the file has them */
	bool force;
	enum report_view_wish view;
	bool chains_next;  /* the next word belongs to a -g before it */
	bool symbol_named; /* by a word that is no option */
	bool ignored;	   /* flags that change nothing here */
};

/* Fills @opts, which exit frees. 0, or the exit status after saying what is wrong. */
int report_options__parse(struct report_options *opts, int argc, char **argv);
void report_options__exit(struct report_options *opts);

#endif
