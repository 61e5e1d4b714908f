// SPDX-License-Identifier: GPL-2.0-only
/* tools/perf/ui: errors with a caret under the fault. */
#include "suites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "ui/error.h"

struct row {
	struct test_row row;
	const char *input;
	struct err err;
	const char *want;
};

#define E64 "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

static const struct row rows[] = {
	{ TEST_ROW("caret"),
	  "cpu/evnt=1/",
	  { .code = -EINVAL, .column = 5, .text = "no term 'evnt'" },
	  "perf: no term 'evnt'\n  cpu/evnt=1/\n      ^\n" },
	{ TEST_ROW("first column"),
	  "x",
	  { .code = -EINVAL, .column = 1, .text = "a" },
	  "perf: a\n  x\n  ^\n" },
	{ TEST_ROW("column past the end"),
	  "cpu/",
	  { .code = -EINVAL, .column = 900, .text = "a" },
	  "perf: a\n  cpu/\n      ^\n" },
	{ TEST_ROW("hint"),
	  NULL,
	  { .code = -EACCES, .text = "may not", .hint = "Become root." },
	  "perf: may not\nBecome root.\n" },
	{ TEST_ROW("no text"), NULL, { .code = -ENOENT }, "perf: No such file or directory\n" },
	{ TEST_ROW("file and column"),
	  "cpu/x/",
	  { .code = -EINVAL, .column = 3, .file = "/sys/f", .text = "a" },
	  "perf: /sys/f:3: a\n" },
	{ TEST_ROW("file alone"),
	  NULL,
	  { .code = -EINVAL, .file = "perf.data", .text = "a" },
	  "perf: perf.data: a\n" },
	{ TEST_ROW("control characters"),
	  "a\n\033b",
	  { .code = -EINVAL, .column = 4, .text = "a\tb" },
	  "perf: a?b\n  a??b\n     ^\n" },
	{ TEST_ROW("UTF-8 takes one column"),
	  "\xc3\xa4\xc3\xb6x",
	  { .code = -EINVAL, .column = 5, .text = "a" },
	  "perf: a\n  \xc3\xa4\xc3\xb6x\n    ^\n" },
	{ TEST_ROW("long input is cut on both sides"),
	  "ab" E64 "x" E64,
	  { .code = -EINVAL, .column = 67, .text = "a" },
	  "perf: a\n"
	  "  ..."
	  "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
	  "x"
	  "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee...\n"
	  "                                                                 ^\n" },
	{ TEST_ROW("bytes that are no text"),
	  "a\xff\xfe\xc2\x9bx\xc3",
	  { .code = -EINVAL, .column = 6, .text = "\xe2\x82 \xe2\x82\xac \xc2\x9b" },
	  "perf: ?? \xe2\x82\xac ?\n  a???x?\n      ^\n" },
	{ TEST_ROW("column but nothing typed"),
	  NULL,
	  { .code = -EINVAL, .column = 3, .text = "a" },
	  "perf: a\n" },
};

static void run(struct test *t, const void *p)
{
	const struct row *row = p;
	_cleanup_free_ char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return T_FAIL(t, "out of memory");
	ui__print_command_err(out, "perf", row->input, &row->err);
	fclose(out);
	T_STR(t, text, row->want);
}

struct test_suite suite_ui = {
	.name = "ui",
	.desc = "Errors as people read them",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
