// SPDX-License-Identifier: GPL-2.0-only
/* perf annotate: options -> session over a file -> hits by address -> annotated functions. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "data/reader.h"
#include "hist/collect.h"
#include "hist/places.h"
#include "input-owner.h"
#include "session/session.h"
#include "name-options.h"
#include "script-others.h"
#include "symbol/machine.h"
#include "ui/annotate-stdio.h"
#include "ui/error.h"
#include "ui/safe-text.h"
#include "ui/session-summary.h"

struct options {
	const char *input, *symbol;
	struct collect_options collect;
	struct annotate_style style;
	struct annotate_options annotate;
	struct symbol_options symbols;
	bool group, quiet, force, skip_missing;
	double min_percent;
};

struct annotate {
	struct options *opts;
	struct data_reader *reader;
	struct machine *machine;
	struct session *session;
	struct collect *collect;
	struct hits *hits;
	FILE *out; /* standard output, safe for a terminal */
	size_t nr_shown, nr_missing;
	struct err err;
};

enum {
	OPT_STDIO = 256,
	OPT_PERIOD,
	OPT_NO_SOURCE,
	OPT_GROUP,
	OPT_PERCENT_LIMIT,
	OPT_SKIP_MISSING,
	OPT_IGNORED,
	OPT_IGNORED_VALUE,
};

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0, "Read FILE instead of perf.data; - is standard input", 0 },
	{ "symbol", 's', "NAME", 0, "Annotate this function only", 0 },
	{ "dsos", 'd', "NAMES", 0, "Functions of these files only", 0 },
	{ "cpu", 'C', "CPUS", 0, "Count samples of these CPUs only", 0 },
	{ "show-nr-samples", 'n', NULL, 0, "Show numbers of samples, not percents", 0 },
	{ "show-total-period", OPT_PERIOD, NULL, 0, "Show periods, not percents", 0 },
	{ "print-line", 'l', NULL, 0, "Begin with source lines by what they took", 0 },
	{ "full-paths", 'P', NULL, 0, "Show whole paths", 0 },
	{ "no-source", OPT_NO_SOURCE, NULL, 0, "Leave source lines out", 0 },
	{ "disassembler-style", 'M', "intel|att", 0, "The syntax of x86 code (default att)", 0 },
	{ "percent-limit", OPT_PERCENT_LIMIT, "PERCENT", 0,
	  "Leave out functions that took less of their event", 0 },
	{ "group", OPT_GROUP, NULL, 0, "Show all events side by side", 0 },
	{ "skip-missing", OPT_SKIP_MISSING, NULL, 0,
	  "Say nothing of functions that can not be annotated", 0 },
	{ "force", 'f', NULL, 0, "Read a file that belongs to somebody else", 0 },
	{ "quiet", 'q', NULL, 0, "Say nothing but the annotated functions", 0 },
	{ "stdio", OPT_STDIO, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "stdio2", OPT_STDIO, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "source", OPT_IGNORED, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "asm-raw", OPT_IGNORED, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "no-asm-raw", OPT_IGNORED, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "verbose", 'v', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "modules", 'm', NULL, OPTION_HIDDEN, NULL, 0 },
	{ "stdio-color", OPT_IGNORED_VALUE, "MODE", OPTION_HIDDEN, NULL, 0 },
	{ "percent-type", OPT_IGNORED_VALUE, "TYPE", OPTION_HIDDEN, NULL, 0 },
	{ 0 },
};

static void parse_limit(struct options *opts, const char *text, const struct argp_state *state)
{
	char *end;

	opts->min_percent = strtod(text, &end);
	if (!*text || (*end && strcmp(end, "%")) || !(opts->min_percent >= 0) ||
	    opts->min_percent > 100)
		argp_error(state, "'%s' is no percentage", text);
}

/* How lines look; the others are below. */
static error_t parse_style(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	switch (key) {
	case 'n':
	case OPT_PERIOD:
		opts->style.value = key == 'n' ? ANNOTATE_SAMPLES : ANNOTATE_PERIOD;
		return 0;
	case 'l':
		opts->style.line_summary = true;
		return 0;
	case 'P':
		opts->style.full_paths = true;
		return 0;
	case 'M':
		opts->annotate.intel = !strcmp(arg, "intel");
		if (!opts->annotate.intel && strcmp(arg, "att"))
			argp_error(state, "-M: '%s' is neither intel nor att", arg);
		return 0;
	case OPT_NO_SOURCE:
		opts->annotate.no_source = true;
		return 0;
	case OPT_STDIO:
	case OPT_IGNORED:
	case OPT_IGNORED_VALUE:
	case 'v':
	case 'm':
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	switch (key) {
	case 'i':
		opts->input = arg;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &opts->symbols;
		state->child_inputs[1] = (void *)&annotate_others_argp;
		return 0;
	case 's':
		opts->symbol = arg;
		return 0;
	case 'd':
		opts->collect.filter.dsos = arg;
		return 0;
	case 'C':
		if (hist_filter__set_cpus(&opts->collect.filter, arg))
			argp_error(state, "-C: '%s' is no list of CPUs", arg);
		return 0;
	case OPT_PERCENT_LIMIT:
		parse_limit(opts, arg, state);
		return 0;
	case OPT_GROUP:
		opts->group = true;
		return 0;
	case OPT_SKIP_MISSING:
		opts->skip_missing = true;
		return 0;
	case 'f':
		opts->force = true;
		return 0;
	case 'q':
		opts->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (opts->symbol)
			argp_error(state, "'%s': one function at a time", arg);
		opts->symbol = arg;
		return 0;
	}
	return parse_style(key, arg, state);
}

static int on_sample(void *ctx, const struct session_record *record)
{
	struct annotate *annotate = ctx;
	const struct session_events *events = session__events(annotate->session);
	int ret = 0;

	if (collect__nr_events(annotate->collect) != events->nr)
		ret = collect__setup(annotate->collect, events);
	return ret ? ret : collect__sample(annotate->collect, record);
}

static int on_mmap(void *ctx, const struct session_record *record)
{
	collect__mmap(((struct annotate *)ctx)->collect, record);
	return 0;
}

static int read_all(struct annotate *annotate)
{
	struct session_source source = session_source__of_reader(annotate->reader);
	struct session_handlers handlers = { .ctx = annotate,
					     .sample = on_sample,
					     .mmap = on_mmap };
	int ret;

	annotate->machine = machine__new();
	annotate->hits = annotate->opts->collect.hits = hits__new();
	if (annotate->machine && annotate->hits) {
		machine__set_options(annotate->machine, &annotate->opts->symbols);
		annotate->collect =
			collect__new(&annotate->opts->collect, data_reader__info(annotate->reader),
				     annotate->machine);
	}
	if (annotate->collect)
		annotate->session = session__new(&source, annotate->machine, &handlers);
	if (!annotate->session)
		return err__set(&annotate->err, -ENOMEM, "out of memory");
	ret = session__prepare(annotate->session);
	if (!ret && !data_reader__is_pipe(annotate->reader))
		ret = collect__setup(annotate->collect, session__events(annotate->session));
	return ret ? ret : session__run(annotate->session);
}

/* A function that can not be annotated is named, and the others are shown all the same. */
static int show_function(struct annotate *annotate, const struct annotate_style *style,
			 const struct hit_symbol *function)
{
	const struct options *opts = annotate->opts;
	struct annotation *annotation;
	struct err err = { 0 };
	int ret = annotation__new(&annotation, annotate->machine, annotate->hits, function,
				  &opts->annotate, &err);

	if (ret == -ENOSYS || ret == -ENOMEM)
		return err__copy(&annotate->err, &err);
	if (ret) {
		annotate->nr_missing++;
		if (!opts->skip_missing && !opts->quiet)
			fprintf(stderr, "perf annotate: %s: %s\n", function->symbol->name,
				err.text);
		return 0;
	}
	annotate->nr_shown++;
	ret = annotate_stdio__print(annotate->out, style, annotate->hits, annotation);
	annotation__delete(annotation);
	return ret ? err__set(&annotate->err, ret, "writing: %s", strerror(-ret)) : 0;
}

/* The functions of one event, in the order of its rows, or of all of them as the first has them. */
static int show_event(struct annotate *annotate, size_t event)
{
	const struct hists *hists = collect__hists(annotate->collect, event);
	struct annotate_style style = annotate->opts->style;
	int ret = 0;

	if (!style.nr_events) {
		style.nr_events = 1;
		style.events = &event;
		style.event_names = collect__event_name(annotate->collect, event);
	}
	for (size_t i = 0; i < hists->nr && !ret; i++) {
		const struct place *place = (const void *)(uintptr_t)hists->list[i]->keys[0];
		const struct hit_symbol *function =
			place->symbol ? hits__find(annotate->hits, place->symbol) : NULL;
		u64 period = hists->list[i]->period;

		if (!function || !period ||
		    100.0 * period / hists->period < annotate->opts->min_percent)
			continue;
		if (annotate->opts->symbol && strcmp(place->symbol->name, annotate->opts->symbol))
			continue;
		ret = show_function(annotate, &style, function);
	}
	return ret;
}

static int show_group(struct annotate *annotate)
{
	struct annotate_style *style = &annotate->opts->style;
	size_t nr = collect__nr_events(annotate->collect), first = nr;
	size_t *events = calloc(nr + 1, sizeof(*events));
	struct buf names = { 0 };
	int ret = -ENOMEM;

	for (size_t i = 0; events && i < nr; i++) {
		if (!collect__hists(annotate->collect, i)->samples)
			continue;
		first = first < i ? first : i;
		events[style->nr_events++] = i;
		buf__printf(&names, "%s%s", names.len ? ", " : "",
			    collect__event_name(annotate->collect, i));
	}
	style->events = events;
	style->event_names = names.data;
	if (events && !buf__error(&names))
		ret = first < nr ? show_event(annotate, first) : 0;
	free(events);
	buf__exit(&names);
	return ret;
}

static int show(struct annotate *annotate)
{
	int ret = 0;

	if (annotate->opts->group)
		return show_group(annotate);
	for (size_t i = 0; i < collect__nr_events(annotate->collect) && !ret; i++)
		ret = show_event(annotate, i);
	return ret;
}

static int run(struct annotate *annotate)
{
	int ret, shown;

	ret = read_all(annotate);
	if (!annotate->collect || collect__err(annotate->collect)->code || !annotate->session)
		return ret;
	shown = collect__finish(annotate->collect);
	if (!shown)
		shown = show(annotate);
	return shown ? shown : ret;
}

/* Says what went wrong and gives the exit status. */
static int finish(struct annotate *annotate, int ret)
{
	const struct err *err = annotate->collect ? collect__err(annotate->collect) : NULL;
	const struct options *opts = annotate->opts;
	const struct session_stats *stats;

	if (!err || !err->code)
		err = &annotate->err;
	if (fflush(annotate->out) && !err->code)
		ret = err__set(&annotate->err, -errno, "writing: %s", strerror(errno));
	if (err->code) {
		ui__print_command_err(stderr, "perf annotate", NULL, err);
		return EXIT_INPUT;
	}
	if (!annotate->session)
		return ret ? EXIT_INPUT : 0;
	stats = session__stats(annotate->session);
	if (!stats->samples)
		fprintf(stderr, "perf annotate: '%s' has no samples\n", opts->input);
	else if (opts->symbol && !annotate->nr_shown && !annotate->nr_missing)
		fprintf(stderr, "perf annotate: no sample hit '%s'\n", opts->symbol);
	ui__print_session_summary(stderr, "perf annotate", stats,
				  data_reader__notes(annotate->reader));
	if (stats->samples && !annotate->nr_shown)
		return EXIT_ERROR;
	if (data_reader__is_damaged(annotate->reader))
		return EXIT_INPUT;
	return ret || stats->first.code ? EXIT_INPUT : 0;
}

int cmd_annotate(int argc, char **argv)
{
	static const struct argp_child children[] = { { &name_options_argp, 0, NULL, 0 },
						      { &annotate_others_argp, 0, NULL, 0 },
						      { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.children = children,
		.args_doc = "[SYMBOL]",
		.doc = "Shows the instructions of functions with what was sampled at each.",
	};
	struct options opts = {
		.input = "perf.data",
		.collect = { .spec.sort = "sym", .no_children = true, .no_chains = true },
	};
	struct annotate annotate = { .opts = &opts };
	int ret;

	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &opts))
		return EXIT_USAGE;
	annotate.out = safe_text__open();
	if (!annotate.out)
		return EXIT_ERROR;
	ret = opts.force ? 0 : input_owner__check(opts.input, &annotate.err);
	if (!ret)
		ret = data_reader__new(&annotate.reader, opts.input, &annotate.err);
	if (!ret)
		ret = run(&annotate);
	ret = finish(&annotate, ret);
	safe_text__close(annotate.out);
	collect__delete(annotate.collect);
	session__delete(annotate.session);
	hits__delete(annotate.hits);
	machine__delete(annotate.machine);
	data_reader__delete(annotate.reader);
	hist_filter__exit(&opts.collect.filter);
	return ret;
}
