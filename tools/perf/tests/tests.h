/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_TESTS_H
#define PERF_TESTS_TESTS_H

#include "types.h"

/*
 * A suite is one file with one table. Every row begins with a struct test_row and runs in a
 * process of its own, so that a crash or a hang is a result. The table may be built at run time
 * by init(), which fills rows and nr.
 */
struct test_row {
	int line; /* of the table's source, named in every failure */
	const char *name;
};
#define TEST_ROW(name_)                           \
	{                                         \
		.line = __LINE__, .name = (name_) \
	}

struct test {
	const struct test_row *row;
	int verbose;
	int failed;
	int skipped;
};

struct test_suite {
	const char *name;
	const char *desc;
	const void *rows;
	size_t nr;
	size_t row_size;
	void (*run)(struct test *t, const void *row);
	int (*init)(struct test_suite *suite); /* optional: 0 or -errno */
	unsigned int timeout_s;		       /* of one row; 0 means 60 */
};

/* Rows of plain functions, for suites that are no table of data. */
struct test_fn_row {
	struct test_row row;
	void (*fn)(struct test *t);
};
#define TEST_FN(fn_)                               \
	{                                          \
		.row = TEST_ROW(#fn_), .fn = (fn_) \
	}
void test__run_fn(struct test *t, const void *row);

/* A failure is noted and the row goes on; a skip gives its reason and should return. */
void test__fail(struct test *t, const char *file, int line, const char *fmt, ...)
	__printf_like(4, 5);
void test__skip(struct test *t, const char *fmt, ...) __printf_like(2, 3);
void test__note(struct test *t, const char *fmt, ...) __printf_like(2, 3); /* with -v */

#define T_FAIL(t, ...) test__fail(t, __FILE__, __LINE__, __VA_ARGS__)
#define T_OK(t, cond)  ((cond) ? (void)0 : T_FAIL(t, "%s", #cond))
#define T_EQ(t, got, want)                                                                  \
	do {                                                                                \
		long long got_ = (long long)(got), want_ = (long long)(want);               \
		if (got_ != want_)                                                          \
			T_FAIL(t, "%s is %lld (%#llx), not %lld (%#llx)", #got, got_,       \
			       (unsigned long long)got_, want_, (unsigned long long)want_); \
	} while (0)
#define T_STR(t, got, want)                                                                     \
	do {                                                                                    \
		const char *got_ = (got), *want_ = (want);                                      \
		if (!got_ || __builtin_strcmp(got_, want_))                                     \
			T_FAIL(t, "%s is '%s', not '%s'", #got, got_ ? got_ : "(null)", want_); \
	} while (0)

struct test_totals {
	unsigned int passed, failed, skipped;
};

/* Runs every row of @suite in a child of its own, prints as @verbose asks, adds to @totals. */
void test_suite__run(struct test_suite *suite, size_t number, int verbose,
		     struct test_totals *totals);

/* All suites, in the order in which they run; tests/suites.c lists them. */
extern struct test_suite *const test_suites[];
extern const size_t nr_test_suites;

#endif
