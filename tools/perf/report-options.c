// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf report -> struct report_options. Flags are a table; what takes a value
 * is parsed here or by who knows it. */
#include "report-options.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "chain-options.h"
#include "name-options.h"
#include "report-others.h"

#define DEFAULT_PARENT	    "^sys_|^do_page_fault"
#define DEFAULT_MAX_STACK   127
#define DEFAULT_MIN_PERCENT 0.5
#define DEFAULT_QUANTUM_NS  100000000ULL

enum {
	OPT_STDIO = 256,
	OPT_TUI,
	OPT_TIME,
	OPT_QUANTUM,
	OPT_GROUP_SORT,
	OPT_PERCENT_LIMIT,
	OPT_PERCENTAGE,
	OPT_MAX_STACK,
	OPT_MEM_MODE,
	OPT_NO_BRANCHES,
	OPT_PID,
	OPT_TID,
	OPT_SOCKET,
	OPT_SYMBOL_FILTER,
	OPT_IGNORE_CALLEES,
	OPT_IGNORED, /* takes a value */
	OPT_FLAGS,   /* and all from here on: the table below */
};

/* Flags: where each is kept. A "no-" before the name of one turns it off. */
static const struct {
	const char *name;
	int letter; /* 0: none */
	size_t offset;
	const char *text; /* NULL: known, but not shown */
} flags[] = {
#define FLAG(name, letter, member, text)                                    \
	{                                                                   \
		name, letter, offsetof(struct report_options, member), text \
	}
	FLAG("show-nr-samples", 'n', collect.spec.show_samples, "Show how many samples a row has"),
	FLAG("show-total-period", 0, collect.spec.show_period, "Show the period of a row"),
	FLAG("show-cpu-utilization", 0, collect.spec.show_modes,
	     "Show the overhead in the kernel and outside of it"),
	FLAG("no-children", 0, collect.no_children,
	     "Callers get no share of what they called (--children: they do; default)"),
	FLAG("exclude-other", 'x', collect.filter.with_parent,
	     "Show only what was called by a function that -p finds"),
	FLAG("hide-unresolved", 'U', collect.filter.with_symbol,
	     "Count only samples in known symbols"),
	FLAG("raw-trace", 0, collect.raw_trace, "Show fields of tracepoints, not their text"),
	FLAG("ns", 0, style.nanoseconds, "Show times in nanoseconds"),
	FLAG("header", 0, header, "Print what the file says about itself first"),
	FLAG("header-only", 0, header_only, "Print only that"),
	FLAG("json", 0, json, "Print rows and call chains as one JSON object"),
	FLAG("html", 0, html, "Print a page with a flame graph and a table that can be searched"),
	FLAG("stats", 0, stats, "Print how many records of each type there are"),
	FLAG("tasks", 0, tasks, "Print the threads, as a tree of who made whom"),
	FLAG("mmaps", 0, mmaps, "Print the threads and what each has mapped"),
	FLAG("no-group", 0, no_groups,
	     "Each event of a group gets its own section (--group: they share one; default)"),
	FLAG("hierarchy", 0, collect.spec.hierarchy,
	     "Each field of -s is a level, {FIELDS} are one together"),
	FLAG("force", 'f', force, "Read a file that belongs to somebody else"),
	FLAG("quiet", 'q', style.quiet, "Print rows only"),
	FLAG("verbose", 'v', style.verbose, "Show whole paths and addresses"),
	FLAG("show-info", 'I', ignored, NULL),
	FLAG("modules", 'm', ignored, NULL),
	FLAG("ignore-vmlinux", 0, ignored, NULL),
	FLAG("full-source-path", 0, collect.full_source_path, "Show whole paths of source files"),
	FLAG("no-inline", 0, collect.no_inline, "Leave out inlined functions of call chains"),
	FLAG("demangle-kernel", 0, ignored, NULL),
	FLAG("show-ref-call-graph", 0, ignored, NULL),
	FLAG("threads", 'T', ignored, NULL),
	FLAG("skip-empty", 0, ignored, NULL),
	FLAG("asm-raw", 0, ignored, NULL),
	FLAG("source", 0, ignored, NULL),
#undef FLAG
};

static const struct argp_option valued[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "stdio", OPT_STDIO, NULL, 0, "Print text (default unless on a terminal)", 0 },
	{ "tui", OPT_TUI, NULL, 0, "Show rows on the terminal, to look around in", 0 },
	{ "sort", 's', "FIELDS", 0,
	  "Samples that agree in these are one row: comm, pid, dso, symbol, cpu, parent, trace and "
	  "more, see the manual; or sums: overhead, overhead_sys, overhead_us, sample, period; "
	  "+FIELDS: in addition to the default",
	  0 },
	{ "fields", 'F', "FIELDS", 0, "Show these columns, in this order", 0 },
	{ "field-separator", 't', "CHAR", 0, "Put CHAR between columns instead of blanks", 0 },
	{ "column-widths", 'w', "WIDTHS", 0, "Make the columns that wide; 0: as wide as needed",
	  0 },
	{ "comms", 'c', "NAMES", 0, "Show these commands only", 0 },
	{ "dsos", 'd', "NAMES", 0, "Show these files only", 0 },
	{ "symbols", 'S', "NAMES", 0, "Show these symbols only", 0 },
	{ "symbol-filter", OPT_SYMBOL_FILTER, "PART", 0, "Show symbols only that have PART in them",
	  0 },
	{ "pid", OPT_PID, "PIDS", 0, "Show these processes only", 0 },
	{ "tid", OPT_TID, "TIDS", 0, "Show these threads only", 0 },
	{ "cpu", 'C', "CPUS", 0, "Count samples of these CPUs only", 0 },
	{ "socket-filter", OPT_SOCKET, "N", 0, "Show CPUs of this socket only", 0 },
	{ "time", OPT_TIME, "BEGIN,END", 0,
	  "Count samples of that time, in seconds, either may be left out; or of parts of the "
	  "recording: "
	  "10%-20%,..., or 10%/2, the second tenth",
	  0 },
	{ "time-quantum", OPT_QUANTUM, "TIME", 0,
	  "Times that differ less are one row of -s time (default 100ms)", 0 },
	{ "group-sort-idx", OPT_GROUP_SORT, "N", 0,
	  "Sort the rows of a group by its event number N, from 0 on", 0 },
	{ "percent-limit", OPT_PERCENT_LIMIT, "PERCENT", 0, "Leave out rows below that", 0 },
	{ "percentage", OPT_PERCENTAGE, "relative|absolute", 0,
	  "Percents of what filters let through, or of all", 0 },
	{ "call-graph", 'g', "MODE,PERCENT,...", OPTION_ARG_OPTIONAL,
	  "Draw call chains: graph, fractal, flat, folded or none; the percent below which a "
	  "branch is left out; how many steps are printed; caller or callee; percent, period or "
	  "count",
	  0 },
	{ "no-call-graph", 'G', NULL, 0, "Draw chains from the caller on", 0 },
	{ "inverted", 'G', NULL, OPTION_ALIAS, NULL, 0 },
	{ "max-stack", OPT_MAX_STACK, "N", 0, "Read at most N steps of a call chain", 0 },
	{ "ignore-callees", OPT_IGNORE_CALLEES, "REGEX", 0,
	  "What these functions called counts as their own", 0 },
	{ "parent", 'p', "REGEX", 0, "Add the field parent, which looks for that among callers",
	  0 },
	{ "branch-stack", 'b', NULL, 0,
	  "A row counts branches in place of samples (default where they were recorded)", 0 },
	{ "no-branch-stack", OPT_NO_BRANCHES, NULL, 0, "A row counts samples", 0 },
	{ "mem-mode", OPT_MEM_MODE, NULL, 0, "A row counts what accesses of memory cost", 0 },
	{ "stdio-color", OPT_IGNORED, "MODE", OPTION_HIDDEN, NULL, 0 },
	{ "percent-type", OPT_IGNORED, "TYPE", OPTION_HIDDEN, NULL, 0 },
	{ "samples", OPT_IGNORED, "N", OPTION_HIDDEN, NULL, 0 },
};

static void parse_chains(struct report_options *opts, const char *text, struct argp_state *state)
{
	struct err err = { 0 };

	/* Plain -g asks for what is the default. */
	if (text && chain_options__parse(&opts->collect, &opts->style.chain, text, &err))
		argp_error(state, "-g: %s", err.text);
}

static double parse_percent(const char *text, const struct argp_state *state)
{
	char *end;
	double percent = strtod(text, &end);

	if (!*text || (*end && strcmp(end, "%")) || !(percent >= 0 && percent <= 100))
		argp_error(state, "'%s' is no percentage", text);
	return percent;
}

static u32 parse_number(const char *text, const char *what, const struct argp_state *state)
{
	char *end;
	unsigned long nr = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || nr >= INT32_MAX)
		argp_error(state, "'%s' is no number of %s", text, what);
	return nr;
}

static char parse_separator(const char *text, const struct argp_state *state)
{
	if (!strcmp(text, "\\t"))
		return '\t';
	if (strlen(text) != 1 || *text == '.')
		argp_error(state, "-t: '%s' is not one character other than '.'", text);
	return *text;
}

static u64 parse_quantum(const char *text, const struct argp_state *state)
{
	static const struct {
		const char *name;
		u64 ns;
	} units[] = { { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 } };
	char *end;
	u64 value = strtoull(text, &end, 10), ns;

	for (size_t i = 0; i < ARRAY_SIZE(units); i++)
		if (!strcmp(units[i].name, end) && *text >= '0' && *text <= '9' && value &&
		    !__builtin_mul_overflow(value, units[i].ns, &ns))
			return ns;
	argp_error(state, "--time-quantum: '%s' is no time like 100ms", text);
	return 0;
}

/* A filter that names just one takes its column away. */
static const char *single(const char *list)
{
	return strchr(list, ',') ? NULL : list;
}

/* Options that choose which samples are rows. */
static error_t parse_filter(int key, char *arg, struct argp_state *state)
{
	struct report_options *opts = state->input;
	struct hist_filter *filter = &opts->collect.filter;

	switch (key) {
	case 'c':
		filter->comms = arg;
		opts->style.only_comm = single(arg);
		return 0;
	case 'd':
		filter->dsos = arg;
		opts->style.only_dso = single(arg);
		return 0;
	case 'S':
		filter->symbols = arg;
		opts->style.only_symbol = single(arg);
		return 0;
	case OPT_SYMBOL_FILTER:
		filter->symbol_part = arg;
		return 0;
	case OPT_PID:
		filter->pids = arg;
		return 0;
	case OPT_TID:
		filter->tids = arg;
		return 0;
	case 'C':
		if (hist_filter__set_cpus(&opts->collect.filter, arg))
			argp_error(state, "-C: '%s' is no list of CPUs", arg);
		return 0;
	case OPT_SOCKET:
		filter->socket = parse_number(arg, "a socket", state) + 1;
		opts->style.socket = filter->socket;
		return 0;
	case OPT_TIME:
		opts->style.time_text = arg;
		if (time_spans__parse(&filter->spans, arg))
			argp_error(state,
				   "--time: '%s' is no BEGIN,END in seconds, and no parts like "
				   "10%%-20%% or 10%%/2",
				   arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* Options that say what rows are made of. */
static error_t parse_rows(int key, char *arg, struct argp_state *state)
{
	struct report_options *opts = state->input;
	struct collect_options *collect = &opts->collect;

	switch (key) {
	case 's':
		collect->spec.sort = arg;
		return 0;
	case 'F':
		collect->spec.fields = arg;
		return 0;
	case OPT_MAX_STACK:
		collect->max_stack = parse_number(arg, "steps", state);
		return 0;
	case 'p':
		opts->parent = arg;
		collect->spec.show_parent = true;
		return 0;
	case OPT_IGNORE_CALLEES:
		opts->ignore_callees = arg;
		return 0;
	case OPT_GROUP_SORT:
		collect->spec.group_sort = parse_number(arg, "an event", state);
		return 0;
	case OPT_QUANTUM:
		collect->quantum_ns = parse_quantum(arg, state);
		return 0;
	case 'b':
	case OPT_NO_BRANCHES:
		opts->branches = key == 'b';
		opts->no_branches = key != 'b';
		return 0;
	case OPT_MEM_MODE:
		collect->spec.mode = HIST_MODE_MEMORY;
		return 0;
	case 'g':
		parse_chains(opts, arg, state);
		return 0;
	case 'G':
		collect->chain_order = 1;
		return 0;
	}
	return parse_filter(key, arg, state);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct report_options *opts = state->input;
	struct report_style *style = &opts->style;
	bool chains = opts->chains_next;

	opts->chains_next = key == 'g' && !arg;
	switch (key) {
	case 'i':
		opts->input = arg;
		return 0;
	case OPT_STDIO:
	case OPT_TUI:
		opts->view = key == OPT_TUI ? VIEW_ALWAYS : VIEW_NEVER;
		return 0;
	case 't':
		style->separator = parse_separator(arg, state);
		return 0;
	case 'w':
		if (report_style__parse_widths(style, arg))
			argp_error(state, "-w: '%s' is no list of widths", arg);
		return 0;
	case OPT_PERCENT_LIMIT:
		style->min_percent = style->chain.min_percent = parse_percent(arg, state);
		return 0;
	case OPT_PERCENTAGE:
		style->relative = !strcmp(arg, "relative");
		if (!style->relative && strcmp(arg, "absolute"))
			argp_error(state, "'%s' is neither relative nor absolute", arg);
		return 0;
	case OPT_IGNORED:
		return 0;
	case ARGP_KEY_ARG:
		if (chains)
			return parse_chains(opts, arg, state), 0;
		if (opts->symbol_named)
			argp_error(state, "'%s' is no option", arg);
		/* One word that is no option is part of a symbol's name. */
		opts->symbol_named = true;
		opts->collect.filter.symbol_part = arg;
		return 0;
	}
	return parse_rows(key, arg, state);
}

/* Keys of flags: OPT_FLAGS on, two each; the second one turns it off. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_options *opts = state->input;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = &opts->symbols;
		state->child_inputs[1] = (void *)&report_others_argp;
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		int on = flags[i].letter ? flags[i].letter : OPT_FLAGS + 2 * (int)i;

		if (key == on || key == OPT_FLAGS + 2 * (int)i + 1) {
			*(bool *)((char *)opts + flags[i].offset) = key == on;
			opts->chains_next = false;
			return 0;
		}
	}
	return parse_option(key, arg, state);
}

#define NR_OPTIONS (ARRAY_SIZE(valued) + 2 * ARRAY_SIZE(flags) + 1)

/* The options for argp; names are made up in @names, which the caller frees. */
static int make_options(struct argp_option options[NR_OPTIONS], char *names[ARRAY_SIZE(flags)])
{
	size_t nr = 0;

	for (size_t i = 0; i < ARRAY_SIZE(valued); i++)
		options[nr++] = valued[i];
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		int hidden = flags[i].text ? 0 : OPTION_HIDDEN;

		/* The opposite of "no-children" is "children". */
		bool negated = !strncmp(flags[i].name, "no-", 3);

		if (asprintf(&names[i], "%s%s", negated ? "" : "no-",
			     flags[i].name + (negated ? 3 : 0)) < 0) {
			names[i] = NULL;
			return -ENOMEM;
		}
		options[nr++] = (struct argp_option){
			.name = flags[i].name,
			.key = flags[i].letter ? flags[i].letter : OPT_FLAGS + 2 * (int)i,
			.flags = hidden,
			.doc = flags[i].text,
		};
		options[nr++] = (struct argp_option){ .name = names[i],
						      .key = OPT_FLAGS + 2 * (int)i + 1,
						      .flags = OPTION_HIDDEN };
	}
	return 0;
}

static int parse_argv(struct report_options *opts, int argc, char **argv)
{
	struct argp_option options[NR_OPTIONS] = { 0 };
	char *names[ARRAY_SIZE(flags)] = { 0 };
	const struct argp_child children[] = { { &name_options_argp, 0, NULL, 0 },
					       { &report_others_argp, 0, NULL, 0 },
					       { 0 } };
	const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.doc = "Adds up the samples of a recording by what they have in common.",
	};
	int ret = make_options(options, names);

	if (!ret)
		ret = argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, opts);
	for (size_t i = 0; i < ARRAY_SIZE(flags); i++)
		free(names[i]);
	return ret ? EXIT_USAGE : 0;
}

static int compile(struct report_options *opts, size_t i, const char *text, const char *option)
{
	regex_t *regex = i ? &opts->ignore_regex : &opts->parent_regex;

	if (regcomp(regex, text, REG_EXTENDED | REG_NOSUB)) {
		fprintf(stderr, "perf report: %s: '%s' is no regular expression\n", option, text);
		return EXIT_USAGE;
	}
	opts->has_regex[i] = true;
	return 0;
}

int report_options__parse(struct report_options *opts, int argc, char **argv)
{
	struct collect_options *collect = &opts->collect;
	int ret;

	*opts = (struct report_options){
		.input = "perf.data",
		.collect = { .max_stack = DEFAULT_MAX_STACK, .quantum_ns = DEFAULT_QUANTUM_NS },
		.style.chain.min_percent = DEFAULT_MIN_PERCENT,
	};
	ret = parse_argv(opts, argc, argv);
	if (!ret)
		ret = compile(opts, 0, opts->parent ? opts->parent : DEFAULT_PARENT, "-p");
	if (!ret && opts->ignore_callees)
		ret = compile(opts, 1, opts->ignore_callees, "--ignore-callees");
	if (!ret && collect->spec.hierarchy && collect->spec.fields) {
		fprintf(stderr,
			"perf report: --hierarchy takes its levels from -s: -F is not for it\n");
		ret = EXIT_USAGE;
	}
	if (opts->json || opts->html) {
		collect->spec.hierarchy = false;
		/* Every chain counts once, from its outermost caller on. */
		collect->chain_order = 1;
		collect->no_children = true;
		collect->no_chains = false;
		opts->view = VIEW_NEVER;
	}
	collect->parent = &opts->parent_regex;
	collect->ignore_callees = opts->ignore_callees ? &opts->ignore_regex : NULL;
	collect->verbose = opts->symbols.full_names = opts->style.verbose;
	opts->style.chain.skip_first = collect->spec.sort && !collect->spec.fields &&
				       !strncmp(collect->spec.sort, "sym", 3);
	return ret;
}

void report_options__exit(struct report_options *opts)
{
	if (opts->has_regex[0])
		regfree(&opts->parent_regex);
	if (opts->has_regex[1])
		regfree(&opts->ignore_regex);
	hist_filter__exit(&opts->collect.filter);
}
