// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text by row and column -> a grid of characters with a meaning each. Names come out of files that
 * anybody may have written: nothing that a terminal would take as a command gets into a cell.
 */
#include "ui/tui/canvas.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "buf.h"
#include "str.h"

#define MAX_CELLS (1 << 22)

int canvas__resize(struct canvas *canvas, int rows, int cols)
{
	struct canvas_cell *cells;

	rows = rows < 1 ? 1 : rows;
	cols = cols < 1 ? 1 : cols;
	if (rows > MAX_CELLS / cols)
		return -ENOMEM;
	cells = reallocarray(canvas->cells, (size_t)rows * cols, sizeof(*cells));
	if (!cells)
		return -ENOMEM;
	canvas->cells = cells;
	canvas->rows = rows;
	canvas->cols = cols;
	canvas__clear(canvas);
	return 0;
}

void canvas__exit(struct canvas *canvas)
{
	free(canvas->cells);
	canvas->cells = NULL;
}

void canvas__clear(struct canvas *canvas)
{
	for (int row = 0; row < canvas->rows; row++)
		canvas__fill(canvas, row, 0, canvas->cols, STYLE_PLAIN, ' ');
}

static u32 decode(const char *text, size_t bytes)
{
	const u8 *c = (const u8 *)text;
	u32 ch;

	if (bytes == 1)
		return c[0];
	ch = c[0] & (0xff >> (bytes + 1));
	for (size_t i = 1; i < bytes; i++)
		ch = ch << 6 | (c[i] & 0x3f);
	return ch;
}

/* The next character of *text as it can be shown, and how many columns it takes. */
static u32 next_char(const struct canvas *canvas, const char **text, int *width)
{
	size_t bytes = str__utf8_bytes(*text);
	u32 ch = bytes ? decode(*text, bytes) : '?';

	*text += bytes ? bytes : 1;
	*width = 1;
	if (ch < 0x20 || (ch >= 0x7f && ch < 0xa0))
		return '?';
	if (ch < 0x7f)
		return ch;
	if (canvas->utf8)
		*width = wcwidth(ch);
	if (!canvas->utf8 || *width < 0) {
		*width = 1;
		return '?';
	}
	return ch;
}

static struct canvas_cell *cell_at(const struct canvas *canvas, int row, int col)
{
	return &canvas->cells[(size_t)row * canvas->cols + col];
}

static void put_char(struct canvas *canvas, int row, int col, struct canvas_cell cell, int width)
{
	*cell_at(canvas, row, col) = cell;
	if (width == 2)
		*cell_at(canvas, row, col + 1) = (struct canvas_cell){ 0, cell.style };
}

/* @end: the column where it stops. */
static int put(struct canvas *canvas, const struct canvas_span *at, int end,
	       enum canvas_style style, const char *text)
{
	int col = at->col - at->skip, width;

	if (at->row < 0 || at->row >= canvas->rows)
		return at->col;
	if (end > canvas->cols)
		end = canvas->cols;
	while (*text) {
		u32 ch = next_char(canvas, &text, &width);

		if (col + width > end)
			break;
		/* What combines with the character before is left out. */
		if (width && col >= at->col && col >= 0)
			put_char(canvas, at->row, col, (struct canvas_cell){ ch, style }, width);
		col += width;
	}
	return col > at->col ? col : at->col;
}

int canvas__put(struct canvas *canvas, int row, int col, int width, enum canvas_style style,
		const char *text)
{
	struct canvas_span at = { row, col, 0 };

	return put(canvas, &at, width < 0 ? canvas->cols : col + width, style, text);
}

int canvas__put_span(struct canvas *canvas, const struct canvas_span *at, enum canvas_style style,
		     const char *text)
{
	return put(canvas, at, canvas->cols, style, text);
}

void canvas__fill(struct canvas *canvas, int row, int col, int width, enum canvas_style style,
		  u32 ch)
{
	if (row < 0 || row >= canvas->rows)
		return;
	for (int i = col < 0 ? 0 : col; i < col + width && i < canvas->cols; i++)
		*cell_at(canvas, row, i) = (struct canvas_cell){ ch, style };
}

void canvas__restyle(struct canvas *canvas, int row, enum canvas_style style)
{
	for (int col = 0; row >= 0 && row < canvas->rows && col < canvas->cols; col++)
		cell_at(canvas, row, col)->style = style;
}

int canvas__width(const struct canvas *canvas, const char *text)
{
	int total = 0, width;

	while (*text) {
		next_char(canvas, &text, &width);
		total += width;
	}
	return total;
}

static void append_utf8(struct buf *out, u32 ch)
{
	char bytes[4];
	size_t nr = ch < 0x80 ? 1 : ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;

	if (nr == 1) {
		bytes[0] = ch;
	} else {
		for (size_t i = nr; i-- > 1; ch >>= 6)
			bytes[i] = 0x80 | (ch & 0x3f);
		bytes[0] = (0xf0 << (4 - nr)) | ch;
	}
	buf__append(out, bytes, nr);
}

void canvas__row_text(const struct canvas *canvas, int row, struct buf *out)
{
	int end = canvas->cols;

	while (end && cell_at(canvas, row, end - 1)->ch == ' ')
		end--;
	for (int col = 0; col < end; col++)
		if (cell_at(canvas, row, col)->ch)
			append_utf8(out, cell_at(canvas, row, col)->ch);
}
