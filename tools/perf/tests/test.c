// SPDX-License-Identifier: GPL-2.0-only
/*
 * The runner of perf test: each row in a child of its own with a time limit; what the child
 * says comes back through a pipe and is shown for failures, skips, or when asked for.
 */
#include "tests.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"

enum { ROW_PASSED = 0, ROW_FAILED = 1, ROW_SKIPPED = 77 };

void test__fail(struct test *t, const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	t->failed++;
	printf("    %s:%d: row of line %d '%s': ", file, line, t->row->line, t->row->name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

void test__skip(struct test *t, const char *fmt, ...)
{
	va_list ap;

	t->skipped++;
	printf("    skipped: ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

void test__note(struct test *t, const char *fmt, ...)
{
	va_list ap;

	if (t->verbose < 2)
		return;
	printf("    ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

void test__run_fn(struct test *t, const void *row)
{
	((const struct test_fn_row *)row)->fn(t);
}

static const void *suite__row(const struct test_suite *suite, size_t i)
{
	return (const char *)suite->rows + i * suite->row_size;
}

/* In the child: its standard output is the pipe. */
static void __attribute__((noreturn))
run_in_child(const struct test_suite *suite, size_t i, int verbose, int out)
{
	const void *row = suite__row(suite, i);
	struct test t = { .row = row, .verbose = verbose };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	alarm(suite->timeout_s ? suite->timeout_s : 60);
	suite->run(&t, row);
	fflush(stdout);
	/* exit, not _exit: a leak checker reports at exit. */
	exit(t.failed ? ROW_FAILED : t.skipped ? ROW_SKIPPED : ROW_PASSED);
}

/* Takes what there is to read at once. False at the end, which all writers have to make. */
static bool collect(int fd, struct buf *said)
{
	char chunk[4096];
	ssize_t got;

	while ((got = read(fd, chunk, sizeof(chunk))) > 0 || (got < 0 && errno == EINTR))
		if (got > 0 && said->len < (1 << 20))
			buf__append(said, chunk, got);
	return got < 0 && errno == EAGAIN;
}

/*
 * Waits for the row and reads what it says meanwhile. What it leaves behind may hold the pipe open
 * for ever, so it is the row's end that counts.
 */
static int wait_for_row(pid_t pid, int fd, struct buf *said)
{
	struct pollfd pollfd = { .fd = fd, .events = POLLIN };
	int status, wait_ms = 0;

	while (waitpid(pid, &status, WNOHANG) != pid) {
		wait_ms = wait_ms < 16 ? wait_ms + 1 : 16;
		poll(&pollfd, 1, wait_ms);
		if (!collect(fd, said))
			pollfd.fd = -1;
	}
	kill(-pid, SIGKILL);
	collect(fd, said);
	return status;
}

/* Runs one row; returns ROW_* and what it said. */
static int run_row(const struct test_suite *suite, size_t i, int verbose, struct buf *said)
{
	int pipe_fds[2], status;
	pid_t pid;

	fflush(stdout);
	if (pipe(pipe_fds))
		return buf__printf(said, "    pipe: %s\n", strerror(errno)), ROW_FAILED;
	pid = fork();
	if (!pid) {
		close(pipe_fds[0]);
		run_in_child(suite, i, verbose, pipe_fds[1]);
	}
	close(pipe_fds[1]);
	fcntl(pipe_fds[0], F_SETFL, O_NONBLOCK);
	status = pid > 0 ? wait_for_row(pid, pipe_fds[0], said) : 0;
	close(pipe_fds[0]);
	if (pid < 0)
		return buf__printf(said, "    fork: %s\n", strerror(errno)), ROW_FAILED;
	if (WIFSIGNALED(status)) {
		buf__printf(said, "    died of %s\n",
			    WTERMSIG(status) == SIGALRM ? "its time limit"
							: strsignal(WTERMSIG(status)));
		return ROW_FAILED;
	}
	if (WEXITSTATUS(status) != ROW_PASSED && WEXITSTATUS(status) != ROW_SKIPPED)
		return ROW_FAILED;
	return WEXITSTATUS(status);
}

static const char *verdict(int result)
{
	return result == ROW_PASSED ? "Ok" : result == ROW_SKIPPED ? "Skip" : "FAILED!";
}

void test_suite__run(struct test_suite *suite, size_t number, int verbose,
		     struct test_totals *totals)
{
	struct test_totals own = { 0 };
	struct buf said = { 0 }, shown = { 0 };
	int ret = suite->init ? suite->init(suite) : 0;

	if (ret) {
		printf("%3zu: %-18s: FAILED! its table: %s\n", number, suite->name, strerror(-ret));
		totals->failed++;
		return;
	}
	for (size_t i = 0; i < suite->nr; i++) {
		const struct test_row *row = suite__row(suite, i);
		int result = run_row(suite, i, verbose, &said);

		*(result == ROW_PASSED	  ? &own.passed
		  : result == ROW_SKIPPED ? &own.skipped
					  : &own.failed) += 1;
		if (verbose || result != ROW_PASSED)
			buf__printf(&shown, "  %4d: %-40s: %s\n", row->line, row->name,
				    verdict(result));
		if (said.len && (verbose > 1 || result != ROW_PASSED))
			buf__append(&shown, said.data, said.len);
		buf__reset(&said);
	}
	printf("%3zu: %-18s: %s (%u passed, %u failed, %u skipped)\n%s", number, suite->name,
	       own.failed   ? "FAILED!"
	       : own.passed ? "Ok"
			    : "Skip",
	       own.passed, own.failed, own.skipped, shown.data ? shown.data : "");
	totals->passed += own.passed;
	totals->failed += own.failed;
	totals->skipped += own.skipped;
	buf__exit(&said);
	buf__exit(&shown);
}
