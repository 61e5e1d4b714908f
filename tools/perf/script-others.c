// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of other perfs' script and annotate that have nothing to do here, or that are refused: a sentence
 * says why, and what there is in their place.
 */
#include "script-others.h"

#include "other-options.h"

#define NO_SCRIPTS "no scripts are run: other programs read the text, or the lines of --json"
#define NO_FILTERS "no code is loaded: other programs read the text, or the lines of --json"
#define NO_GUESTS  "guests are not told apart"

static const struct argp_option script_others[] = {
	OTHER_OPTION("addr-range", 0, "BYTES",
		     "-S takes functions; --time, -C and --dsos choose more"),
	OTHER_OPTION("all-cpus", 'a', NULL, NULL),
	OTHER_OPTION("call-ret-trace", 0, NULL, OTHER_NO_TRACES),
	OTHER_OPTION("call-trace", 0, NULL, OTHER_NO_TRACES),
	OTHER_OPTION("debug-mode", 'd', NULL, NULL),
	OTHER_OPTION("demangle-kernel", 0, NULL, NULL),
	OTHER_OPTION("dlarg", 0, "ARGUMENT", NO_FILTERS),
	OTHER_OPTION("dlfilter", 0, "FILE", NO_FILTERS),
	OTHER_OPTION("dump-unsorted-raw-trace", 0, NULL, "-D prints every record"),
	OTHER_OPTION("gen-script", 'g', "LANGUAGE", NO_SCRIPTS),
	OTHER_OPTION("graph-function", 0, "NAMES", OTHER_NO_TRACES),
	OTHER_OPTION("guest-code", 0, NULL, NO_GUESTS),
	OTHER_OPTION("guestkallsyms", 0, "FILE", NO_GUESTS),
	OTHER_OPTION("guestmodules", 0, "FILE", NO_GUESTS),
	OTHER_OPTION("guestmount", 0, "DIR", NO_GUESTS),
	OTHER_OPTION("guestvmlinux", 0, "FILE", NO_GUESTS),
	OTHER_OPTION("ignore-vmlinux", 0, NULL, NULL),
	OTHER_OPTION("insn-trace", 0, NULL, OTHER_NO_TRACES),
	OTHER_OPTION("itrace", 0, "OPTS", OTHER_NO_TRACES),
	OTHER_OPTION("Latency", 'L', NULL,
		     "-F chooses the columns, flags of tracepoints are in 'trace'"),
	OTHER_OPTION("list", 'l', NULL, NO_SCRIPTS),
	OTHER_OPTION("list-dlfilters", 0, NULL, NO_FILTERS),
	OTHER_OPTION("per-event-dump", 0, NULL,
		     "all events are printed as one; lines have their names"),
	OTHER_OPTION("script", 's', "NAME", NO_SCRIPTS),
	OTHER_OPTION("show-kernel-path", 0, NULL, NULL),
	OTHER_OPTION("show-on-off-events", 0, NULL, OTHER_NO_SWITCH),
	OTHER_OPTION("show-round-events", 0, NULL, "-D shows where rounds end"),
	OTHER_OPTION("stitch-lbr", 0, NULL, NULL),
	OTHER_OPTION("switch-off", 0, "EVENT", OTHER_NO_SWITCH),
	OTHER_OPTION("switch-on", 0, "EVENT", OTHER_NO_SWITCH),
	OTHER_OPTION("xed", 0, NULL, OTHER_NO_PROGRAM),
	{ 0 },
};

static const struct argp_option annotate_others[] = {
	OTHER_OPTION("demangle-kernel", 0, NULL, NULL),
	OTHER_OPTION("dump-raw-trace", 'D', NULL, "perf script -D prints every record"),
	OTHER_OPTION("gtk", 0, NULL, "perf report --html makes a page for a browser"),
	OTHER_OPTION("ignore-vmlinux", 0, NULL, NULL),
	OTHER_OPTION("itrace", 0, "OPTS", OTHER_NO_TRACES),
	OTHER_OPTION("objdump", 0, "PATH", OTHER_NO_PROGRAM),
	OTHER_OPTION("prefix", 0, "PREFIX", OTHER_NO_PREFIX),
	OTHER_OPTION("prefix-strip", 0, "N", OTHER_NO_PREFIX),
	OTHER_OPTION("tui", 0, NULL, "perf report shows a function's instructions on the key 'a'"),
	{ 0 },
};

const struct argp script_others_argp = { .options = script_others, .parser = other_options__parse };
const struct argp annotate_others_argp = { .options = annotate_others,
					   .parser = other_options__parse };
