// SPDX-License-Identifier: GPL-2.0-only
/* The command line of perf script -> struct script_options. */
#include "script-options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "cpulist.h"
#include "name-options.h"
#include "script-others.h"
#include "ui/error.h"
#include "ui/record-line.h"

enum {
	OPT_NS = 256,
	OPT_HEADER,
	OPT_HEADER_ONLY,
	OPT_TIME,
	OPT_SINCE,
	OPT_PID,
	OPT_TID,
	OPT_DSOS,
	OPT_MAX_STACK,
	OPT_STOP,
	OPT_INLINE,
	OPT_NO_INLINE,
	OPT_RELTIME,
	OPT_DELTATIME,
	OPT_FOLDED,
	OPT_FULL_PATH,
	OPT_MAX_BLOCKS,
	OPT_SHOW, /* and the kinds of records behind it */
};

#define SHOW(n, name, what)                                                         \
	{                                                                           \
		name, OPT_SHOW + (n), NULL, 0, "Show " what " among the samples", 0 \
	}

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "fields", 'F', "[KIND:]FIELDS", 0,
	  "Print these fields (help lists them); +FIELD and -FIELD change the default; KIND is hw, "
	  "sw, "
	  "trace, cache, raw, break, synth or other",
	  0 },
	{ "json", 'j', NULL, 0, "Print each sample as a line of JSON", 0 },
	{ "folded", OPT_FOLDED, NULL, 0, "Count call chains, in lines for flamegraph.pl", 0 },
	{ "hide-call-graph", 'G', NULL, 0, "Print a sample's address instead of its call chain",
	  0 },
	{ "max-stack", OPT_MAX_STACK, "N", 0, "Print at most N entries of a call chain", 0 },
	{ "max-blocks", OPT_MAX_BLOCKS, "N", 0, "With -F brstackinsn, print the newest N blocks",
	  0 },
	{ "stop-bt", OPT_STOP, "SYMBOLS", 0, "End call chains behind these functions", 0 },
	{ "inline", OPT_INLINE, NULL, 0, "Print functions that were inlined (the default)", 0 },
	{ "no-inline", OPT_NO_INLINE, NULL, 0, "Do not", 0 },
	{ "full-source-path", OPT_FULL_PATH, NULL, 0, "Print whole paths of source files", 0 },
	{ "ns", OPT_NS, NULL, 0, "Print times with nanoseconds", 0 },
	{ "reltime", OPT_RELTIME, NULL, 0, "Print times since the first line", 0 },
	{ "deltatime", OPT_DELTATIME, NULL, 0, "Print times since the line before", 0 },
	{ "dump-raw-trace", 'D', NULL, 0, "Print the bytes of every record, and what is in it", 0 },
	{ "time", OPT_TIME, "SPANS", 0,
	  "Print samples of that time: BEGIN,END in seconds, 10%-20%, or 10%/2 for the second "
	  "tenth",
	  0 },
	{ "verbose", 'v', NULL, 0, "Tell which files were not found; parameters of C++ functions",
	  0 },
	{ "since", OPT_SINCE, "TIME", 0,
	  "Print samples from then on: 30s before the end of the file, seconds, or a date", 0 },
	{ "cpu", 'C', "LIST", 0, "Print samples of these CPUs", 0 },
	{ "comms", 'c', "NAMES", 0, "Print samples of tasks with these names", 0 },
	{ "pid", OPT_PID, "PIDS", 0, "Print samples of these processes", 0 },
	{ "tid", OPT_TID, "TIDS", 0, "Print samples of these threads", 0 },
	{ "dsos", OPT_DSOS, "NAMES", 0, "Print samples in these files", 0 },
	{ "symbols", 'S', "NAMES", 0, "Print samples in these functions", 0 },
	SHOW(0, "show-task-events", "names, forks and exits of tasks"),
	SHOW(1, "show-mmap-events", "mappings"),
	SHOW(2, "show-switch-events", "context switches"),
	SHOW(3, "show-namespace-events", "namespaces of tasks"),
	SHOW(4, "show-cgroup-events", "cgroups"),
	SHOW(5, "show-lost-events", "what was lost"),
	SHOW(6, "show-bpf-events", "BPF programs"),
	SHOW(7, "show-text-poke-events", "changes of the kernel's code"),
	{ "header", OPT_HEADER, NULL, 0, "Print what the file says about itself first", 0 },
	{ "header-only", OPT_HEADER_ONLY, NULL, 0, "Print only that", 0 },
	{ "show-info", 'I', NULL, 0, "Accepted: the header has all that is known", 0 },
	{ "force", 'f', NULL, 0, "Read the file of another user as well", 0 },
	{ 0 },
};

/* A list of -F's fields for who asks. */
static void print_fields(FILE *to)
{
	const char *name;

	for (u64 field = 1; (name = sample_field__name(field)); field <<= 1)
		fprintf(to, "%s\n", name);
}

static void parse_fields(struct script_options *opts, const char *arg)
{
	struct err err = { 0 };

	if (!strcmp(arg, "help")) {
		print_fields(stdout);
		exit(0);
	}
	if (!script_fields__parse(&opts->fields, arg, &err))
		return;
	ui__print_command_err(stderr, "perf script", arg, &err);
	exit(EXIT_USAGE);
}

static void parse_since(struct script_options *opts, const char *arg)
{
	struct err err = { 0 };

	if (!since__parse(&opts->since, arg, &err))
		return;
	ui__print_command_err(stderr, "perf script", NULL, &err);
	exit(EXIT_USAGE);
}

static void parse_cpus(struct script_options *opts, const char *arg)
{
	struct err err = { 0 };
	int nr;

	free(opts->filter.cpus);
	opts->filter.cpus = NULL;
	nr = cpulist__parse(arg, &opts->filter.cpus, &err);
	opts->filter.nr_cpus = nr;
	if (nr > 0)
		return;
	if (!nr)
		err__set(&err, -EINVAL, "no CPU is named");
	ui__print_command_err(stderr, "perf script", arg, &err);
	exit(EXIT_USAGE);
}

/* "a,b" -> a list of names. */
static int parse_stop(struct script_options *opts, const char *arg)
{
	size_t nr = 2;

	free(opts->stop);
	free(opts->stop_text);
	for (const char *c = arg; *c; c++)
		nr += *c == ',';
	opts->stop_text = strdup(arg);
	opts->stop = calloc(nr, sizeof(*opts->stop));
	if (!opts->stop || !opts->stop_text)
		return -ENOMEM;
	nr = 0;
	for (char *at = opts->stop_text, *name; (name = strsep(&at, ","));)
		if (*name)
			opts->stop[nr++] = name;
	return 0;
}

static u32 parse_max(const char *arg, struct argp_state *state)
{
	char *end;
	unsigned long value = strtoul(arg, &end, 10);

	if (*end || end == arg || *arg == '-' || !value || value > UINT32_MAX)
		argp_error(state, "'%s' is no number of entries or blocks", arg);
	return value;
}

static error_t parse_flag(int key, struct script_options *opts)
{
	switch (key) {
	case 'j':
		opts->form = SCRIPT_JSON;
		return 0;
	case OPT_FOLDED:
		opts->form = SCRIPT_FOLDED;
		return 0;
	case 'G':
		opts->no_callchain = true;
		return 0;
	case OPT_INLINE:
		opts->inlines = true;
		return 0;
	case OPT_NO_INLINE:
		opts->inlines = false;
		return 0;
	case OPT_FULL_PATH:
		opts->full_source_path = true;
		return 0;
	case OPT_NS:
		opts->nanoseconds = true;
		return 0;
	case OPT_RELTIME:
		opts->clock = CLOCK_FROM_FIRST;
		return 0;
	case OPT_DELTATIME:
		opts->clock = CLOCK_FROM_LAST;
		return 0;
	case OPT_HEADER_ONLY:
		opts->header_only = true;
		return 0;
	case OPT_HEADER:
		opts->header = true;
		return 0;
	case 'D':
		opts->dump = true;
		return 0;
	case 'f':
		opts->force = true;
		return 0;
	case 'I':
		return 0;
	}
	if (key < OPT_SHOW || key > OPT_SHOW + 7)
		return ARGP_ERR_UNKNOWN;
	opts->records |= 1U << (key - OPT_SHOW);
	return 0;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct script_options *opts = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->symbols;
		state->child_inputs[1] = (void *)&script_others_argp;
		return 0;
	case 'i':
		opts->input = arg;
		return 0;
	case 'v':
		opts->symbols.full_names = true;
		return 0;
	case 'F':
		parse_fields(opts, arg);
		return 0;
	case 'C':
		parse_cpus(opts, arg);
		return 0;
	case 'c':
		opts->filter.comms = arg;
		return 0;
	case 'S':
		opts->filter.symbols = arg;
		return 0;
	case OPT_DSOS:
		opts->filter.dsos = arg;
		return 0;
	case OPT_PID:
		opts->filter.pids = arg;
		return 0;
	case OPT_TID:
		opts->filter.tids = arg;
		return 0;
	case OPT_TIME:
		if (time_spans__parse(&opts->filter.spans, arg))
			argp_error(state, "'%s' is no span of time", arg);
		return 0;
	case OPT_SINCE:
		parse_since(opts, arg);
		return 0;
	case OPT_MAX_STACK:
		opts->max_stack = parse_max(arg, state);
		return 0;
	case OPT_MAX_BLOCKS:
		opts->max_blocks = parse_max(arg, state);
		return 0;
	case OPT_STOP:
		return parse_stop(opts, arg) ? ENOMEM : 0;
	case ARGP_KEY_END:
		if (opts->dump && opts->form != SCRIPT_LINES)
			argp_error(state,
				   "-D prints lines, so it goes with neither --json nor --folded");
		return 0;
	case ARGP_KEY_ARG:
		if (!strcmp(arg, "record") || !strcmp(arg, "report"))
			argp_error(state, "'%s': no scripts are run, perf %s is a command", arg,
				   arg);
		argp_error(state, "'%s' is no option", arg);
		return 0;
	}
	return parse_flag(key, opts);
}

int script_options__parse(struct script_options *opts, int argc, char **argv)
{
	static const struct argp_child children[] = { { &name_options_argp, 0, NULL, 0 },
						      { &script_others_argp, 0, NULL, 0 },
						      { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.children = children,
		.doc = "Prints the samples of a recording, a line each.",
	};

	*opts = (struct script_options){ .input = "perf.data",
					 .max_stack = UINT32_MAX,
					 .inlines = true };
	return -argp_parse(&argp, argc, argv, 0, NULL, opts);
}

void script_options__exit(struct script_options *opts)
{
	free(opts->filter.cpus);
	free(opts->stop);
	free(opts->stop_text);
}
