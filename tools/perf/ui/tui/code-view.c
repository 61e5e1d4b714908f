// SPDX-License-Identifier: GPL-2.0-only
/* A function's instructions in place of rows: keys move over them, jumps are followed. */
#include "ui/tui/code-view.h"

#include "buf.h"
#include "hist/annotate.h"
#include "hist/field.h"
#include "symbol/symbols.h"
#include "ui/tui/listing.h"
#include "ui/tui/dialog.h"
#include "ui/tui/keys.h"
#include "ui/tui/term.h"

static const char help[] = "  Up, Down, PgUp, PgDn, Home, End  Move\n"
			   "  <, >         Scroll to the side\n"
			   "  H            Go to the instruction that took the most\n"
			   "  Tab          Go to the one that took the most after this\n"
			   "  Enter        Go to where the jump goes\n"
			   "  s            Hide or show source lines\n"
			   "  q, Esc, Left Back\n";

static void paint_title(struct canvas *canvas, const struct listing *listing)
{
	const struct hit_symbol *function = listing->annotation->function;
	struct buf text = { 0 };

	buf__printf(&text, "%s  %s  samples %llu", function->symbol->name,
		    hist_dso__name(function->dso, true), listing->total.samples);
	canvas__fill(canvas, 0, 0, canvas->cols, STYLE_STATUS, ' ');
	if (!buf__error(&text))
		canvas__put(canvas, 0, 0, -1, STYLE_STATUS, text.data);
	buf__exit(&text);
}

static void paint(struct stage *stage, const struct listing *listing, struct browser *browser)
{
	struct canvas *canvas = &stage->canvas;
	int head, foot;

	if (term__fit(stage->term, canvas)) {
		stage->quit = true;
		return;
	}
	head = canvas->rows > 1;
	foot = canvas->rows > 2;
	if (head)
		paint_title(canvas, listing);
	if (foot) {
		canvas__fill(canvas, canvas->rows - 1, 0, canvas->cols, STYLE_STATUS, ' ');
		canvas__put(canvas, canvas->rows - 1, 0, -1, STYLE_STATUS,
			    "?: help  q: back  H: hottest  Tab: next hottest  s: source");
	}
	browser__fit(browser, canvas->rows - head - foot);
	browser__draw(browser, canvas, head);
}

static void go_to(struct browser *browser, const struct browser_pos *pos)
{
	browser->below = browser->height / 2;
	browser__settle(browser, pos);
}

/* False: the view is left. */
static bool on_key(struct stage *stage, struct listing *listing, struct browser *browser, int key)
{
	struct browser_pos pos;

	if (browser__key(browser, key))
		return true;
	switch (key) {
	case 'q':
	case KEY_ID_ESCAPE:
	case KEY_ID_LEFT:
		return false;
	case 'H':
		if (listing__hottest(listing, NULL, &pos))
			go_to(browser, &pos);
		break;
	case KEY_ID_TAB:
		if (!browser->empty && listing__hottest(listing, &browser->at, &pos))
			go_to(browser, &pos);
		break;
	case KEY_ID_ENTER:
	case KEY_ID_RIGHT:
		if (!browser->empty && listing__target(listing, &browser->at, &pos))
			go_to(browser, &pos);
		break;
	case 's':
		listing__toggle_source(listing, browser);
		break;
	case '?':
	case 'h':
	case KEY_ID_HELP:
		stage->quit |= dialog__text(stage, "Help: keys of a function", help) != 0;
		break;
	}
	return true;
}

int code_view__show(struct stage *stage, const struct annotator *annotator,
		    const struct symbol *symbol, size_t event, struct err *err)
{
	struct annotated annotated;
	struct browser_pos hottest;
	struct listing listing;
	struct browser browser = { .model = &listing.model };
	int ret = annotator->annotate(annotator->ctx, symbol, event, &annotated, err);

	if (ret)
		return ret;
	listing__init(&listing, annotated.annotation, event, annotated.total);
	browser__fit(&browser, stage->canvas.rows - 2);
	browser__home(&browser);
	if (listing__hottest(&listing, NULL, &hottest))
		go_to(&browser, &hottest);
	do
		paint(stage, &listing, &browser);
	while (!stage->quit && on_key(stage, &listing, &browser, stage__key(stage, -1, -1)));
	listing__exit(&listing);
	annotation__delete(annotated.annotation);
	return 0;
}
