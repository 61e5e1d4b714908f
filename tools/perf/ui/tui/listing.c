// SPDX-License-Identifier: GPL-2.0-only
/* An annotated function -> lines of a browser: what each instruction took, and its text. */
#include "ui/tui/listing.h"

#include "hist/annotate.h"
#include "ui/tui/canvas.h"

/* Part of the function from which on an instruction stands out. */
#define HOT_PERCENT   5.0
#define WARM_PERCENT  0.5
#define PERCENT_WIDTH 8

static const struct annotated_line *line_at(const struct listing *listing, size_t row)
{
	return &listing->annotation->lines[row];
}

static bool is_shown(const struct listing *listing, size_t row)
{
	return !listing->no_source || line_at(listing, row)->kind == ANNOTATED_CODE;
}

static u64 period_at(const struct listing *listing, size_t row)
{
	const struct annotated_line *line = line_at(listing, row);

	return line->count && listing->event < listing->annotation->nr_events
		       ? line->count[listing->event].period
		       : 0;
}

static bool next(void *ctx, struct browser_pos *pos)
{
	const struct listing *listing = ctx;

	for (size_t row = pos->row + 1; row < listing->annotation->nr; row++) {
		if (!is_shown(listing, row))
			continue;
		pos->row = row;
		return true;
	}
	return false;
}

static bool prev(void *ctx, struct browser_pos *pos)
{
	const struct listing *listing = ctx;

	for (size_t row = pos->row; row--;) {
		if (!is_shown(listing, row))
			continue;
		pos->row = row;
		return true;
	}
	return false;
}

static bool first(void *ctx, struct browser_pos *pos)
{
	const struct listing *listing = ctx;

	*pos = (struct browser_pos){ 0 };
	return listing->annotation->nr && (is_shown(listing, 0) || next(ctx, pos));
}

static bool last(void *ctx, struct browser_pos *pos)
{
	const struct listing *listing = ctx;

	*pos = (struct browser_pos){ listing->annotation->nr, 0 };
	return prev(ctx, pos);
}

static void draw(void *ctx, const struct browser_pos *pos, const struct browser_line *line)
{
	struct listing *listing = ctx;
	struct canvas *canvas = line->canvas;
	const struct annotated_line *at = line_at(listing, pos->row);
	u64 period = period_at(listing, pos->row);
	double percent = listing->total.period ? 100.0 * period / listing->total.period : 0;
	enum canvas_style style = percent >= HOT_PERCENT    ? STYLE_HOT
				  : percent >= WARM_PERCENT ? STYLE_WARM
							    : STYLE_PLAIN;
	struct canvas_span span = { line->row, PERCENT_WIDTH + 3, line->shift };

	buf__reset(&listing->text);
	if (period)
		buf__printf(&listing->text, "%*.2f", PERCENT_WIDTH, percent);
	else
		buf__printf(&listing->text, "%*s", PERCENT_WIDTH, "");
	if (!buf__error(&listing->text))
		canvas__put(canvas, line->row, 0, -1, style, listing->text.data);
	canvas__put(canvas, line->row, PERCENT_WIDTH + 1, 1, STYLE_PLAIN,
		    canvas->utf8 ? "\xe2\x94\x82" : "|");
	buf__reset(&listing->text);
	if (at->kind == ANNOTATED_CODE)
		buf__printf(&listing->text, "%8llx:  %s", at->addr, at->text);
	else
		buf__printf(&listing->text, "%5u  %s", at->line, at->text);
	/* Only the text is scrolled. */
	span.col -= line->shift;
	span.skip = span.col < PERCENT_WIDTH + 3 ? PERCENT_WIDTH + 3 - span.col : 0;
	span.col += span.skip;
	if (!buf__error(&listing->text))
		canvas__put_span(canvas, &span,
				 at->kind == ANNOTATED_CODE ? STYLE_PLAIN : STYLE_HEAD,
				 listing->text.data);
	if (line->cursor)
		canvas__restyle(canvas, line->row, STYLE_CURSOR);
}

void listing__init(struct listing *listing, const struct annotation *annotation, size_t event,
		   struct hit_count total)
{
	*listing = (struct listing){ .model = { listing, first, last, next, prev, draw },
				     .annotation = annotation,
				     .event = event,
				     .total = total };
}

void listing__exit(struct listing *listing)
{
	buf__exit(&listing->text);
}

bool listing__hottest(const struct listing *listing, const struct browser_pos *after,
		      struct browser_pos *pos)
{
	u64 limit = after ? period_at(listing, after->row) : 0, best = 0;

	for (size_t row = 0; row < listing->annotation->nr; row++) {
		u64 period = period_at(listing, row);

		/* Of equal ones, those that stand behind come later. */
		if (after && (period > limit || (period == limit && row <= after->row)))
			continue;
		if (period <= best)
			continue;
		best = period;
		*pos = (struct browser_pos){ row, 0 };
	}
	return best;
}

bool listing__target(const struct listing *listing, const struct browser_pos *at,
		     struct browser_pos *pos)
{
	const struct annotated_line *from = line_at(listing, at->row);

	if (from->kind != ANNOTATED_CODE || !from->target_inside)
		return false;
	for (size_t row = 0; row < listing->annotation->nr; row++) {
		const struct annotated_line *line = line_at(listing, row);

		if (line->kind != ANNOTATED_CODE || line->addr != from->target)
			continue;
		*pos = (struct browser_pos){ row, 0 };
		return true;
	}
	return false;
}

void listing__toggle_source(struct listing *listing, struct browser *browser)
{
	struct browser_pos at = browser->at;

	listing->no_source = !listing->no_source;
	if (browser->empty ||
	    (!is_shown(listing, at.row) && !next(listing, &at) && !prev(listing, &at)))
		browser__home(browser);
	else
		browser__settle(browser, &at);
}
