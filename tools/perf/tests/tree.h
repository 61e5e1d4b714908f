/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_TREE_H
#define PERF_TESTS_TREE_H

#include <limits.h>

#include "tests.h"

/* A scratch directory of one row: what is put into it, all below path, is removed with it. */
struct test_tree {
	char path[64];
};

/* Makes the directory; on a failure the row fails and false comes back. */
bool test_tree__init(struct test *t, struct test_tree *tree);
void test_tree__exit(struct test_tree *tree);

/* Writes @text to the file @name, making the folders on the way. */
void test_tree__write(struct test *t, const struct test_tree *tree, const char *name,
		      const char *text);

/* The path of a file or folder of tests/data: in $PERF_TEST_DATA, in ./tools/perf/tests/data or
 * beside the build folder that holds the running program. False: there is none. */
bool test_tree__find_data(char path[PATH_MAX], const char *name);

/*
 * Runs tests/data/make-sysfs for @kind into the folder @name. False after the row failed, or was
 * skipped because there are no data.
 */
bool test_tree__make_sysfs(struct test *t, const struct test_tree *tree, const char *kind,
			   const char *name);

/*
 * Runs @fn in a child that is user 65534 of no group, which no mode of root's files lets in;
 * its failures are those of the row. Skips when the row does not run as root.
 */
void test__as_nobody(struct test *t, void (*fn)(struct test *t, void *arg), void *arg);

#endif
