// SPDX-License-Identifier: GPL-2.0-only
/* Nodes of a hierarchy -> which of them are shown, and lines of a canvas. */
#include "ui/tui/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/levels.h"
#include "hist/mix.h"
#include "ui/tui/canvas.h"
#include "ui/tui/ident.h"

#define INDENT	   3
#define SIGN_WIDTH 2

bool row_levels__is_above(const struct hists *hists, u32 node)
{
	return hists->nodes[node].end > node + 1;
}

u32 row_levels__level(const struct rows *rows, size_t row)
{
	return rows->hists->nr_levels ? rows->hists->nodes[rows->index[row]].level : 0;
}

u64 row_levels__id(const struct hists *hists, u32 node)
{
	const struct hist_spec *spec = hists->spec;
	const struct hist_node *at = &hists->nodes[node];
	u64 id = 3 + at->level;

	for (size_t i = 0; i < spec->nr_columns; i++)
		if (hists->levels[i] && hists->levels[i] <= at->level)
			id = mix__u64(id, ident__key(spec->columns[i].field,
						     at->entry->keys[spec->columns[i].key]));
	return id;
}

/* What has a row that passes the filter below it, or is one: from the last node to the first. */
static void choose(struct rows *rows, bool *passes)
{
	const struct hists *hists = rows->hists;

	for (u32 at = hists->nr_nodes; at--;) {
		const struct hist_node *node = &hists->nodes[at];

		if (!row_levels__is_above(hists, at))
			passes[at] = rows__passes(rows, node->entry);
		for (u32 below = at + 1; below < node->end; below = hists->nodes[below].end)
			passes[at] |= passes[below];
	}
}

int row_levels__list(struct rows *rows, struct row_index *index)
{
	const struct hists *hists = rows->hists;
	bool *passes = calloc((size_t)hists->nr_nodes + 1, sizeof(*passes));

	if (!passes)
		return -ENOMEM;
	choose(rows, passes);
	for (u32 at = 0; at < hists->nr_nodes; at++)
		if (passes[at] && !row_levels__is_above(hists, at))
			index->period += hists->nodes[at].entry->period;
	for (u32 at = 0; at < hists->nr_nodes;) {
		bool shown = passes[at] && rows__is_large(rows, hists->nodes[at].entry);
		bool open = row_levels__is_above(hists, at) &&
			    folds__is_open(&rows->folds, row_levels__id(hists, at), false);

		if (shown)
			index->list[index->nr++] = at;
		at = shown && open ? at + 1 : hists->nodes[at].end;
	}
	free(passes);
	return 0;
}

int row_levels__fold(struct rows *rows, u32 node, bool open)
{
	const struct hists *hists = rows->hists;
	int ret = 0;

	for (u32 at = node; at < hists->nodes[node].end && !ret; at++)
		if (row_levels__is_above(hists, at))
			ret = folds__set(&rows->folds, row_levels__id(hists, at), false, open);
	return ret;
}

/* Puts text where a line that is scrolled to the side has it, and returns where it ends. */
static int put(struct rows *rows, struct canvas *canvas, struct canvas_span at,
	       enum canvas_style style)
{
	int end = at.col + canvas__width(canvas, rows->text.data);

	at.col -= at.skip;
	at.skip = at.col < 0 ? -at.col : 0;
	at.col += at.skip;
	canvas__put_span(canvas, &at, style, rows->text.data);
	return end;
}

/* Right-aligned, as sums are. */
static int put_sum(struct rows *rows, struct canvas *canvas, struct canvas_span at,
		   enum canvas_style style, int width)
{
	int pad = width - canvas__width(canvas, rows->text.data);
	int next = at.col + width + 2;

	at.col += pad > 0 ? pad : 0;
	put(rows, canvas, at, style);
	return next;
}

void row_levels__draw_header(struct rows *rows, struct canvas *canvas, int row, int shift)
{
	const struct hists *hists = rows->hists;
	struct canvas_span at = { row, SIGN_WIDTH, shift };

	for (size_t i = 0; i < hists->spec->nr_columns; i++) {
		if (hists->spec->columns[i].field->key)
			continue;
		buf__reset(&rows->text);
		buf__puts(&rows->text, hists->spec->columns[i].field->header);
		at.col = put_sum(rows, canvas, at, STYLE_HEAD, rows->width[i]);
	}
	buf__reset(&rows->text);
	at.col += SIGN_WIDTH;
	if (!hists__level_titles(hists, &rows->text))
		put(rows, canvas, at, STYLE_HEAD);
}

static void put_names(struct rows *rows, const struct browser_pos *pos, struct canvas *canvas,
		      struct canvas_span at)
{
	const struct hist_spec *spec = rows->hists->spec;
	u32 level = row_levels__level(rows, pos->row);

	for (size_t i = 0; i < spec->nr_columns; i++) {
		size_t blanks;

		if (rows->hists->levels[i] != level)
			continue;
		rows__print(rows, rows__entry(rows, pos), &spec->columns[i]);
		blanks = strspn(rows->text.data, " ");
		memmove(rows->text.data, rows->text.data + blanks, rows->text.len - blanks + 1);
		at.col = put(rows, canvas, at, STYLE_PLAIN) + 2;
	}
}

void row_levels__draw(struct rows *rows, const struct browser_pos *pos,
		      const struct browser_line *line)
{
	const struct hist_spec *spec = rows->hists->spec;
	const struct hist_entry *entry = rows__entry(rows, pos);
	struct canvas_span at = { line->row, SIGN_WIDTH, line->shift };

	for (size_t i = 0; i < spec->nr_columns; i++) {
		if (spec->columns[i].field->key)
			continue;
		rows__print(rows, entry, &spec->columns[i]);
		at.col = put_sum(rows, line->canvas, at, rows__column_style(rows, entry, i),
				 rows->width[i]);
	}
	at.col += INDENT * ((int)row_levels__level(rows, pos->row) - 1);
	buf__reset(&rows->text);
	buf__puts(&rows->text, rows__sign(rows, pos));
	if (buf__error(&rows->text))
		return;
	put(rows, line->canvas, at, STYLE_PLAIN);
	at.col += SIGN_WIDTH;
	put_names(rows, pos, line->canvas, at);
}
