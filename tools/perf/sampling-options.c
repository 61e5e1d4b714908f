// SPDX-License-Identifier: GPL-2.0-only
/*
 * The options that record and top share: what to sample, of which tasks and CPUs, how often. Options into
 * struct record_opts, event strings into events. Every -e is checked before anything is opened.
 */
#include "sampling-options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "file.h"
#include "persistent/define.h"
#include "ui/error.h"
#include "util/parse-events.h"
#include "util/pfm.h"

#define MAX_RATE_PATH "/proc/sys/kernel/perf_event_max_sample_rate"

/* A -e, --pfm-events or the --filter behind it, in the order of the command line. */
enum request_kind { REQUEST_EVENT, REQUEST_PFM, REQUEST_FILTER };
struct request {
	const char *text;
	enum request_kind kind;
};

enum { KEY_FILTER = 1024, KEY_PFM_EVENTS, KEY_SINCE };

static int usage_error(const struct sampling_options *opts, const char *input,
		       const struct err *err)
{
	ui__print_command_err(stderr, opts->command, input, err);
	return EXIT_USAGE;
}

static void add_request(struct sampling_options *opts, const char *text, enum request_kind kind,
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

int sampling_options__call_graph(struct record_opts *record, const char *text, struct err *err)
{
	char *end;

	if (!strcmp(text, "fp")) {
		record->call_graph = EVENT_CALL_GRAPH_FP;
	} else if (!strcmp(text, "no")) {
		record->call_graph = EVENT_CALL_GRAPH_NO;
	} else if (!strcmp(text, "lbr")) {
		record->call_graph = EVENT_CALL_GRAPH_LBR;
	} else if (!strcmp(text, "dwarf")) {
		record->call_graph = EVENT_CALL_GRAPH_DWARF;
	} else if (!strncmp(text, "dwarf,", 6)) {
		record->call_graph = EVENT_CALL_GRAPH_DWARF;
		record->stack_bytes = strtoul(text + 6, &end, 0);
		if (end == text + 6 || *end || !record->stack_bytes || record->stack_bytes % 8 ||
		    record->stack_bytes > 65528)
			return err__set(err, -EINVAL,
					"a stack dump is a multiple of 8 and at most 65528 bytes");
	} else {
		return err__set(err, -EINVAL,
				"--call-graph takes fp, dwarf[,BYTES] or no, not '%s'", text);
	}
	return 0;
}

static void parse_ring_bytes(struct sampling_options *opts, const char *text)
{
	struct err err = { 0 };

	if (ring_bytes__parse(text, &opts->record.ring_bytes, &err))
		exit(usage_error(opts, NULL, &err));
}

static error_t parse_target(int key, char *arg, struct argp_state *state)
{
	struct record_opts *record = &((struct sampling_options *)state->input)->record;

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
	case 'i':
		record->no_inherit = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct sampling_options *opts = state->input;

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
		opts->record.has_period = true;
		opts->record.period = parse_number("-c", arg, state);
		return 0;
	case 'F':
		parse_freq(&opts->record, arg, state);
		return 0;
	case 'm':
		parse_ring_bytes(opts, arg);
		return 0;
	case KEY_SINCE:
		opts->record.since = arg;
		return 0;
	}
	return parse_target(key, arg, state);
}

static const struct argp_option options[] = {
	{ "event", 'e', "EVENT", 0, "What to sample; cycles (cpu-clock without a PMU) if none", 0 },
	{ "pfm-events", KEY_PFM_EVENTS, "NAME,...", 0, "Events by their vendor's names (libpfm4)",
	  0 },
	{ "filter", KEY_FILTER, "FILTER", 0, "Filter of the tracepoints of the -e before it", 0 },
	{ "all-cpus", 'a', NULL, 0, "Everything on all CPUs", 0 },
	{ "cpu", 'C', "CPUS", 0, "Only these CPUs", 0 },
	{ "pid", 'p', "PID[,PID...]", 0, "These processes", 0 },
	{ "tid", 't', "TID[,TID...]", 0, "These threads", 0 },
	{ "uid", 'u', "USER", 0, "The processes of this user", 0 },
	{ "no-inherit", 'i', NULL, 0, "Do not follow children", 0 },
	{ "count", 'c', "N", 0, "A sample every N events", 0 },
	{ "freq", 'F', "HZ", 0, "Samples a second (4000), or max", 0 },
	{ "mmap-pages", 'm', "SIZE", 0, "Ring of each CPU: pages, or with B, K, M, G (512K)", 0 },
	{ "since", KEY_SINCE, "TIME", 0,
	  "Take history of persistent events: 30s, boot, seconds of their clock, or a date", 0 },
	{ 0 },
};

const struct argp sampling_argp = { .options = options, .parser = parse_option };

/* Appends the events of one -e and remembers the filter of each. */
static int parse_one(const struct sampling_options *opts, struct event_list *list,
		     const struct event_lookup *lookup, const struct request *request)
{
	struct err err = { 0 };
	int ret = request->kind == REQUEST_PFM ? pfm_events__parse(list, request->text, &err)
					       : parse_events(list, request->text, lookup, &err);

	return ret ? usage_error(opts, request->text, &err) : 0;
}

static int set_filters(const struct sampling_options *opts, const struct event_list *list,
		       size_t from, const char *filter, const char **filters)
{
	for (size_t i = from; i < list->nr; i++) {
		if (!list->events[i]->tp_name || list->events[i]->persistent) {
			fprintf(stderr, "%s: --filter can not be set on %s%s\n", opts->command,
				list->events[i]->name,
				list->events[i]->persistent ? ", which runs already and is shared"
							    : ": it is no tracepoint");
			return EXIT_USAGE;
		}
		filters[i] = filter;
	}
	return 0;
}

/* Each faulty string has its error before anything is opened. */
static int parse_requests(struct sampling_options *opts, const struct event_lookup *lookup,
			  struct event_list *list, const char ***filters)
{
	size_t from = 0;
	int status = 0;

	if (!opts->nr_requests) {
		opts->record.default_event = true;
		return parse_one(opts, list, lookup,
				 &(struct request){ "cycles:P", REQUEST_EVENT });
	}
	for (size_t i = 0; i < opts->nr_requests; i++) {
		const char **more;
		size_t had = list->nr;

		if (opts->requests[i].kind != REQUEST_FILTER) {
			from = list->nr;
			status = parse_one(opts, list, lookup, &opts->requests[i]) ?: status;
		}
		more = reallocarray(*filters, list->nr + 1, sizeof(*more));
		if (!more)
			return EXIT_ERROR;
		*filters = more;
		memset(more + had, 0, (list->nr + 1 - had) * sizeof(*more));
		if (opts->requests[i].kind == REQUEST_FILTER)
			status = set_filters(opts, list, from, opts->requests[i].text, more)
					 ?: status;
	}
	return status;
}

/* Frequencies above what the kernel allows are lowered, as users know it. */
static void limit_freq(struct sampling_options *opts)
{
	struct record_opts *record = &opts->record;
	u64 max;

	if (!record->has_freq || file__read_u64(AT_FDCWD, MAX_RATE_PATH, &max))
		return;
	if (!record->max_freq && record->freq <= max)
		return;
	if (!opts->quiet)
		fprintf(stderr, "%s: the frequency is limited to %llu Hz by " MAX_RATE_PATH "\n",
			opts->command, max);
	record->freq = max;
}

int sampling_options__check(struct sampling_options *opts)
{
	struct record_opts *record = &opts->record;
	bool tasks = record->pids || record->tids || record->uid;

	if (record->has_freq && record->has_period) {
		fprintf(stderr, "%s: -F and -c can not both be given\n", opts->command);
		return EXIT_USAGE;
	}
	if (tasks && record->system_wide) {
		fprintf(stderr, "%s: -p, -t and -u choose tasks: -a is ignored\n", opts->command);
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

/* Only what is persistent has a past. */
static int check_since(const struct sampling_options *opts, const struct event_list *list)
{
	bool any_persistent = false;

	for (size_t i = 0; i < list->nr; i++)
		any_persistent |= list->events[i]->persistent;
	if (!opts->record.since || any_persistent)
		return 0;
	fprintf(stderr, "%s: --since needs a persistent event: others have no history\n",
		opts->command);
	return EXIT_USAGE;
}

int sampling_options__events(struct sampling_options *opts, const struct event_lookup *lookup,
			     struct event_list *list, const char ***filters)
{
	int ret = parse_requests(opts, lookup, list, filters);

	return ret ? ret : check_since(opts, list);
}

void sampling_options__exit(struct sampling_options *opts)
{
	free(opts->requests);
}
