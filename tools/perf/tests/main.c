// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf-tests [list] [NAME...] [-v], which `perf test` starts: chooses suites by number or name and
 * runs their rows.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin.h"
#include "tests.h"

#ifdef __SANITIZE_ADDRESS__
/* libtraceevent 1.7 loses the last token of a print format that it refuses. */
__attribute__((visibility("default"), used)) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:__read_token\n";
}
#endif

struct options {
	int verbose;
	bool list;
	char **names;
	int nr_names;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *opts = state->input;

	(void)arg;
	switch (key) {
	case 'v':
		opts->verbose++;
		return 0;
	case ARGP_KEY_ARGS:
		opts->names = state->argv + state->next;
		opts->nr_names = state->argc - state->next;
		if (!strcmp(opts->names[0], "list")) {
			opts->list = true;
			opts->names++;
			opts->nr_names--;
		}
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* A name is a suite's number, its name, or a part of its name or description. */
static bool matches(const struct test_suite *suite, size_t number, const char *name)
{
	char *end;
	unsigned long n = strtoul(name, &end, 10);

	if (end != name && !*end)
		return n == number;
	return strstr(suite->name, name) || strcasestr(suite->desc, name);
}

static bool chosen(const struct options *opts, size_t i)
{
	int n;

	for (n = 0; n < opts->nr_names; n++)
		if (matches(test_suites[i], i + 1, opts->names[n]))
			return true;
	return !opts->nr_names;
}

static bool matches_any(const char *name)
{
	for (size_t i = 0; i < nr_test_suites; i++)
		if (matches(test_suites[i], i + 1, name))
			return true;
	return false;
}

static const struct argp_option options[] = {
	{ "verbose", 'v', NULL, 0, "Name every row; twice: notes too", 0 },
	{ 0 },
};

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse_option,
		.args_doc = "[list] [NAME...]",
		.doc = "Runs the suites whose number is given or whose name holds NAME.",
	};
	struct options opts = { 0 };
	struct test_totals totals = { 0 };

	argp_err_exit_status = EXIT_USAGE;
	if (argp_parse(&argp, argc, argv, 0, NULL, &opts))
		return EXIT_USAGE;
	for (int n = 0; n < opts.nr_names; n++) {
		if (matches_any(opts.names[n]))
			continue;
		fprintf(stderr, "perf test: no suite is called '%s'; 'perf test list' shows them\n",
			opts.names[n]);
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < nr_test_suites; i++) {
		if (!chosen(&opts, i))
			continue;
		if (opts.list)
			printf("%3zu: %-18s %s\n", i + 1, test_suites[i]->name,
			       test_suites[i]->desc);
		else
			test_suite__run(test_suites[i], i + 1, opts.verbose, &totals);
	}
	if (!opts.list)
		printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed,
		       totals.skipped);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "perf test: writing the output: %s\n", strerror(errno));
		return EXIT_ERROR;
	}
	return totals.failed ? EXIT_ERROR : 0;
}
