// SPDX-License-Identifier: GPL-2.0-only
/* perf list [-v] [-j] [--raw-dump] [FILTER...]: the events that can be named here. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "builtin.h"
#include "list/catalog.h"
#include "list/persistent.h"
#include "ui/error.h"
#include "ui/list.h"
#include "ui/pager.h"
#include "util/pmus.h"

enum { OPT_RAW_DUMP = 256 };

struct options {
	struct list_request request;
	bool json, raw;
};

/* A word of the command line is a kind, or else a glob of names. */
static const struct {
	const char *word;
	unsigned int kinds;
} filters[] = {
	{ "hw", 1u << LIST_HARDWARE },
	{ "hardware", 1u << LIST_HARDWARE },
	{ "sw", 1u << LIST_SOFTWARE },
	{ "software", 1u << LIST_SOFTWARE },
	{ "tool", 1u << LIST_TOOL },
	{ "cache", 1u << LIST_CACHE },
	{ "hwcache", 1u << LIST_CACHE },
	{ "tracepoint", 1u << LIST_TRACEPOINT },
	{ "pmu", 1u << LIST_PMU | 1u << LIST_PERSISTENT },
	{ "persistent", 1u << LIST_PERSISTENT },
	{ "raw", 1u << LIST_RAW },
	{ "breakpoint", 1u << LIST_BREAKPOINT },
};

static void take_filters(struct options *opts, char **words, int nr)
{
	struct list_request *request = &opts->request;
	int globs = 0;

	for (int n = 0; n < nr; n++) {
		size_t i;

		for (i = 0; i < sizeof(filters) / sizeof(filters[0]); i++)
			if (!strcmp(words[n], filters[i].word))
				break;
		if (i < sizeof(filters) / sizeof(filters[0]))
			request->kinds |= filters[i].kinds;
		else
			words[globs++] = words[n];
	}
	request->globs = words;
	request->nr_globs = globs;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	(void)arg;
	switch (key) {
	case 'v':
		opts->request.details = true;
		return 0;
	case 'j':
		opts->json = true;
		return 0;
	case OPT_RAW_DUMP:
		opts->raw = true;
		return 0;
	case ARGP_KEY_ARGS:
		take_filters(opts, state->argv + state->next, state->argc - state->next);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_option options[] = {
	{ "verbose", 'v', NULL, 0, "Show encodings and the files they come from", 0 },
	{ "json", 'j', NULL, 0, "Print JSON", 0 },
	{ "raw-dump", OPT_RAW_DUMP, NULL, 0, "Print bare names, for completion", 0 },
	{ 0 },
};

static int print(const struct options *opts, const struct catalog *catalog)
{
	bool colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && !opts->json && !opts->raw;
	struct ui_pager pager = ui_pager__start(!opts->json && !opts->raw);
	struct ui_list ui = {
		.out = pager.out,
		.details = opts->request.details,
		.colour = colour,
	};
	int ret;

	if (opts->raw)
		ui_list__print_raw(&ui, catalog);
	else if (opts->json)
		ui_list__print_json(&ui, catalog);
	else
		ui_list__print_text(&ui, catalog);
	ret = ui_pager__finish(&pager);
	if (!ret)
		return 0;
	fprintf(stderr, "perf list: writing: %s\n", strerror(-ret));
	return EXIT_ERROR;
}

int cmd_list(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[hw|sw|cache|tool|tracepoint|pmu|persistent|raw|breakpoint|GLOB]...",
		.doc = "Lists the events that can be named here; globs are matched with their "
		       "names.",
	};
	struct options opts = { 0 };
	struct catalog catalog = { 0 };
	struct err err = { 0 };
	struct pmus *pmus;
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	pmus = pmus__new(NULL);
	if (!pmus || catalog__build(&catalog, pmus, &opts.request, &err)) {
		fprintf(stderr, "perf list: out of memory\n");
		pmus__delete(pmus);
		return EXIT_ERROR;
	}
	list_persistent__fill(&catalog);
	status = print(&opts, &catalog);
	if (err.code && !opts.raw && !opts.json)
		ui__print_command_err(stderr, "perf list", NULL, &err);
	if (catalog.hides_hardware && !opts.raw && !opts.json && isatty(STDERR_FILENO))
		fprintf(stderr,
			"This machine has no hardware PMU for some events; they are not listed.\n");
	if (!catalog.nr && opts.request.nr_globs) {
		fprintf(stderr, "perf list: no event is called '%s'\n", opts.request.globs[0]);
		status = EXIT_ERROR;
	}
	catalog__exit(&catalog);
	pmus__delete(pmus);
	return status;
}
