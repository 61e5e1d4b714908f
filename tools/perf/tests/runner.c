// SPDX-License-Identifier: GPL-2.0-only
/*
 * The runner of perf test, tested: a suite whose rows crash, hang, skip and leave children behind
 * goes in; verdicts, reasons and totals come out.
 */
#include "suites.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cleanup.h"

#define SAID_MAX_BYTES (4 << 20)

struct runner_case {
	struct test_row row;
	void (*fn)(struct test *t);
	struct test_totals want;
	const char *says; /* NULL: nothing is asked for */
};

static void passes(struct test *t)
{
	T_OK(t, true);
}

static void fails(struct test *t)
{
	T_EQ(t, 1, 2);
}

static void skips(struct test *t)
{
	test__skip(t, "there is no %s here", "moon");
}

static void dies_of(int signal)
{
	struct rlimit no_core = { 0, 0 };

	setrlimit(RLIMIT_CORE, &no_core);
	sigaction(signal, &(struct sigaction){ .sa_handler = SIG_DFL }, NULL);
	raise(signal);
}

static void crashes(struct test *t)
{
	(void)t;
	dies_of(SIGSEGV);
}

static void aborts(struct test *t)
{
	(void)t;
	dies_of(SIGABRT);
}

static void hangs(struct test *t)
{
	(void)t;
	for (;;)
		pause();
}

static void exits(struct test *t)
{
	(void)t;
	exit(3);
}

/* Its child has the pipe still open, and in a process group of its own nobody ends it. */
static void leaves_a_child(struct test *t)
{
	(void)t;
	if (!fork()) {
		setpgid(0, 0);
		sleep(20);
		_exit(0);
	}
	dies_of(SIGSEGV);
}

static void says_much(struct test *t)
{
	for (int i = 0; i < 100000; i++)
		printf("line %d of many that nobody wants to read\n", i);
	T_FAIL(t, "and fails");
}

static const struct runner_case cases[] = {
	{ TEST_ROW("a row passes"), passes, { .passed = 1 }, NULL },
	{ TEST_ROW("a row fails"), fails, { .failed = 1 }, "1 is 1 (0x1), not 2 (0x2)" },
	{ TEST_ROW("a row skips"), skips, { .skipped = 1 }, "skipped: there is no moon here" },
	{ TEST_ROW("a row crashes"), crashes, { .failed = 1 }, "died of Segmentation fault" },
	{ TEST_ROW("a row aborts"), aborts, { .failed = 1 }, "died of Aborted" },
	{ TEST_ROW("a row hangs"), hangs, { .failed = 1 }, "died of its time limit" },
	{ TEST_ROW("a row exits"), exits, { .failed = 1 }, "FAILED!" },
	{ TEST_ROW("a row leaves a child"), leaves_a_child, { .failed = 1 }, "died of Seg" },
	{ TEST_ROW("a row says much"), says_much, { .failed = 1 }, "line 9999 of many" },
};

/* Runs the suite with standard output in a file that has no name. */
static void run_captured(struct test_suite *suite, struct test_totals *totals, char **said)
{
	_cleanup_fclose_ FILE *file = tmpfile();
	int own = dup(STDOUT_FILENO);

	*said = calloc(1, SAID_MAX_BYTES + 1);
	if (!file || own < 0 || !*said)
		return;
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	test_suite__run(suite, 1, 0, totals);
	fflush(stdout);
	dup2(own, STDOUT_FILENO);
	close(own);
	rewind(file);
	(*said)[fread(*said, 1, SAID_MAX_BYTES, file)] = 0;
}

static void run(struct test *t, const void *row)
{
	const struct runner_case *c = row;
	const struct test_fn_row inner = { .row = { 7, "inner" }, .fn = c->fn };
	struct test_suite suite = { .name = "inner",
				    .rows = &inner,
				    .nr = 1,
				    .row_size = sizeof(inner),
				    .run = test__run_fn,
				    .timeout_s = 1 };
	struct test_totals totals = { 0 };
	_cleanup_free_ char *said = NULL;

	run_captured(&suite, &totals, &said);
	T_EQ(t, totals.passed, c->want.passed);
	T_EQ(t, totals.failed, c->want.failed);
	T_EQ(t, totals.skipped, c->want.skipped);
	T_OK(t, said && (!c->says || strstr(said, c->says)));
	if (said && c->says && !c->want.passed)
		T_OK(t, strstr(said, "   7: inner "));
}

struct test_suite suite_runner = {
	.name = "runner",
	.desc = "Crashes, hangs and skips of rows as results",
	.rows = cases,
	.nr = ARRAY_SIZE(cases),
	.row_size = sizeof(cases[0]),
	.run = run,
	.timeout_s = 15,
};
