// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf record: options and the command into struct record_opts, event strings into events, one call
 * of record/, and its result out to people. Every -e is checked before anything is opened.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/core.h>

#include "builtin.h"
#include "record/clock.h"
#include "record/options.h"
#include "record/record.h"
#include "sampling-options.h"
#include "ui/error.h"
#include "util/pmus.h"

#define COMMAND "perf record"

struct options {
	struct sampling_options sampling;
	int verbose;
};

enum {
	KEY_CALL_GRAPH = 256,
	KEY_PER_THREAD,
};

static void parse_delay(struct record_opts *record, const char *text, struct argp_state *state)
{
	char *end;
	long ms = strtol(text, &end, 10);

	if (end == text || *end || ms < -1 || ms > 86400000)
		argp_error(state, "-D takes milliseconds, or -1, not '%s'", text);
	record->delay_ms = ms;
}

static void parse_call_graph(struct record_opts *record, const char *text, struct argp_state *state)
{
	struct err err = { 0 };

	if (sampling_options__call_graph(record, text, &err))
		argp_error(state, "%s", err.text);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
	struct record_opts *record = &opts->sampling.record;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->sampling;
		return 0;
	case ARGP_KEY_ARG:
		/* From the first word that is no option on, everything is the command's. */
		record->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case 'o':
		record->output = arg;
		return 0;
	case 'q':
		opts->sampling.quiet = true;
		return 0;
	case 'v':
		opts->verbose++;
		return 0;
	case 'D':
		parse_delay(record, arg, state);
		return 0;
	case 'N':
		return 0; /* nothing is copied to a cache */
	case 'B':
		record->no_buildid = true;
		return 0;
	case KEY_PER_THREAD:
		record->per_thread = true;
		return 0;
	case 'g':
		record->call_graph = EVENT_CALL_GRAPH_FP;
		return 0;
	case KEY_CALL_GRAPH:
		parse_call_graph(record, arg, state);
		return 0;
	case 'R':
		record->raw = true;
		return 0;
	case 'k':
		record->has_clockid = true;
		if (record_clock__parse(arg, &record->clockid))
			argp_error(state, "-k knows no clock '%s'", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_option options[] = {
	{ "per-thread", KEY_PER_THREAD, NULL, 0, "One ring per thread instead of per CPU", 0 },
	{ NULL, 'g', NULL, 0, "Call chains by frame pointers", 0 },
	{ "call-graph", KEY_CALL_GRAPH, "MODE", 0, "Call chains: fp, dwarf[,BYTES], no", 0 },
	{ "raw-samples", 'R', NULL, 0, "Raw data of all events that have some", 0 },
	{ "clockid", 'k', "CLOCK", 0, "Clock of the times: monotonic, monotonic_raw, ...", 0 },
	{ "output", 'o', "FILE", 0, "Output file (perf.data); - is standard output", 0 },
	{ "delay", 'D', "MS", 0, "Start the events that much later; -1: never", 0 },
	{ "no-buildid-cache", 'N', NULL, 0, "Accepted; there is no cache that files are copied to",
	  0 },
	{ "no-buildid", 'B', NULL, 0, "Do not collect build-ids at the end", 0 },
	{ "quiet", 'q', NULL, 0, "Print errors only", 0 },
	{ "verbose", 'v', NULL, 0, "Name every open that the kernel refuses", 0 },
	{ 0 },
};

static void note(void *arg, const char *text)
{
	const struct options *opts = arg;

	if (!opts->sampling.quiet)
		fprintf(stderr, COMMAND ": %s\n", text);
}

static void print_summary(const struct options *opts, const struct record_result *result)
{
	if (opts->sampling.quiet || !result->written)
		return;
	if (result->nr_lost)
		fprintf(stderr,
			COMMAND ": %llu samples were lost; LOST records tell where, larger rings "
				"(-m) help\n",
			result->nr_lost);
	fprintf(stderr, "[ perf record: Woken up %llu times to write data ]\n", result->nr_wakeups);
	fprintf(stderr, "[ perf record: Captured and wrote %.3f MB %s", result->bytes / 1048576.0,
		opts->sampling.record.output);
	if (result->nr_samples)
		fprintf(stderr, " (%llu samples)", result->nr_samples);
	fprintf(stderr, " ]\n");
}

static int exit_status(int ret, const struct record_result *result)
{
	if (ret)
		return ret == -EINVAL || ret == -ERANGE ? EXIT_USAGE : EXIT_INPUT;
	if (result->child_exit >= 0)
		return result->child_exit;
	return result->signal ? 128 + result->signal : 0;
}

static int record(struct options *opts, const struct event_lookup *lookup)
{
	struct record_notes notes = { note, opts };
	struct record_result result = { 0 };
	struct event_list list = { 0 };
	const char **filters = NULL;
	struct err err = { 0 };
	int ret = sampling_options__events(&opts->sampling, lookup, &list, &filters);

	if (ret)
		goto out;
	for (size_t i = 0; i < list.nr; i++)
		if (list.events[i]->warning)
			note(opts, list.events[i]->warning);
	opts->sampling.record.filters = filters;
	ret = record__run(&opts->sampling.record, &list, lookup, &notes, &result, &err);
	if (ret)
		ui__print_command_err(stderr, COMMAND, NULL, &err);
	print_summary(opts, &result);
	ret = exit_status(ret, &result);
out:
	event_list__exit(&list);
	free(filters);
	return ret;
}

static int __printf_like(2, 0)
	print_library(enum libperf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	return vfprintf(stderr, fmt, ap);
}

int cmd_record(int argc, char **argv)
{
	static const struct argp_child children[] = { { &sampling_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.children = children,
		.args_doc = "[--] [COMMAND [ARG...]]",
		.doc = "Records events into a file that perf report and perf script read. "
		       "Persistent "
		       "events (persistent/NAME/) run already and go on afterwards.",
	};
	struct options opts = { .sampling = { .command = COMMAND, .record.output = "perf.data" } };
	const char **cmdline = calloc(argc + 1, sizeof(*cmdline));
	struct pmus *pmus;
	int ret;

	if (!cmdline)
		return EXIT_ERROR;
	/* The writer puts the program's own path in front. */
	cmdline[0] = "record";
	memcpy(cmdline + 1, argv + 1, (argc - 1) * sizeof(*argv));
	opts.sampling.record.argv = cmdline;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &opts)) {
		ret = EXIT_USAGE;
		goto out;
	}
	if (opts.verbose)
		libperf_init(print_library);
	ret = sampling_options__check(&opts.sampling);
	pmus = ret ? NULL : pmus__new(NULL);
	if (pmus)
		ret = record(&opts, pmus__lookup(pmus));
	else if (!ret)
		ret = EXIT_ERROR;
	pmus__delete(pmus);
out:
	sampling_options__exit(&opts.sampling);
	free(cmdline);
	return ret;
}
