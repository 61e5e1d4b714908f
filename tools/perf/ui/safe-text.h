/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAFE_TEXT_H
#define PERF_UI_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Names of tasks and files come from files that nobody vouches for: what they have of a terminal's
 * control sequences must not reach one. A pipe or file gets every byte as it is.
 */

/* Puts '?' for every control character but newline and tab, those of UTF-8 included. */
void safe_text__filter(char *text, size_t len);

/* A stream over standard output, whose text is filtered when that is a terminal. The caller gives it
 * to safe_text__close(). NULL and errno: out of memory. */
FILE *safe_text__open(void);

/* Flushes. 0 or -errno. NULL: nothing to do. */
int safe_text__close(FILE *out);

#endif
