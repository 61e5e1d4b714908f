// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf top: what to sample as record has it, what to show as report has it. */
#include "top-options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "chain-options.h"
#include "name-options.h"
#include "top-others.h"

#define DEFAULT_DELAY_MS  2000
#define DEFAULT_MAX_STACK 127
#define MAX_DELAY_S	  3600.0
#define MIN_DELAY_S	  0.01

enum {
	OPT_STDIO = 256,
	OPT_TUI,
	OPT_CALL_GRAPH,
	OPT_CHILDREN,
	OPT_NO_CHILDREN,
	OPT_PERCENT_LIMIT,
	OPT_PERCENTAGE,
	OPT_FIELDS,
	OPT_HIERARCHY,
	OPT_COMMS,
	OPT_DSOS,
	OPT_SYMBOLS,
	OPT_MAX_STACK,
	OPT_PERIOD,
	OPT_RAW_TRACE,
	OPT_REFRESHES,
	OPT_FORCE,
	OPT_IGNORE_CALLEES,
};

static const struct argp_option options[] = {
	{ "delay", 'd', "SECONDS", 0, "Between two refreshes (2)", 0 },
	{ "entries", 'E', "N", 0, "Show at most N rows", 0 },
	{ "sort", 's', "FIELDS", 0,
	  "Samples that agree in these are one row: dso,sym; of tracepoints trace", 0 },
	{ "fields", OPT_FIELDS, "FIELDS", 0, "Show these columns, in this order", 0 },
	{ "hierarchy", OPT_HIERARCHY, NULL, 0, "Each field of -s is a level below the one before",
	  0 },
	{ "show-nr-samples", 'n', NULL, 0, "Show how many samples a row has", 0 },
	{ "show-total-period", OPT_PERIOD, NULL, 0, "Show the period of a row", 0 },
	{ "hide_kernel_symbols", 'K', NULL, 0, "Leave out samples of the kernel", 0 },
	{ "hide_user_symbols", 'U', NULL, 0, "Leave out samples of programs", 0 },
	{ "zero", 'z', NULL, 0, "Begin each refresh from nothing, in place of decay", 0 },
	{ NULL, 'g', NULL, 0, "Call chains by frame pointers", 0 },
	{ "call-graph", OPT_CALL_GRAPH, "MODE,...", 0,
	  "Call chains: fp, dwarf[,BYTES] or no, then how they are drawn, as report -g says", 0 },
	{ "children", OPT_CHILDREN, NULL, 0, "Callers get a share of what they called (default)",
	  0 },
	{ "no-children", OPT_NO_CHILDREN, NULL, 0, "They do not", 0 },
	{ "max-stack", OPT_MAX_STACK, "N", 0, "Read at most N steps of a call chain", 0 },
	{ "percent-limit", OPT_PERCENT_LIMIT, "PERCENT", 0, "Leave out rows below that", 0 },
	{ "percentage", OPT_PERCENTAGE, "relative|absolute", 0,
	  "Percents of what filters let through, or of all", 0 },
	{ "comms", OPT_COMMS, "NAMES", 0, "Show these commands only", 0 },
	{ "dsos", OPT_DSOS, "NAMES", 0, "Show these files only", 0 },
	{ "symbols", OPT_SYMBOLS, "NAMES", 0, "Show these symbols only", 0 },
	{ "count-filter", 'f', "N", 0, "Leave out rows that have N samples or fewer", 0 },
	{ "column-widths", 'w', "WIDTHS", 0, "Make the columns that wide; 0: as wide as needed",
	  0 },
	{ "ignore-callees", OPT_IGNORE_CALLEES, "REGEX", 0,
	  "What these functions called counts as their own", 0 },
	{ "force", OPT_FORCE, NULL, 0, "Read perf maps of other users, too", 0 },
	{ "disassembler-style", 'M', "intel|att", 0, "The syntax of x86 code (att)", 0 },
	{ "raw-trace", OPT_RAW_TRACE, NULL, 0, "Show the fields of tracepoints as they are", 0 },
	{ "realtime", 'r', "PRIORITY", 0, "Read with this priority of SCHED_FIFO", 0 },
	{ "stdio", OPT_STDIO, NULL, 0, "Print a page of text a refresh", 0 },
	{ "tui", OPT_TUI, NULL, 0, "Show rows on the terminal, to look around in", 0 },
	{ "refreshes", OPT_REFRESHES, "N", 0, "End after N refreshes", 0 },
	{ "verbose", 'v', NULL, 0, "Show whole paths and addresses", 0 },
	{ 0 },
};

static u64 parse_number(const char *option, const char *text, const struct argp_state *state)
{
	char *end;
	u64 value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text == '-' || value > INT32_MAX)
		argp_error(state, "%s takes a number, not '%s'", option, text);
	return value;
}

static u32 parse_delay(const char *text, const struct argp_state *state)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end || !(seconds >= MIN_DELAY_S && seconds <= MAX_DELAY_S))
		argp_error(state, "-d takes seconds from %g to %g, not '%s'", MIN_DELAY_S,
			   MAX_DELAY_S, text);
	return seconds * 1000;
}

static double parse_percent(const char *text, const struct argp_state *state)
{
	char *end;
	double percent = strtod(text, &end);

	if (end == text || (*end && strcmp(end, "%")) || !(percent >= 0 && percent <= 100))
		argp_error(state, "'%s' is no percentage", text);
	return percent;
}

/* The first word, with a size behind dwarf, is about recording; what follows about drawing. */
static void parse_call_graph(struct top_options *opts, const char *text,
			     const struct argp_state *state)
{
	struct record_opts *record = &opts->sampling.record;
	size_t len = strcspn(text, ",");
	struct err err = { 0 };
	char mode[32];
	int ret;

	if (len == 5 && !strncmp(text, "dwarf,", 6) && strspn(text + 6, "0123456789"))
		len += 1 + strcspn(text + 6, ",");
	snprintf(mode, sizeof(mode), "%.*s", (int)len, text);
	if (strcmp(mode, "fp") && strcmp(mode, "no") && strcmp(mode, "lbr") &&
	    strncmp(mode, "dwarf", 5)) {
		record->call_graph = EVENT_CALL_GRAPH_FP;
		len = 0;
	} else if (sampling_options__call_graph(record, mode, &err)) {
		argp_error(state, "%s", err.text);
	}
	text += len + (len && text[len]);
	ret = *text ? chain_options__parse(&opts->collect, &opts->style.chain, text, &err) : 0;
	if (ret)
		argp_error(state, "--call-graph: %s", err.text);
	if (opts->collect.steps)
		argp_error(state, "--call-graph: steps are functions while samples come in; perf "
				  "report shows addresses and lines");
}

/* A filter that names just one takes its column away. */
static const char *single(const char *list)
{
	return strchr(list, ',') ? NULL : list;
}

static error_t parse_rows(int key, char *arg, struct argp_state *state)
{
	struct top_options *opts = state->input;
	struct collect_options *collect = &opts->collect;

	switch (key) {
	case 's':
		collect->spec.sort = arg;
		return 0;
	case OPT_FIELDS:
		collect->spec.fields = arg;
		return 0;
	case OPT_HIERARCHY:
		collect->spec.hierarchy = true;
		return 0;
	case 'n':
		collect->spec.show_samples = true;
		return 0;
	case OPT_PERIOD:
		collect->spec.show_period = true;
		return 0;
	case OPT_COMMS:
		collect->filter.comms = arg;
		opts->style.only_comm = single(arg);
		return 0;
	case OPT_DSOS:
		collect->filter.dsos = arg;
		opts->style.only_dso = single(arg);
		return 0;
	case OPT_SYMBOLS:
		collect->filter.symbols = arg;
		opts->style.only_symbol = single(arg);
		return 0;
	case OPT_CHILDREN:
	case OPT_NO_CHILDREN:
		collect->no_children = key == OPT_NO_CHILDREN;
		return 0;
	case OPT_MAX_STACK:
		collect->max_stack = parse_number("--max-stack", arg, state);
		return 0;
	case OPT_RAW_TRACE:
		collect->raw_trace = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_names(int key, char *arg, struct argp_state *state)
{
	struct top_options *opts = state->input;

	switch (key) {
	case OPT_FORCE:
		opts->symbols.force = true;
		return 0;
	case OPT_IGNORE_CALLEES:
		opts->ignore_callees = arg;
		return 0;
	case 'M':
		opts->annotate.intel = !strcmp(arg, "intel");
		if (!opts->annotate.intel && strcmp(arg, "att"))
			argp_error(state, "-M: '%s' is neither intel nor att", arg);
		return 0;
	}
	return parse_rows(key, arg, state);
}

static error_t parse_style(int key, char *arg, struct argp_state *state)
{
	struct top_options *opts = state->input;
	struct report_style *style = &opts->style;

	switch (key) {
	case 'E':
		style->max_rows = parse_number("-E", arg, state);
		return 0;
	case OPT_PERCENT_LIMIT:
		style->min_percent = style->chain.min_percent = parse_percent(arg, state);
		return 0;
	case OPT_PERCENTAGE:
		style->relative = !strcmp(arg, "relative");
		if (!style->relative && strcmp(arg, "absolute"))
			argp_error(state, "'%s' is neither relative nor absolute", arg);
		return 0;
	case 'f':
		style->min_samples = parse_number("-f", arg, state) + 1;
		return 0;
	case 'w':
		if (report_style__parse_widths(style, arg))
			argp_error(state, "-w: '%s' is no list of widths", arg);
		return 0;
	case 'v':
		opts->verbose++;
		opts->collect.verbose = style->verbose = opts->symbols.full_names = true;
		return 0;
	}
	return parse_names(key, arg, state);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct top_options *opts = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->sampling;
		state->child_inputs[1] = &opts->symbols;
		state->child_inputs[2] = (void *)&top_others_argp;
		return 0;
	case ARGP_KEY_ARG:
		/* From the first word that is no option on, everything is the command's. */
		opts->sampling.record.command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case 'd':
		opts->delay_ms = parse_delay(arg, state);
		return 0;
	case 'z':
		opts->mode = LIVE_ZERO;
		return 0;
	case 'K':
		opts->hide_kernel = true;
		return 0;
	case 'U':
		opts->hide_user = true;
		return 0;
	case 'g':
		opts->sampling.record.call_graph = EVENT_CALL_GRAPH_FP;
		return 0;
	case OPT_CALL_GRAPH:
		parse_call_graph(opts, arg, state);
		return 0;
	case 'r':
		opts->priority = parse_number("-r", arg, state);
		return 0;
	case OPT_STDIO:
	case OPT_TUI:
		opts->stdio = key == OPT_STDIO;
		opts->tui = key == OPT_TUI;
		return 0;
	case OPT_REFRESHES:
		opts->refreshes = parse_number("--refreshes", arg, state);
		return 0;
	}
	return parse_style(key, arg, state);
}

int top_options__parse(struct top_options *opts, int argc, char **argv)
{
	static const struct argp_child children[] = { { &sampling_argp, 0, NULL, 0 },
						      { &name_options_argp, 0, NULL, 0 },
						      { &top_others_argp, 0, NULL, 0 },
						      { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.children = children,
		.args_doc = "[--] [COMMAND [ARG...]]",
		.doc = "Shows what samples have in common while they come. Persistent events "
		       "(persistent/NAME/) run already and go on afterwards.",
	};

	*opts = (struct top_options){
		.sampling = { .command = "perf top", .record.sample_cpu = true },
		.collect = { .max_stack = DEFAULT_MAX_STACK, .no_inline = true },
		/* Looking for source lines may take longer than rings hold. */
		.annotate.no_source = true,
		.style.chain.min_percent = 0.5,
		.delay_ms = DEFAULT_DELAY_MS,
	};
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, opts))
		return EXIT_USAGE;
	if (opts->collect.spec.hierarchy && opts->collect.spec.fields) {
		fprintf(stderr,
			"perf top: --hierarchy takes its levels from -s: --fields is not for it\n");
		return EXIT_USAGE;
	}
	return sampling_options__check(&opts->sampling);
}

void top_options__exit(struct top_options *opts)
{
	sampling_options__exit(&opts->sampling);
}
