// SPDX-License-Identifier: GPL-2.0-only
/* Rows and steps of call chains -> lines of a canvas, in the columns that -s and -F ask for. */
#include <stdio.h>
#include <string.h>

#include "hist/places.h"
#include "symbol/symbols.h"
#include "ui/tui/canvas.h"
#include "ui/tui/rows.h"

/* Percents from which on people are used to see these colours. */
#define HOT_PERCENT  5.0
#define WARM_PERCENT 0.5
#define SIGN_WIDTH   2
#define INDENT	     3

static enum canvas_style style_of(const struct rows *rows, u64 value)
{
	double percent = rows->total ? 100.0 * value / rows->total : 0;

	return percent >= HOT_PERCENT	 ? STYLE_HOT
	       : percent >= WARM_PERCENT ? STYLE_WARM
					 : STYLE_PLAIN;
}

void rows__print(struct rows *rows, const struct hist_entry *entry,
		 const struct hist_column *column)
{
	struct hist_style style = { .total = rows->total,
				    .verbose = rows->verbose,
				    .nanoseconds = rows->style->nanoseconds };

	buf__reset(&rows->text);
	column->field->print(&rows->text, entry, column->key, &style);
	if (!rows->text.data)
		buf__puts(&rows->text, "");
}

static bool is_single(const struct rows *rows, size_t i)
{
	const struct report_style *style = rows->style;
	enum hist_field_id id = rows->hists->spec->columns[i].field->id;

	return (id == HIST_COMM && style->only_comm) || (id == HIST_DSO && style->only_dso) ||
	       (id == HIST_SYM && style->only_symbol);
}

/* What -c, -d or -S made the same in all rows is not shown, unless nothing else is. */
static bool is_hidden(const struct rows *rows, size_t i)
{
	const struct hist_spec *spec = rows->hists->spec;
	bool other = false;

	for (size_t k = 0; k < spec->nr_columns; k++)
		other |= spec->columns[k].field->key && !is_single(rows, k);
	return other && is_single(rows, i);
}

static const char *header_of(const struct rows *rows, size_t i)
{
	const struct hist_field *field = rows->hists->spec->columns[i].field;

	return field->id == HIST_OVERHEAD && rows->hists->spec->children ? "Self" : field->header;
}

static void widen(int *width, int to)
{
	if (*width < to)
		*width = to;
}

static void measure_row(struct rows *rows, const struct hist_entry *entry,
			const struct canvas *canvas)
{
	const struct hist_spec *spec = rows->hists->spec;

	/* Behind the last one nothing is aligned. */
	for (size_t i = 0; i + 1 < spec->nr_columns; i++) {
		if (is_hidden(rows, i))
			continue;
		rows__print(rows, entry, &spec->columns[i]);
		widen(&rows->width[i], canvas__width(canvas, rows->text.data));
	}
}

/* 0: as wide as needed. */
static unsigned int asked_width(const struct rows *rows, size_t i)
{
	return i < ARRAY_SIZE(rows->style->widths) ? rows->style->widths[i] : 0;
}

void rows__measure(struct rows *rows, const struct browser *browser, const struct canvas *canvas)
{
	const struct hist_spec *spec = rows->hists->spec;

	for (size_t i = 0; i < spec->nr_columns; i++) {
		widen(&rows->width[i], canvas__width(canvas, header_of(rows, i)));
		widen(&rows->width[i], spec->columns[i].field->width);
	}
	for (size_t i = 0; i < (size_t)browser->height; i++) {
		struct browser_pos pos = { browser->top.row + i, 0 };
		const struct hist_entry *entry = rows__entry(rows, &pos);

		if (!entry)
			break;
		measure_row(rows, entry, canvas);
	}
	for (size_t i = 0; i < spec->nr_columns; i++)
		if (asked_width(rows, i))
			rows->width[i] = asked_width(rows, i);
}

/* Takes whole characters off the end of what does not fit into a width that was asked for. */
static void cut(struct rows *rows, const struct canvas *canvas, size_t i)
{
	struct buf *text = &rows->text;

	while (asked_width(rows, i) && text->len &&
	       canvas__width(canvas, text->data) > rows->width[i]) {
		do
			text->len--;
		while (text->len && (text->data[text->len] & 0xc0) == 0x80);
		text->data[text->len] = 0;
	}
}

/* Puts text into its column and returns where the next one begins. */
static int put_column(struct rows *rows, struct canvas *canvas, struct canvas_span at,
		      enum canvas_style style, size_t i)
{
	const struct hist_field *field = rows->hists->spec->columns[i].field;
	int next = at.col + rows->width[i] + 2;

	cut(rows, canvas, i);
	if (field->right) {
		int pad = rows->width[i] - canvas__width(canvas, rows->text.data);

		at.col += pad > 0 ? pad : 0;
	}
	/* Columns are scrolled as a whole: what begins left of the screen loses its beginning. */
	at.col -= at.skip;
	at.skip = at.col < SIGN_WIDTH ? SIGN_WIDTH - at.col : 0;
	at.col += at.skip;
	canvas__put_span(canvas, &at, style, rows->text.data);
	return next;
}

enum canvas_style rows__column_style(const struct rows *rows, const struct hist_entry *entry,
				     size_t i)
{
	switch (rows->hists->spec->columns[i].field->id) {
	case HIST_OVERHEAD:
		return style_of(rows, entry->period);
	case HIST_CHILDREN:
		return style_of(rows, entry->children);
	case HIST_KERNEL:
		return style_of(rows, entry->period_kernel);
	case HIST_USER:
		return style_of(rows, entry->period_user);
	default:
		return STYLE_PLAIN;
	}
}

void rows__draw_header(struct rows *rows, struct canvas *canvas, int row, int shift)
{
	const struct hist_spec *spec = rows->hists->spec;
	struct canvas_span at = { row, SIGN_WIDTH, shift };

	canvas__fill(canvas, row, 0, canvas->cols, STYLE_HEAD, ' ');
	if (rows->hists->nr_levels)
		return row_levels__draw_header(rows, canvas, row, shift);
	for (size_t i = 0; i < spec->nr_columns; i++) {
		if (is_hidden(rows, i))
			continue;
		buf__reset(&rows->text);
		buf__puts(&rows->text, header_of(rows, i));
		if (!buf__error(&rows->text))
			at.col = put_column(rows, canvas, at, STYLE_HEAD, i);
	}
}

const char *rows__sign(const struct rows *rows, const struct browser_pos *pos)
{
	return !rows__can_fold(rows, pos) ? " " : rows__is_open(rows, pos) ? "-" : "+";
}

static void draw_row(struct rows *rows, const struct browser_pos *pos,
		     const struct browser_line *line)
{
	const struct hist_entry *entry = rows__entry(rows, pos);
	const struct hist_spec *spec = rows->hists->spec;
	struct canvas_span at = { line->row, SIGN_WIDTH, line->shift };

	canvas__put(line->canvas, line->row, 0, SIGN_WIDTH, STYLE_PLAIN, rows__sign(rows, pos));
	for (size_t i = 0; i < spec->nr_columns; i++) {
		if (is_hidden(rows, i))
			continue;
		rows__print(rows, entry, &spec->columns[i]);
		at.col = put_column(rows, line->canvas, at, rows__column_style(rows, entry, i), i);
	}
}

/* "- 48.64% main": percents stand where several branches begin. */
static void draw_step(struct rows *rows, const struct browser_pos *pos,
		      const struct browser_line *line)
{
	struct tree tree = rows__tree(rows, pos->row);
	const struct chain_node *node = &tree.nodes[pos->part];
	bool head = tree__head(&tree, pos->part) == pos->part;
	u64 total = tree.fractal ? tree__siblings_total(&tree, pos->part) : rows->total;
	int depth = tree__depth(&tree, pos->part) + row_levels__level(rows, pos->row);
	struct canvas_span at = { line->row, INDENT * depth, line->shift };
	char hex[24];

	buf__reset(&rows->text);
	buf__printf(&rows->text, "%s ", rows__sign(rows, pos));
	if (head && rows->style->chain.by_period)
		buf__printf(&rows->text, "%llu ", node->total);
	else if (head && !tree__opens_by_default(&tree, pos->part))
		buf__printf(&rows->text, "%.2f%% ", total ? 100.0 * node->total / total : 0.0);
	buf__puts(&rows->text, tree__name(&tree, pos->part, hex));
	if (node->place && node->place->symbol && node->place->symbol->inlined)
		buf__puts(&rows->text, " (inlined)");
	if (buf__error(&rows->text))
		return;
	at.skip = line->shift;
	at.col -= at.skip;
	at.skip = at.col < 0 ? -at.col : 0;
	at.col += at.skip;
	canvas__put_span(line->canvas, &at, head ? style_of(rows, node->total) : STYLE_PLAIN,
			 rows->text.data);
}

void rows__draw(void *ctx, const struct browser_pos *pos, const struct browser_line *line)
{
	struct rows *rows = ctx;

	if (pos->part)
		draw_step(rows, pos, line);
	else if (rows__entry(rows, pos) && rows->hists->nr_levels)
		row_levels__draw(rows, pos, line);
	else if (rows__entry(rows, pos))
		draw_row(rows, pos, line);
	if (line->cursor)
		canvas__restyle(line->canvas, line->row, STYLE_CURSOR);
}
