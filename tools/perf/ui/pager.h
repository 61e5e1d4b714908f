/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_PAGER_H
#define PERF_UI_PAGER_H

#include <stdbool.h>
#include <stdio.h>

/* Where long text goes: standard output, or a pager in front of it. */
struct ui_pager {
	FILE *out;
	bool runs;
};

/*
 * Starts $PERF_PAGER, else $PAGER, else less, when @wanted and standard output is a terminal. ""
 * and "cat" mean none. Without one that starts, out is stdout.
 */
struct ui_pager ui_pager__start(bool wanted);

/* Flushes, ends and waits for the pager. 0, or -errno of the writing; a reader that left is none. */
int ui_pager__finish(struct ui_pager *pager);

#endif
