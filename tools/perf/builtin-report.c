// SPDX-License-Identifier: GPL-2.0-only
/* perf report: options -> session over a file -> rows -> text -> exit status. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builtin.h"
#include "chain-options.h"
#include "cpulist.h"
#include "data/reader.h"
#include "hist/collect.h"
#include "report-view.h"
#include "session/session.h"
#include "symbol/machine.h"
#include "ui/error.h"
#include "ui/report-stats.h"
#include "ui/report-stdio.h"
#include "ui/session-summary.h"

#define DEFAULT_PARENT	    "^sys_|^do_page_fault"
#define DEFAULT_MAX_STACK   127
#define DEFAULT_MIN_PERCENT 0.5
#define DEFAULT_QUANTUM_NS  100000000ULL

struct options {
	const char *input;
	struct collect_options collect;
	struct report_style style;
	const char *parent;
	bool *cpus;
	bool header, header_only, stats;
	bool force;
	enum report_view_wish view;
	bool chains_next; /* the next word belongs to a -g before it */
};

struct report {
	struct options *opts;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct collect *collect;
	struct session_source source; /* of the file */
	struct report_counts counts;
	int signal; /* that ended the view; 0: none */
	struct err err;
};

enum {
	OPT_STDIO = 256,
	OPT_TUI,
	OPT_HEADER,
	OPT_HEADER_ONLY,
	OPT_TIME,
	OPT_CHILDREN,
	OPT_NO_CHILDREN,
	OPT_PERIOD,
	OPT_PERCENT_LIMIT,
	OPT_PERCENTAGE,
	OPT_MAX_STACK,
	OPT_STATS,
};

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "stdio", OPT_STDIO, NULL, 0, "Print text (default unless on a terminal)", 0 },
	{ "tui", OPT_TUI, NULL, 0, "Show rows on the terminal, to look around in", 0 },
	{ "sort", 's', "FIELDS", 0,
	  "Samples that agree in these are one row: comm, pid, dso, symbol, cpu, parent, trace and "
	  "more, see the manual; or sums: overhead, overhead_sys, overhead_us, sample, period; "
	  "+FIELDS: in addition to the default",
	  0 },
	{ "fields", 'F', "FIELDS", 0, "Show these columns, in this order", 0 },
	{ "show-nr-samples", 'n', NULL, 0, "Show how many samples a row has", 0 },
	{ "show-total-period", OPT_PERIOD, NULL, 0, "Show the period of a row", 0 },
	{ "field-separator", 't', "CHAR", 0, "Put CHAR between columns instead of blanks", 0 },
	{ "comms", 'c', "NAMES", 0, "Show these commands only", 0 },
	{ "dsos", 'd', "NAMES", 0, "Show these files only", 0 },
	{ "symbols", 'S', "NAMES", 0, "Show these symbols only", 0 },
	{ "cpu", 'C', "CPUS", 0, "Count samples of these CPUs only", 0 },
	{ "time", OPT_TIME, "BEGIN,END", 0,
	  "Count samples of that time, in seconds; either may be left out", 0 },
	{ "percent-limit", OPT_PERCENT_LIMIT, "PERCENT", 0, "Leave out rows below that", 0 },
	{ "percentage", OPT_PERCENTAGE, "relative|absolute", 0,
	  "Percents of what filters let through, or of all", 0 },
	{ "children", OPT_CHILDREN, NULL, 0, "Callers get a share of what they called (default)",
	  0 },
	{ "no-children", OPT_NO_CHILDREN, NULL, 0, "They do not", 0 },
	{ "call-graph", 'g', "MODE,PERCENT,...", OPTION_ARG_OPTIONAL,
	  "Draw call chains: graph, fractal, flat, folded or none; the percent below which a "
	  "branch is left out; how many steps are printed; caller or callee; percent or period",
	  0 },
	{ "no-call-graph", 'G', NULL, 0, "Draw chains from the caller on", 0 },
	{ "max-stack", OPT_MAX_STACK, "N", 0, "Read at most N steps of a call chain", 0 },
	{ "parent", 'p', "REGEX", 0, "What the field parent looks for among callers", 0 },
	{ "header", OPT_HEADER, NULL, 0, "Print what the file says about itself first", 0 },
	{ "header-only", OPT_HEADER_ONLY, NULL, 0, "Print only that", 0 },
	{ "stats", OPT_STATS, NULL, 0, "Print how many records of each type there are", 0 },
	{ "force", 'f', NULL, 0, "Read a file that belongs to somebody else", 0 },
	{ "verbose", 'v', NULL, 0, "Show whole paths and addresses", 0 },
	{ "quiet", 'q', NULL, 0, "Print rows only", 0 },
	{ 0 },
};

static void parse_chains(struct options *opts, const char *text, struct argp_state *state)
{
	struct err err = { 0 };

	/* Plain -g asks for what is the default. */
	if (text && chain_options__parse(&opts->collect, &opts->style.chain, text, &err))
		argp_error(state, "-g: %s", err.text);
}

static void parse_cpus(struct options *opts, const char *text, const struct argp_state *state)
{
	struct err err = { 0 };
	int *list = NULL, nr = cpulist__parse(text, &list, &err);

	if (nr <= 0)
		argp_error(state, "-C: '%s' is no list of CPUs", text);
	free(opts->cpus);
	opts->collect.filter.nr_cpus = list[nr - 1] + 1;
	opts->collect.filter.cpus = opts->cpus = calloc(opts->collect.filter.nr_cpus, sizeof(bool));
	for (int i = 0; opts->cpus && i < nr; i++)
		opts->cpus[list[i]] = true;
	free(list);
	if (!opts->cpus)
		argp_failure(state, EXIT_ERROR, ENOMEM, "-C");
}

static double parse_percent(const char *text, const struct argp_state *state)
{
	char *end;
	double percent = strtod(text, &end);

	if (!*text || (*end && strcmp(end, "%")) || !(percent >= 0 && percent <= 100))
		argp_error(state, "'%s' is no percentage", text);
	return percent;
}

static u32 parse_max_stack(const char *text, const struct argp_state *state)
{
	char *end;
	unsigned long nr = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || nr > INT32_MAX)
		argp_error(state, "'%s' is no number of steps", text);
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

/* A filter that names just one takes its column away. */
static const char *single(const char *list)
{
	return strchr(list, ',') ? NULL : list;
}

/* Options that choose samples and rows; the others are below. */
static error_t parse_choice(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
	struct collect_options *collect = &opts->collect;

	switch (key) {
	case 's':
		collect->spec.sort = arg;
		return 0;
	case 'F':
		collect->spec.fields = arg;
		return 0;
	case 'n':
		collect->spec.show_samples = true;
		return 0;
	case OPT_PERIOD:
		collect->spec.show_period = true;
		return 0;
	case 'c':
		collect->filter.comms = arg;
		opts->style.only_comm = single(arg);
		return 0;
	case 'd':
		collect->filter.dsos = arg;
		opts->style.only_dso = single(arg);
		return 0;
	case 'S':
		collect->filter.symbols = arg;
		opts->style.only_symbol = single(arg);
		return 0;
	case 'C':
		parse_cpus(opts, arg, state);
		return 0;
	case OPT_TIME:
		if (time_span__parse(&collect->filter.span, arg))
			argp_error(state, "'%s' is no BEGIN,END in seconds", arg);
		return 0;
	case OPT_CHILDREN:
	case OPT_NO_CHILDREN:
		collect->no_children = key == OPT_NO_CHILDREN;
		return 0;
	case OPT_MAX_STACK:
		collect->max_stack = parse_max_stack(arg, state);
		return 0;
	case 'p':
		opts->parent = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;
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
	case OPT_PERCENT_LIMIT:
		style->min_percent = style->chain.min_percent = parse_percent(arg, state);
		return 0;
	case OPT_PERCENTAGE:
		style->relative = !strcmp(arg, "relative");
		if (!style->relative && strcmp(arg, "absolute"))
			argp_error(state, "'%s' is neither relative nor absolute", arg);
		return 0;
	case 'g':
		parse_chains(opts, arg, state);
		return 0;
	case 'G':
		opts->collect.chain_order = 1;
		return 0;
	case OPT_HEADER:
		opts->header = true;
		return 0;
	case OPT_HEADER_ONLY:
		opts->header_only = true;
		return 0;
	case OPT_STATS:
		opts->stats = true;
		return 0;
	case 'f':
		opts->force = true;
		return 0;
	case 'v':
		opts->collect.verbose = style->verbose = true;
		return 0;
	case 'q':
		style->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (chains)
			return parse_chains(opts, arg, state), 0;
		argp_error(state, "'%s' is no option", arg);
		return 0;
	}
	return parse_choice(key, arg, state);
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct report *report = ctx;
	const struct session_events *events = session__events(report->session);
	int ret = 0;

	if (collect__nr_events(report->collect) != events->nr)
		ret = collect__setup(report->collect, events);
	return ret ? ret : collect__sample(report->collect, record);
}

static int on_other(void *ctx, const struct session_record *record)
{
	struct report *report = ctx;

	return collect__other(report->collect, record, data_reader__swapped(report->reader));
}

static int on_mmap(void *ctx, const struct session_record *record)
{
	collect__mmap(((struct report *)ctx)->collect, record);
	return 0;
}

static int print_header(struct report *report)
{
	char *text = data_reader__header_text(report->reader);

	if (!text)
		return err__set(&report->err, -ENOMEM, "out of memory");
	fputs(text, stdout);
	free(text);
	return 0;
}

static int print_rows(struct report *report)
{
	const struct report_style *style = &report->opts->style;
	u64 lost = session__stats(report->session)->lost_samples;
	int ret = report_stdio__print_title(stdout, style, report->opts->header, lost);

	/* Events without samples are not worth a section. */
	for (size_t i = 0; i < collect__nr_events(report->collect) && !ret; i++)
		if (collect__hists(report->collect, i)->samples)
			ret = report_stdio__print_event(stdout, style,
							collect__event_name(report->collect, i),
							collect__hists(report->collect, i));
	if (!ret && fflush(stdout))
		ret = -errno;
	return ret ? err__set(&report->err, ret, "writing: %s", strerror(-ret)) : 0;
}

/* On a terminal that can not show a view text is the answer too. */
static int show_rows(struct report *report)
{
	const struct options *opts = report->opts;
	struct report_view view = { .input = opts->input,
				    .style = &opts->style,
				    .collect = report->collect,
				    .reader = report->reader,
				    .stats = session__stats(report->session) };
	bool text = opts->style.separator || opts->style.quiet || opts->header;
	int ret;

	if (text || !view.stats->samples || !report_view__is_possible(opts->view))
		return print_rows(report);
	ret = report_view__show(&view, &report->err);
	report->signal = view.signal;
	return ret == -ENOSYS || ret == -EINVAL ? print_rows(report) : ret;
}

static void print_stats(const struct report *report)
{
	report_stats__print(stdout, &report->counts);
	for (size_t i = 0; i < collect__nr_events(report->collect); i++) {
		u64 samples = collect__hists(report->collect, i)->samples;

		if (samples)
			report_stats__print_event(stdout, collect__event_name(report->collect, i),
						  samples);
	}
}

/* Stands between file and session, to count what the session keeps to itself. */
static int next_counted(void *ctx, struct data_record *record, struct err *err)
{
	struct report *report = container_of(ctx, struct report, source);
	int ret = report->source.next(report->source.ctx, record, err);

	if (ret > 0) {
		u32 type = record->header->type;

		report->counts.types[type < REPORT_TYPES ? type : REPORT_TYPES - 1]++;
		report->counts.total++;
	}
	return ret;
}

static size_t nr_events(void *ctx)
{
	const struct session_source *source = ctx;

	return source->nr_events(source->ctx);
}

static const struct data_event *event(void *ctx, size_t i)
{
	const struct session_source *source = ctx;

	return source->event(source->ctx, i);
}

static const struct data_info *info(void *ctx)
{
	const struct session_source *source = ctx;

	return source->info(source->ctx);
}

static int each_build_id(void *ctx, int (*fn)(void *arg, const struct data_build_id *id), void *arg)
{
	const struct session_source *source = ctx;

	return source->each_build_id(source->ctx, fn, arg);
}

static int read_all(struct report *report)
{
	struct session_source source = { .ctx = &report->source,
					 .next = next_counted,
					 .nr_events = nr_events,
					 .event = event,
					 .info = info,
					 .each_build_id = each_build_id,
					 .swapped = data_reader__swapped(report->reader) };
	struct session_handlers handlers = {
		.ctx = report, .sample = on_sample, .mmap = on_mmap, .other = on_other
	};
	int ret;

	report->source = session_source__of_reader(report->reader);
	report->machine = machine__new();
	if (report->machine)
		report->collect = collect__new(&report->opts->collect,
					       data_reader__info(report->reader), report->machine);
	if (report->collect)
		report->session = session__new(&source, report->machine, &handlers);
	if (!report->session)
		return err__set(&report->err, -ENOMEM, "out of memory");
	ret = session__prepare(report->session);
	if (!ret && !data_reader__is_pipe(report->reader))
		ret = collect__setup(report->collect, session__events(report->session));
	return ret ? ret : session__run(report->session);
}

/* What was whole before a fault is shown too. */
static int run(struct report *report)
{
	int ret, shown = 0;

	if (report->opts->header || report->opts->header_only)
		shown = print_header(report);
	if (shown || report->opts->header_only)
		return shown;
	ret = read_all(report);
	if (!report->collect || collect__err(report->collect)->code || !report->session)
		return ret;
	shown = collect__finish(report->collect);
	if (!shown && report->opts->stats)
		print_stats(report);
	else if (!shown)
		shown = show_rows(report);
	return shown ? shown : ret;
}

/* Says what went wrong and gives the exit status. */
static int finish(struct report *report, int ret)
{
	const struct err *err = report->collect ? collect__err(report->collect) : NULL;
	const struct session_stats *stats;
	bool usage = err && err->code == -EINVAL;

	if (!err || !err->code)
		err = &report->err;
	if (fflush(stdout) && !err->code)
		ret = err__set(&report->err, -errno, "writing: %s", strerror(errno));
	if (err->code) {
		ui__print_command_err(stderr, "perf report",
				      usage ? report->opts->collect.spec.sort : NULL, err);
		return usage ? EXIT_USAGE : EXIT_INPUT;
	}
	if (!report->session)
		return ret ? EXIT_INPUT : 0;
	if (!session__stats(report->session)->samples && !report->opts->stats)
		fprintf(stderr, "perf report: '%s' has no samples\n", report->opts->input);
	stats = session__stats(report->session);
	ui__print_session_summary(stderr, "perf report", stats, data_reader__notes(report->reader));
	if (report->signal)
		return EXIT_SIGNAL + report->signal;
	return ret || stats->first.code ? EXIT_INPUT : 0;
}

static void report__exit(struct report *report)
{
	collect__delete(report->collect);
	session__delete(report->session);
	machine__delete(report->machine);
	data_reader__delete(report->reader);
	free(report->opts->cpus);
}

/* A file of another user may have been made to mislead. */
static int check_owner(const struct options *opts, struct err *err)
{
	struct stat st;

	if (opts->force || !strcmp(opts->input, "-") || stat(opts->input, &st) || !st.st_size)
		return 0;
	if (!st.st_uid || st.st_uid == geteuid())
		return 0;
	err__set(err, -EPERM, "'%s' belongs neither to you nor to root", opts->input);
	err__set_hint(err, "-f reads it all the same");
	return -EPERM;
}

int cmd_report(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.doc = "Adds up the samples of a recording by what they have in common.",
	};
	struct options opts = {
		.input = "perf.data",
		.parent = DEFAULT_PARENT,
		.collect = { .filter.span.end_ns = ~0ULL,
			     .max_stack = DEFAULT_MAX_STACK,
			     .quantum_ns = DEFAULT_QUANTUM_NS },
		.style.chain.min_percent = DEFAULT_MIN_PERCENT,
	};
	struct report report = { .opts = &opts };
	regex_t parent;
	int ret;

	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &opts))
		return EXIT_USAGE;
	if (regcomp(&parent, opts.parent, REG_EXTENDED | REG_NOSUB)) {
		fprintf(stderr, "perf report: -p: '%s' is no regular expression\n", opts.parent);
		return EXIT_USAGE;
	}
	opts.collect.parent = &parent;
	opts.style.chain.skip_first = opts.collect.spec.sort && !opts.collect.spec.fields &&
				      !strncmp(opts.collect.spec.sort, "sym", 3);
	ret = check_owner(&opts, &report.err);
	if (!ret)
		ret = data_reader__new(&report.reader, opts.input, &report.err);
	if (!ret)
		ret = run(&report);
	ret = finish(&report, ret);
	report__exit(&report);
	regfree(&parent);
	return ret;
}
