/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_PRINT_TEXT_H
#define PERF_SESSION_PRINT_TEXT_H

#include "session/print-expr.h"

/* What a %s of a tracepoint's print format stands for. Made by print_text__compile(). */
struct print_text;

struct print_source {
	struct tep_event *event;
	const struct tep_print_arg *arg;
	u32 width;
};

/* What stands between % and s. */
struct print_style {
	u32 width;
	bool left;
	s32 precision; /* -1: none */
};

/*
 * Compiles the argument, and in *max_bytes the most that it can have in a field of .width besides what
 * comes from dynamic fields, which are at most as long as the raw data; it is less than twice
 * PRINT_TEXT_MAX. 0; -ENOTSUP: the library has to print it; -ENOMEM.
 */
#define PRINT_TEXT_MAX 65536
int print_text__compile(struct print_text **text, struct arena *arena,
			const struct print_source *source, u32 *max_bytes);

/*
 * Writes the text at @to and returns its end. As the library has it, names are brought to the style
 * one by one, and numbers in place of names not at all.
 */
char *print_text__write(const struct print_text *text, const struct print_raw *raw,
			const struct print_style *style, char *to);

#endif
