// SPDX-License-Identifier: GPL-2.0-only
/* Text with newlines -> lines that a browser shows. */
#include "ui/tui/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/canvas.h"

#define TAB 8

static bool first(void *ctx, struct browser_pos *pos)
{
	*pos = (struct browser_pos){ 0 };
	return ((struct text *)ctx)->nr;
}

static bool last(void *ctx, struct browser_pos *pos)
{
	const struct text *text = ctx;

	*pos = (struct browser_pos){ text->nr ? text->nr - 1 : 0, 0 };
	return text->nr;
}

static bool next(void *ctx, struct browser_pos *pos)
{
	bool more = pos->row + 1 < ((struct text *)ctx)->nr;

	pos->row += more;
	return more;
}

static bool prev(void *ctx, struct browser_pos *pos)
{
	bool more = pos->row;

	(void)ctx;
	pos->row -= more;
	return more;
}

static void draw(void *ctx, const struct browser_pos *pos, const struct browser_line *line)
{
	struct text *text = ctx;
	const char *at = &text->data[text->lines[pos->row]];
	struct canvas_span span = { line->row, 0, line->shift };

	buf__reset(&text->line);
	for (; *at && *at != '\n'; at++) {
		if (*at == '\t')
			buf__printf(&text->line, "%*s", TAB - (int)text->line.len % TAB, "");
		else
			buf__append(&text->line, at, 1);
	}
	if (text->line.len && !buf__error(&text->line))
		canvas__put_span(line->canvas, &span, STYLE_PLAIN, text->line.data);
	if (line->cursor && !text->no_cursor)
		canvas__restyle(line->canvas, line->row, STYLE_CURSOR);
}

int text__init(struct text *text, const char *data)
{
	size_t nr = 0;

	*text = (struct text){ .model = { text, first, last, next, prev, draw }, .data = data };
	for (const char *at = data; *at; at += strcspn(at, "\n"), at += !!*at)
		nr++;
	text->lines = calloc(nr + 1, sizeof(*text->lines));
	if (!text->lines)
		return -ENOMEM;
	for (const char *at = data; *at; at += strcspn(at, "\n"), at += !!*at)
		text->lines[text->nr++] = at - data;
	return 0;
}

void text__exit(struct text *text)
{
	free(text->lines);
	buf__exit(&text->line);
}
