// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of other perfs' report that have nothing to do here, or that are refused: a sentence says why, and
 * what there is in their place.
 */
#include "report-others.h"

#include "other-options.h"

static const struct argp_option others[] = {
	OTHER_OPTION("branch-history", 0, NULL,
		     "branches are no steps of call chains here; -b shows them"),
	OTHER_OPTION("disable-order", 0, NULL, NULL),
	OTHER_OPTION("disassembler-style", 'M', "STYLE", "it is known to perf annotate"),
	OTHER_OPTION("dump-raw-trace", 'D', NULL, "perf script -D prints every record"),
	OTHER_OPTION("itrace", 0, "OPTS", OTHER_NO_TRACES),
	OTHER_OPTION("objdump", 0, "PATH", OTHER_NO_PROGRAM),
	OTHER_OPTION("prefix", 0, "PREFIX", OTHER_NO_PREFIX),
	OTHER_OPTION("prefix-strip", 0, "N", OTHER_NO_PREFIX),
	OTHER_OPTION("pretty", 0, "KEY", NULL),
	OTHER_OPTION("show-on-off-events", 0, NULL, OTHER_NO_SWITCH),
	OTHER_OPTION("stitch-lbr", 0, NULL, NULL),
	OTHER_OPTION("switch-off", 0, "EVENT", OTHER_NO_SWITCH),
	OTHER_OPTION("switch-on", 0, "EVENT", OTHER_NO_SWITCH),
	OTHER_OPTION("total-cycles", 0, NULL,
		     "blocks of code are not added up; -b -s symbol_from,symbol_to,cycles shows "
		     "branches"),
	{ 0 },
};

const struct argp report_others_argp = { .options = others, .parser = other_options__parse };
