// SPDX-License-Identifier: GPL-2.0-only
/* Keys move a window over lines that a model steps through; nothing here knows what a line is. */
#include "ui/tui/browser.h"

#include "ui/tui/keys.h"

#define SHIFT_STEP 10

void browser__settle(struct browser *browser, const struct browser_pos *at)
{
	int want = browser->below;

	browser->empty = false;
	browser->at = browser->top = *at;
	browser->below = 0;
	if (want >= browser->height)
		want = browser->height - 1;
	while (browser->below < want && browser->model->prev(browser->model->ctx, &browser->top))
		browser->below++;
}

void browser__home(struct browser *browser)
{
	browser->below = 0;
	browser->empty = !browser->model->first(browser->model->ctx, &browser->at);
	browser->top = browser->at;
}

void browser__end(struct browser *browser)
{
	struct browser_pos last;

	if (!browser->model->last(browser->model->ctx, &last))
		return browser__home(browser);
	browser->below = browser->height - 1;
	browser__settle(browser, &last);
}

void browser__fit(struct browser *browser, int height)
{
	browser->height = height < 1 ? 1 : height;
	if (browser->below >= browser->height)
		browser__settle(browser,
				&(struct browser_pos){ browser->at.row, browser->at.part });
}

static bool down(struct browser *browser)
{
	if (!browser->model->next(browser->model->ctx, &browser->at))
		return false;
	if (browser->below + 1 < browser->height)
		browser->below++;
	else
		browser->model->next(browser->model->ctx, &browser->top);
	return true;
}

static bool up(struct browser *browser)
{
	if (!browser->model->prev(browser->model->ctx, &browser->at))
		return false;
	if (browser->below)
		browser->below--;
	else
		browser->top = browser->at;
	return true;
}

void browser__move(struct browser *browser, int lines)
{
	if (browser->empty)
		return;
	for (; lines > 0 && down(browser); lines--)
		;
	for (; lines < 0 && up(browser); lines++)
		;
}

/* The window goes down as a whole, but not further than to show the last line at its end. */
static void page_down(struct browser *browser)
{
	const struct browser_model *model = browser->model;
	struct browser_pos end;
	int lines = 0;

	if (browser->empty)
		return;
	for (int i = 0; i < browser->height && model->next(model->ctx, &browser->at); i++)
		;
	end = browser->at;
	while (browser->below + lines + 1 < browser->height && model->next(model->ctx, &end))
		lines++;
	browser->below = browser->height - 1 - lines;
	browser__settle(browser, &(struct browser_pos){ browser->at.row, browser->at.part });
}

static void page_up(struct browser *browser)
{
	const struct browser_model *model = browser->model;

	if (browser->empty)
		return;
	for (int i = 0; i < browser->height && model->prev(model->ctx, &browser->at); i++)
		;
	browser__settle(browser, &(struct browser_pos){ browser->at.row, browser->at.part });
}

bool browser__key(struct browser *browser, int key)
{
	switch (key) {
	case KEY_ID_UP:
	case 'k':
		browser__move(browser, -1);
		return true;
	case KEY_ID_DOWN:
	case 'j':
		browser__move(browser, 1);
		return true;
	case KEY_ID_PAGE_UP:
		page_up(browser);
		return true;
	case KEY_ID_PAGE_DOWN:
	case ' ':
		page_down(browser);
		return true;
	case KEY_ID_HOME:
		browser__home(browser);
		return true;
	case KEY_ID_END:
		browser__end(browser);
		return true;
	case '<':
		browser->shift -= browser->shift < SHIFT_STEP ? browser->shift : SHIFT_STEP;
		return true;
	case '>':
		browser->shift += browser->shift < 10000 ? SHIFT_STEP : 0;
		return true;
	}
	return false;
}

void browser__draw(const struct browser *browser, struct canvas *canvas, int row)
{
	struct browser_pos pos = browser->top;

	if (browser->empty)
		return;
	for (int i = 0; i < browser->height; i++) {
		struct browser_line line = { .canvas = canvas,
					     .row = row + i,
					     .shift = browser->shift,
					     .cursor = i == browser->below };

		browser->model->draw(browser->model->ctx, &pos, &line);
		if (!browser->model->next(browser->model->ctx, &pos))
			break;
	}
}
