// SPDX-License-Identifier: GPL-2.0-only
/* The options of perf stat: argv goes in, a struct that is free of contradictions comes out. */
#include "stat-options.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"

enum {
	OPT_PER_SOCKET = 256,
	OPT_PER_CORE,
	OPT_PER_THREAD,
	OPT_PER_NODE,
	OPT_INTERVAL_COUNT,
	OPT_INTERVAL_CLEAR,
	OPT_NO_MERGE,
	OPT_QUIET,
	OPT_SUMMARY,
	OPT_POST,
	OPT_PRE,
	OPT_TIMEOUT,
	OPT_CGROUPS,
	OPT_APPEND,
	OPT_LOG_FD,
	OPT_NO_BIG_NUM,
	OPT_NULL,
	OPT_PFM_EVENTS,
};

static const struct argp_option options[] = {
	{ "event", 'e', "EVENT", 0, "What to count; may be given several times", 0 },
	{ "pfm-events", OPT_PFM_EVENTS, "NAME,...", 0, "Events by their vendor's names (libpfm4)",
	  0 },
	{ "all-cpus", 'a', NULL, 0, "Count everything on all CPUs", 0 },
	{ "cpu", 'C', "LIST", 0, "Count on these CPUs only, as in 0-3,8", 0 },
	{ "pid", 'p', "PID,...", 0, "Count the threads of running processes", 0 },
	{ "tid", 't', "TID,...", 0, "Count running threads", 0 },
	{ "no-aggr", 'A', NULL, 0, "Do not add the CPUs up", 1 },
	{ "per-socket", OPT_PER_SOCKET, NULL, 0, "Add up by socket", 1 },
	{ "per-core", OPT_PER_CORE, NULL, 0, "Add up by core", 1 },
	{ "per-node", OPT_PER_NODE, NULL, 0, "Add up by NUMA node", 1 },
	{ "per-thread", OPT_PER_THREAD, NULL, 0, "Keep threads apart (with -p or -t)", 1 },
	{ "no-merge", OPT_NO_MERGE, NULL, 0, "Keep the units of an uncore event apart", 1 },
	{ "for-each-cgroup", OPT_CGROUPS, "NAME,...", 0, "Count all events in each cgroup", 1 },
	{ "big-num", 'B', NULL, 0, "Group the digits of numbers (default)", 2 },
	{ "no-big-num", OPT_NO_BIG_NUM, NULL, 0, "Do not group digits", 2 },
	{ "field-separator", 'x', "SEPARATOR", 0, "Print CSV with this separator", 2 },
	{ "json-output", 'j', NULL, 0, "Print JSON, an object a line", 2 },
	{ "output", 'o', "FILE", 0, "Print to a file", 2 },
	{ "append", OPT_APPEND, NULL, 0, "Append to that file", 2 },
	{ "log-fd", OPT_LOG_FD, "FD", 0, "Print to an open file descriptor", 2 },
	{ "quiet", OPT_QUIET, NULL, 0, "Print nothing", 2 },
	{ "summary", OPT_SUMMARY, NULL, 0, "Print the total after the last interval", 2 },
	{ "verbose", 'v', NULL, 0, "Say more", 2 },
	{ "interval-print", 'I', "MSEC", 0, "Print every MSEC milliseconds", 3 },
	{ "interval-count", OPT_INTERVAL_COUNT, "N", 0, "End after N intervals", 3 },
	{ "interval-clear", OPT_INTERVAL_CLEAR, NULL, 0, "Clear the screen before each", 3 },
	{ "timeout", OPT_TIMEOUT, "MSEC", 0, "End after MSEC milliseconds", 3 },
	{ "delay", 'D', "MSEC", 0, "Begin to count after MSEC milliseconds", 3 },
	{ "repeat", 'r', "N", 0, "Run the command N times, print means and errors; 0: for ever",
	  3 },
	{ "pre", OPT_PRE, "COMMAND", 0, "Run a shell command before each run", 3 },
	{ "post", OPT_POST, "COMMAND", 0, "Run a shell command after each run", 3 },
	{ "detailed", 'd', NULL, 0, "Count cache events too; up to three times", 3 },
	{ "no-inherit", 'i', NULL, 0, "Do not count child tasks", 3 },
	{ "null", OPT_NULL, NULL, 0, "Count nothing, only measure the time", 3 },
	{ 0 },
};

/* A whole decimal number of at least @min; prints and fails otherwise. */
static error_t parse_number(struct argp_state *state, const char *arg, u64 min, u64 *value)
{
	char *end;

	errno = 0;
	*value = strtoull(arg, &end, 10);
	if (*arg >= '0' && *arg <= '9' && !*end && !errno && *value >= min && *value <= 1ULL << 40)
		return 0;
	argp_error(state, "'%s' is not a number of at least %llu", arg, min);
	return EINVAL;
}

static error_t parse_string_option(int key, char *arg, struct stat_options *opts)
{
	const char **at = key == 'C'	       ? &opts->cpus
			  : key == 'p'	       ? &opts->pids
			  : key == 't'	       ? &opts->tids
			  : key == 'x'	       ? &opts->separator
			  : key == 'o'	       ? &opts->output
			  : key == OPT_PRE     ? &opts->pre
			  : key == OPT_POST    ? &opts->post
			  : key == OPT_CGROUPS ? &opts->cgroups
					       : NULL;

	if (!at)
		return ARGP_ERR_UNKNOWN;
	*at = arg;
	return 0;
}

static error_t parse_number_option(int key, char *arg, struct argp_state *state)
{
	struct stat_options *opts = state->input;
	u64 fd;

	switch (key) {
	case 'I':
		return parse_number(state, arg, 1, &opts->interval_ms);
	case OPT_INTERVAL_COUNT:
		return parse_number(state, arg, 1, &opts->interval_count);
	case OPT_TIMEOUT:
		return parse_number(state, arg, 1, &opts->timeout_ms);
	case 'D':
		return parse_number(state, arg, 0, &opts->delay_ms);
	case 'r':
		return parse_number(state, arg, 0, &opts->repeat);
	case OPT_LOG_FD:
		if (parse_number(state, arg, 0, &fd))
			return EINVAL;
		opts->log_fd = fd;
		return 0;
	}
	return parse_string_option(key, arg, opts);
}

/* Options that are a flag and nothing more. */
static bool *flag_of(int key, struct stat_options *opts)
{
	switch (key) {
	case 'a':
		return &opts->system_wide;
	case 'j':
		return &opts->json;
	case 'i':
		return &opts->no_inherit;
	case OPT_NO_MERGE:
		return &opts->no_merge;
	case OPT_NO_BIG_NUM:
		return &opts->no_grouping;
	case OPT_APPEND:
		return &opts->append;
	case OPT_QUIET:
		return &opts->quiet;
	case OPT_SUMMARY:
		return &opts->summary;
	case OPT_INTERVAL_CLEAR:
		return &opts->interval_clear;
	case OPT_NULL:
		return &opts->null_run;
	}
	return NULL;
}

/* How counts are added up; false for other options. */
static bool take_aggr(int key, struct stat_options *opts)
{
	switch (key) {
	case 'A':
		opts->aggr = STAT_AGGR_CPU;
		return true;
	case OPT_PER_SOCKET:
		opts->aggr = STAT_AGGR_SOCKET;
		return true;
	case OPT_PER_CORE:
		opts->aggr = STAT_AGGR_CORE;
		return true;
	case OPT_PER_NODE:
		opts->aggr = STAT_AGGR_NODE;
		return true;
	case OPT_PER_THREAD:
		opts->aggr = STAT_AGGR_THREAD;
		return true;
	}
	return false;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct stat_options *opts = state->input;
	bool *flag = flag_of(key, opts);

	if (flag) {
		*flag = true;
		return 0;
	}
	if (take_aggr(key, opts))
		return 0;
	switch (key) {
	case 'e':
	case OPT_PFM_EVENTS:
		buf__append(&opts->events, key == 'e' ? "e" : "p", 1);
		return buf__append(&opts->events, arg, strlen(arg) + 1) ? ENOMEM : 0;
	case 'B':
		opts->no_grouping = false;
		return 0;
	case 'v':
		opts->verbose++;
		return 0;
	case 'd':
		opts->detailed++;
		return 0;
	case ARGP_KEY_ARGS:
		opts->argv = state->argv + state->next;
		return 0;
	}
	return parse_number_option(key, arg, state);
}

int stat_options__refuse(const char *what)
{
	fprintf(stderr, "perf stat: %s\n", what);
	return EXIT_USAGE;
}

/* Options that contradict each other. 0, or the exit status after saying so. */
static int check_options(const struct stat_options *opts)
{
	bool tasks = opts->pids || opts->tids;

	if (tasks && (opts->system_wide || opts->cpus))
		return stat_options__refuse("-p and -t do not go with -a and -C");
	if (opts->aggr == STAT_AGGR_THREAD && !tasks)
		return stat_options__refuse("--per-thread needs -p or -t");
	if (opts->aggr != STAT_AGGR_THREAD && opts->aggr != STAT_AGGR_GLOBAL &&
	    !opts->system_wide && !opts->cpus)
		return stat_options__refuse(
			"-A, --per-socket, --per-core and --per-node need -a or -C");
	if (opts->cgroups && !opts->system_wide && !opts->cpus)
		return stat_options__refuse("--for-each-cgroup needs -a or -C");
	if (opts->interval_clear && (opts->output || opts->log_fd))
		return stat_options__refuse(
			"--interval-clear needs a terminal, not -o or --log-fd");
	if (opts->interval_count && !opts->interval_ms)
		return stat_options__refuse("--interval-count needs -I");
	if (opts->separator && opts->json)
		return stat_options__refuse("-x and -j are two formats: give one");
	if (opts->output && opts->log_fd)
		return stat_options__refuse("-o and --log-fd are two places: give one");
	return 0;
}

int stat_options__parse(struct stat_options *opts, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[COMMAND [ARG...]]",
		.doc = "Counts events while a command runs, or of tasks and CPUs.",
	};
	int status;

	*opts = (struct stat_options){ .repeat = 1 };
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, opts))
		return EXIT_USAGE;
	status = check_options(opts);
	if (!status && !opts->argv && !opts->pids && !opts->tids)
		opts->system_wide = true;
	return status;
}

void stat_options__exit(struct stat_options *opts)
{
	buf__exit(&opts->events);
}
