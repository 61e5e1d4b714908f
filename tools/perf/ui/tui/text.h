/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_TEXT_H
#define PERF_UI_TUI_TEXT_H

#include "buf.h"
#include "ui/tui/browser.h"

/* Lines of text to look at. Zeroed is empty. */
struct text {
	struct browser_model model;
	const char *data; /* borrowed */
	size_t *lines;	  /* where they begin */
	size_t nr;
	bool no_cursor;	 /* no line stands out */
	struct buf line; /* scratch */
};

/* 0 or -ENOMEM. */
int text__init(struct text *text, const char *data);
void text__exit(struct text *text);

#endif
