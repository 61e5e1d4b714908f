/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_CANVAS_H
#define PERF_UI_TUI_CANVAS_H

#include "types.h"

struct buf;

/* What a cell means; the terminal decides how that looks. */
enum canvas_style {
	STYLE_PLAIN,
	STYLE_HOT,    /* of much weight */
	STYLE_WARM,   /* of some */
	STYLE_HEAD,   /* titles of columns */
	STYLE_STATUS, /* lines around the rows */
	STYLE_NOTE,   /* something to know */
	STYLE_CURSOR, /* the line that keys mean */
	STYLE_FRAME,  /* boxes above other things */
	STYLE_NR,
};

struct canvas_cell {
	u32 ch; /* Unicode; 0: covered by the wide character to the left */
	u8 style;
};

/* A screen in memory. Whatever is put outside of it is cut off. */
struct canvas {
	int rows, cols;
	bool utf8; /* other characters than ASCII's can be shown */
	struct canvas_cell *cells;
};

/* Sets the size (1x1 at least) and empties it. 0 or -ENOMEM, which keeps the old size. */
int canvas__resize(struct canvas *canvas, int rows, int cols);
void canvas__exit(struct canvas *canvas);
void canvas__clear(struct canvas *canvas);

/*
 * Writes UTF-8 from column @col on, @width columns at most (-1: what there is), and returns the column
 * behind it. Control characters and what is no text become '?', as does what can not be shown.
 */
int canvas__put(struct canvas *canvas, int row, int col, int width, enum canvas_style style,
		const char *text);

/* The same for what lacks its first @skip columns: scrolled to the side. */
struct canvas_span {
	int row, col; /* where */
	int skip;     /* columns of text that are left of the screen */
};
int canvas__put_span(struct canvas *canvas, const struct canvas_span *at, enum canvas_style style,
		     const char *text);

/* Fills @width columns with @ch. */
void canvas__fill(struct canvas *canvas, int row, int col, int width, enum canvas_style style,
		  u32 ch);

/* Gives the whole row another style. */
void canvas__restyle(struct canvas *canvas, int row, enum canvas_style style);

/* How many columns @text takes. */
int canvas__width(const struct canvas *canvas, const char *text);

/* Appends the row as UTF-8, without the blanks at its end. */
void canvas__row_text(const struct canvas *canvas, int row, struct buf *out);

#endif
