// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf record: options and the command into struct record_opts, event strings into events, one call
 * of record/, and its result out to people. Every -e is checked before anything is opened.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/core.h>

#include "builtin.h"
#include "file.h"
#include "persistent/define.h"
#include "record/clock.h"
#include "record/options.h"
#include "record/record.h"
#include "ui/error.h"
#include "util/parse-events.h"
#include "util/pfm.h"
#include "util/pmus.h"

#define COMMAND	      "perf record"
#define MAX_RATE_PATH "/proc/sys/kernel/perf_event_max_sample_rate"

/* A -e, --pfm-events or the --filter behind it, in the order of the command line. */
enum request_kind { REQUEST_EVENT, REQUEST_PFM, REQUEST_FILTER };
struct request {
	const char *text;
	enum request_kind kind;
};

struct options {
	struct record_opts record;
	struct request *requests;
	size_t nr_requests;
	bool quiet;
	int verbose;
};

enum {
	KEY_CALL_GRAPH = 256,
	KEY_PER_THREAD,
	KEY_FILTER,
	KEY_PFM_EVENTS,
	KEY_SINCE,
	KEY_NO_BUILDID_CACHE
};

static int usage_error(const char *input, const struct err *err)
{
	ui__print_command_err(stderr, COMMAND, input, err);
	return EXIT_USAGE;
}

static void add_request(struct options *opts, const char *text, enum request_kind kind,
			struct argp_state *state)
{
	struct request *more = reallocarray(opts->requests, opts->nr_requests + 1, sizeof(*more));

	if (kind == REQUEST_FILTER && !opts->nr_requests)
		argp_error(state, "--filter belongs behind the -e that it filters");
	if (!more)
		argp_failure(state, EXIT_ERROR, ENOMEM, "events");
	opts->requests = more;
	more[opts->nr_requests++] = (struct request){ text, kind };
}

static u64 parse_number(const char *option, const char *text, struct argp_state *state)
{
	char *end;
	u64 value;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || !value)
		argp_error(state, "%s takes a number above 0, not '%s'", option, text);
	return value;
}

static void parse_freq(struct record_opts *record, const char *text, struct argp_state *state)
{
	record->has_freq = true;
	record->max_freq = !strcmp(text, "max");
	if (!record->max_freq)
		record->freq = parse_number("-F", text, state);
}

static void parse_call_graph(struct record_opts *record, const char *text, struct argp_state *state)
{
	if (!strcmp(text, "fp")) {
		record->call_graph = EVENT_CALL_GRAPH_FP;
	} else if (!strcmp(text, "no")) {
		record->call_graph = EVENT_CALL_GRAPH_NO;
	} else if (!strcmp(text, "lbr")) {
		record->call_graph = EVENT_CALL_GRAPH_LBR;
	} else if (!strncmp(text, "dwarf", 5) && (!text[5] || text[5] == ',')) {
		record->call_graph = EVENT_CALL_GRAPH_DWARF;
		if (text[5])
			record->stack_bytes = parse_number("--call-graph dwarf,", text + 6, state);
		if (record->stack_bytes % 8 || record->stack_bytes > 65528)
			argp_error(state,
				   "a stack dump is a multiple of 8 and at most 65528 bytes");
	} else {
		argp_error(state, "--call-graph takes fp, dwarf[,BYTES] or no, not '%s'", text);
	}
}

static void parse_delay(struct record_opts *record, const char *text, struct argp_state *state)
{
	char *end;
	long ms = strtol(text, &end, 10);

	if (end == text || *end || ms < -1 || ms > 86400000)
		argp_error(state, "-D takes milliseconds, or -1, not '%s'", text);
	record->delay_ms = ms;
}

static void parse_ring_bytes(struct record_opts *record, const char *text)
{
	struct err err = { 0 };

	if (ring_bytes__parse(text, &record->ring_bytes, &err))
		exit(usage_error(NULL, &err));
}

static error_t parse_target(int key, char *arg, struct argp_state *state)
{
	struct record_opts *record = &((struct options *)state->input)->record;

	switch (key) {
	case 'a':
		record->system_wide = true;
		return 0;
	case 'C':
		record->cpu_list = arg;
		return 0;
	case 'p':
		record->pids = arg;
		return 0;
	case 't':
		record->tids = arg;
		return 0;
	case 'u':
		record->uid = arg;
		return 0;
	case KEY_PER_THREAD:
		record->per_thread = true;
		return 0;
	case 'i':
		record->no_inherit = true;
		return 0;
	case ARGP_KEY_ARG:
		/* From the first word that is no option on, everything is the command's. */
		record->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_sampling(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
	struct record_opts *record = &opts->record;

	switch (key) {
	case 'e':
		add_request(opts, arg, REQUEST_EVENT, state);
		return 0;
	case KEY_PFM_EVENTS:
		add_request(opts, arg, REQUEST_PFM, state);
		return 0;
	case KEY_FILTER:
		add_request(opts, arg, REQUEST_FILTER, state);
		return 0;
	case 'c':
		record->has_period = true;
		record->period = parse_number("-c", arg, state);
		return 0;
	case 'F':
		parse_freq(record, arg, state);
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
	return parse_target(key, arg, state);
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	switch (key) {
	case 'm':
		parse_ring_bytes(&opts->record, arg);
		return 0;
	case 'o':
		opts->record.output = arg;
		return 0;
	case 'q':
		opts->quiet = true;
		return 0;
	case 'v':
		opts->verbose++;
		return 0;
	case 'D':
		parse_delay(&opts->record, arg, state);
		return 0;
	case 'N':
		return 0; /* nothing is copied to a cache */
	case 'B':
		opts->record.no_buildid = true;
		return 0;
	case KEY_SINCE:
		opts->record.since = arg;
		return 0;
	}
	return parse_sampling(key, arg, state);
}

static const struct argp_option options[] = {
	{ "event", 'e', "EVENT", 0, "Events to record; cycles (cpu-clock without a PMU) if none",
	  0 },
	{ "pfm-events", KEY_PFM_EVENTS, "NAME,...", 0, "Events by their vendor's names (libpfm4)",
	  0 },
	{ "filter", KEY_FILTER, "FILTER", 0, "Filter of the tracepoints of the -e before it", 0 },
	{ "all-cpus", 'a', NULL, 0, "Everything on all CPUs", 0 },
	{ "cpu", 'C', "CPUS", 0, "Only these CPUs", 0 },
	{ "pid", 'p', "PID[,PID...]", 0, "These processes", 0 },
	{ "tid", 't', "TID[,TID...]", 0, "These threads", 0 },
	{ "uid", 'u', "USER", 0, "The processes of this user", 0 },
	{ "per-thread", KEY_PER_THREAD, NULL, 0, "One ring per thread instead of per CPU", 0 },
	{ "no-inherit", 'i', NULL, 0, "Do not follow children", 0 },
	{ "count", 'c', "N", 0, "A sample every N events", 0 },
	{ "freq", 'F', "HZ", 0, "Samples a second (4000), or max", 0 },
	{ NULL, 'g', NULL, 0, "Call chains by frame pointers", 0 },
	{ "call-graph", KEY_CALL_GRAPH, "MODE", 0, "Call chains: fp, dwarf[,BYTES], no", 0 },
	{ "raw-samples", 'R', NULL, 0, "Raw data of all events that have some", 0 },
	{ "clockid", 'k', "CLOCK", 0, "Clock of the times: monotonic, monotonic_raw, ...", 0 },
	{ "mmap-pages", 'm', "SIZE", 0, "Ring of each CPU: pages, or with B, K, M, G (512K)", 0 },
	{ "output", 'o', "FILE", 0, "Output file (perf.data); - is standard output", 0 },
	{ "delay", 'D', "MS", 0, "Start the events that much later; -1: never", 0 },
	{ "since", KEY_SINCE, "TIME", 0,
	  "Take history of persistent events: 30s, boot, seconds of their clock, or a date", 0 },
	{ "no-buildid-cache", 'N', NULL, 0, "Accepted; there is no cache that files are copied to",
	  0 },
	{ "no-buildid", 'B', NULL, 0, "Do not collect build-ids at the end", 0 },
	{ "quiet", 'q', NULL, 0, "Print errors only", 0 },
	{ "verbose", 'v', NULL, 0, "Name every open that the kernel refuses", 0 },
	{ 0 },
};

/* Appends the events of one -e and remembers the filter of each. */
static int parse_one(struct event_list *list, const struct event_lookup *lookup,
		     const struct request *request)
{
	struct err err = { 0 };
	int ret = request->kind == REQUEST_PFM ? pfm_events__parse(list, request->text, &err)
					       : parse_events(list, request->text, lookup, &err);

	return ret ? usage_error(request->text, &err) : 0;
}

static int set_filters(struct event_list *list, size_t from, const char *filter,
		       const char **filters)
{
	for (size_t i = from; i < list->nr; i++) {
		if (!list->events[i]->tp_name || list->events[i]->persistent) {
			fprintf(stderr, COMMAND ": --filter can not be set on %s%s\n",
				list->events[i]->name,
				list->events[i]->persistent ? ", which runs already and is shared"
							    : ": it is no tracepoint");
			return EXIT_USAGE;
		}
		filters[i] = filter;
	}
	return 0;
}

static int parse_requests(struct options *opts, const struct event_lookup *lookup,
			  struct event_list *list, const char ***filters)
{
	size_t from = 0;

	if (!opts->nr_requests) {
		opts->record.default_event = true;
		return parse_one(list, lookup, &(struct request){ "cycles:P", REQUEST_EVENT });
	}
	for (size_t i = 0; i < opts->nr_requests; i++) {
		const char **more;
		size_t had = list->nr;
		int ret = 0;

		if (opts->requests[i].kind != REQUEST_FILTER) {
			from = list->nr;
			ret = parse_one(list, lookup, &opts->requests[i]);
		}
		if (ret)
			return ret;
		more = reallocarray(*filters, list->nr + 1, sizeof(*more));
		if (!more)
			return EXIT_ERROR;
		*filters = more;
		memset(more + had, 0, (list->nr + 1 - had) * sizeof(*more));
		if (opts->requests[i].kind == REQUEST_FILTER)
			ret = set_filters(list, from, opts->requests[i].text, more);
		if (ret)
			return ret;
	}
	return 0;
}

/* Frequencies above what the kernel allows are lowered, as users know it. */
static void limit_freq(struct options *opts)
{
	struct record_opts *record = &opts->record;
	u64 max;

	if (!record->has_freq || file__read_u64(AT_FDCWD, MAX_RATE_PATH, &max))
		return;
	if (!record->max_freq && record->freq <= max)
		return;
	if (!opts->quiet)
		fprintf(stderr,
			COMMAND ": the frequency is limited to %llu Hz by " MAX_RATE_PATH "\n",
			max);
	record->freq = max;
}

static int check_options(struct options *opts)
{
	struct record_opts *record = &opts->record;
	bool tasks = record->pids || record->tids || record->uid;

	if (record->has_freq && record->has_period) {
		fprintf(stderr, COMMAND ": -F and -c can not both be given\n");
		return EXIT_USAGE;
	}
	if (tasks && record->system_wide) {
		fprintf(stderr, COMMAND ": -p, -t and -u choose tasks: -a is ignored\n");
		record->system_wide = false;
	}
	if (!tasks && !record->command && !record->cpu_list)
		record->system_wide = true;
	/* The children of a single thread are not that thread. */
	if (record->tids)
		record->no_inherit = true;
	limit_freq(opts);
	return 0;
}

static void note(void *arg, const char *text)
{
	const struct options *opts = arg;

	if (!opts->quiet)
		fprintf(stderr, COMMAND ": %s\n", text);
}

static void print_summary(const struct options *opts, const struct record_result *result)
{
	if (opts->quiet || !result->written)
		return;
	if (result->nr_lost)
		fprintf(stderr,
			COMMAND ": %llu samples were lost; LOST records tell where, larger rings "
				"(-m) help\n",
			result->nr_lost);
	fprintf(stderr, "[ perf record: Woken up %llu times to write data ]\n", result->nr_wakeups);
	fprintf(stderr, "[ perf record: Captured and wrote %.3f MB %s", result->bytes / 1048576.0,
		opts->record.output);
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
	bool any_persistent = false;
	struct err err = { 0 };
	int ret = parse_requests(opts, lookup, &list, &filters);

	if (ret)
		goto out;
	for (size_t i = 0; i < list.nr; i++) {
		any_persistent |= list.events[i]->persistent;
		if (list.events[i]->warning)
			note(opts, list.events[i]->warning);
	}
	if (opts->record.since && !any_persistent) {
		fprintf(stderr,
			COMMAND ": --since needs a persistent event: others have no history\n");
		ret = EXIT_USAGE;
		goto out;
	}
	opts->record.filters = filters;
	ret = record__run(&opts->record, &list, lookup, &notes, &result, &err);
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
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[--] [COMMAND [ARG...]]",
		.doc = "Records events into a file that perf report and perf script read. "
		       "Persistent "
		       "events (persistent/NAME/) run already and go on afterwards.",
	};
	struct options opts = { .record.output = "perf.data" };
	const char **cmdline = calloc(argc + 1, sizeof(*cmdline));
	struct pmus *pmus;
	int ret;

	if (!cmdline)
		return EXIT_ERROR;
	/* The writer puts the program's own path in front. */
	cmdline[0] = "record";
	memcpy(cmdline + 1, argv + 1, (argc - 1) * sizeof(*argv));
	opts.record.argv = cmdline;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &opts)) {
		ret = EXIT_USAGE;
		goto out;
	}
	if (opts.verbose)
		libperf_init(print_library);
	ret = check_options(&opts);
	pmus = ret ? NULL : pmus__new(NULL);
	if (pmus)
		ret = record(&opts, pmus__lookup(pmus));
	else if (!ret)
		ret = EXIT_ERROR;
	pmus__delete(pmus);
out:
	free(opts.requests);
	free(cmdline);
	return ret;
}
