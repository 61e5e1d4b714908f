// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of other perfs' report that have nothing to do here, or that are refused: a sentence says why, and
 * what there is in their place.
 */
#include "report-others.h"

#include "types.h"

/* Of options without a letter. */
#define FIRST_KEY 2048

#define NO_SWITCH "samples are not switched on and off by events; --time chooses some"
#define NO_PREFIX "source files are looked for where debug information says, or below --symfs"

/* What would be the text of their help is why they are refused; without any they are taken, and change
 * nothing. */
#define OTHER(name, letter, arg, why)                                                          \
	{                                                                                      \
		name, (letter) ? (letter) : FIRST_KEY + __LINE__, arg, OPTION_HIDDEN, (why), 0 \
	}

static const struct argp_option others[] = {
	OTHER("branch-history", 0, NULL,
	      "branches are no steps of call chains here; -b shows them"),
	OTHER("disable-order", 0, NULL, NULL),
	OTHER("disassembler-style", 'M', "STYLE", "it is known to perf annotate"),
	OTHER("dump-raw-trace", 'D', NULL, "perf script -D prints every record"),
	OTHER("itrace", 0, "OPTS", "what tracing hardware wrote is not decoded"),
	OTHER("objdump", 0, "PATH", "instructions are decoded by libcapstone, without a program"),
	OTHER("prefix", 0, "PREFIX", NO_PREFIX),
	OTHER("prefix-strip", 0, "N", NO_PREFIX),
	OTHER("pretty", 0, "KEY", NULL),
	OTHER("show-on-off-events", 0, NULL, NO_SWITCH),
	OTHER("stitch-lbr", 0, NULL, NULL),
	OTHER("switch-off", 0, "EVENT", NO_SWITCH),
	OTHER("switch-on", 0, "EVENT", NO_SWITCH),
	OTHER("total-cycles", 0, NULL,
	      "blocks of code are not added up; -b -s symbol_from,symbol_to,cycles shows branches"),
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	for (size_t i = 0; others[i].name; i++) {
		if (key != others[i].key)
			continue;
		if (others[i].doc)
			argp_error(state, "--%s: %s", others[i].name, others[i].doc);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp report_others_argp = { .options = others, .parser = parse };
