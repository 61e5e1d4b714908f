/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_BROWSER_H
#define PERF_UI_TUI_BROWSER_H

#include "types.h"

struct canvas;

/* A line: of row @row the row itself, or its part @part. */
struct browser_pos {
	size_t row;
	u32 part; /* 0: the row itself */
};

/* A row of the screen that a line is drawn into. */
struct browser_line {
	struct canvas *canvas;
	int row;   /* of the canvas */
	int shift; /* columns that are scrolled out to the left */
	bool cursor;
};

/*
 * Lines of any number. Steps give false, and leave *pos alone, where there is nothing on that
 * side. Only visible lines count.
 */
struct browser_model {
	void *ctx;
	bool (*first)(void *ctx, struct browser_pos *pos);
	bool (*last)(void *ctx, struct browser_pos *pos);
	bool (*next)(void *ctx, struct browser_pos *pos);
	bool (*prev)(void *ctx, struct browser_pos *pos);
	void (*draw)(void *ctx, const struct browser_pos *pos, const struct browser_line *line);
};

/* A window over lines. Zeroed but for model is at the first line. */
struct browser {
	const struct browser_model *model;
	struct browser_pos top, at; /* first visible line, and the cursor's */
	int height;		    /* lines that fit */
	int below;		    /* of the cursor, seen from the top */
	int shift;
	bool empty;
};

/* Must be called before the first drawing, and when the height changes. */
void browser__fit(struct browser *browser, int height);

/* After lines came, went or changed: the cursor is at @at, as far below the top as it was. */
void browser__settle(struct browser *browser, const struct browser_pos *at);

/* By @lines down, up when negative. */
void browser__move(struct browser *browser, int lines);
void browser__home(struct browser *browser);
void browser__end(struct browser *browser);

/* Does what an arrow or a page key asks for. False: @key is none of these. */
bool browser__key(struct browser *browser, int key);

/* Draws from row @row of the canvas on. */
void browser__draw(const struct browser *browser, struct canvas *canvas, int row);

#endif
