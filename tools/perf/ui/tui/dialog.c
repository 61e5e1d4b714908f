// SPDX-License-Identifier: GPL-2.0-only
/* A text to read, a line to choose, a line to type: each takes keys until it is left. */
#include "ui/tui/dialog.h"

#include <string.h>

#include "buf.h"
#include "str.h"
#include "ui/tui/keys.h"
#include "ui/tui/term.h"
#include "ui/tui/text.h"

#define BOX_MARGIN 2

int stage__key(struct stage *stage, int timeout_ms, int wake_fd)
{
	int key;

	term__show(stage->term, &stage->canvas);
	key = term__key(stage->term, timeout_ms, wake_fd);
	stage->quit |= key == KEY_ID_QUIT;
	return key;
}

static bool leaves(int key)
{
	return key == 'q' || key == KEY_ID_ESCAPE || key == KEY_ID_LEFT || key == KEY_ID_ENTER;
}

static void paint_text(struct stage *stage, struct browser *browser, const char *title)
{
	struct canvas *canvas = &stage->canvas;
	int head = canvas->rows > 1, foot = canvas->rows > 2;

	if (term__fit(stage->term, canvas)) {
		stage->quit = true;
		return;
	}
	if (head) {
		canvas__fill(canvas, 0, 0, canvas->cols, STYLE_STATUS, ' ');
		canvas__put(canvas, 0, 0, -1, STYLE_STATUS, title);
	}
	if (foot) {
		canvas__fill(canvas, canvas->rows - 1, 0, canvas->cols, STYLE_STATUS, ' ');
		canvas__put(canvas, canvas->rows - 1, 0, -1, STYLE_STATUS, "q: back");
	}
	browser__fit(browser, canvas->rows - head - foot);
	browser__draw(browser, canvas, head);
}

int dialog__text(struct stage *stage, const char *title, const char *data)
{
	struct text text;
	struct browser browser = { .model = &text.model };
	int ret = text__init(&text, data), key;

	browser.height = stage->canvas.rows;
	if (!ret)
		browser__home(&browser);
	while (!ret && !stage->quit) {
		paint_text(stage, &browser, title);
		key = stage__key(stage, -1, -1);
		if (!browser__key(&browser, key) && leaves(key))
			break;
	}
	text__exit(&text);
	return ret;
}

struct menu {
	const char *title;
	const char *const *items;
	int nr, at, top;
};

static void paint_menu(struct stage *stage, struct menu *menu)
{
	struct canvas *canvas = &stage->canvas;
	int width = canvas__width(canvas, menu->title), height, row, col;

	if (stage->paint(stage->ctx)) {
		stage->quit = true;
		return;
	}
	for (int i = 0; i < menu->nr; i++)
		if (canvas__width(canvas, menu->items[i]) > width)
			width = canvas__width(canvas, menu->items[i]);
	width += 2;
	height = menu->nr < canvas->rows - 1 ? menu->nr : canvas->rows - 1;
	height = height < 1 ? 1 : height;
	row = (canvas->rows - height - 1) / 2;
	col = width < canvas->cols ? (canvas->cols - width) / 2 : 0;
	if (menu->at < menu->top)
		menu->top = menu->at;
	if (menu->at >= menu->top + height)
		menu->top = menu->at - height + 1;
	canvas__fill(canvas, row, col, width, STYLE_HEAD, ' ');
	canvas__put(canvas, row, col + 1, width - BOX_MARGIN, STYLE_HEAD, menu->title);
	for (int i = 0; i < height; i++) {
		int item = menu->top + i;
		enum canvas_style style = item == menu->at ? STYLE_CURSOR : STYLE_FRAME;

		canvas__fill(canvas, row + 1 + i, col, width, style, ' ');
		canvas__put(canvas, row + 1 + i, col + 1, width - BOX_MARGIN, style,
			    menu->items[item]);
	}
}

int dialog__menu(struct stage *stage, const char *title, const char *const *items, int nr)
{
	struct menu menu = { .title = title, .items = items, .nr = nr };

	while (!stage->quit) {
		int key;

		paint_menu(stage, &menu);
		key = stage__key(stage, -1, -1);
		if (key == KEY_ID_ENTER || key == KEY_ID_RIGHT)
			return menu.at;
		if (leaves(key))
			return -1;
		if (key == KEY_ID_UP && menu.at)
			menu.at--;
		else if (key == KEY_ID_DOWN && menu.at + 1 < nr)
			menu.at++;
		else if (key == KEY_ID_HOME || key == KEY_ID_END)
			menu.at = key == KEY_ID_HOME ? 0 : nr - 1;
	}
	return -1;
}

static void put_utf8(char *text, size_t size, u32 ch)
{
	size_t len = strlen(text);
	struct canvas_cell cell = { .ch = ch };
	struct canvas one = { .rows = 1, .cols = 1, .cells = &cell };
	struct buf out = { 0 };

	canvas__row_text(&one, 0, &out);
	if (ch == ' ')
		buf__puts(&out, " ");
	if (!buf__error(&out) && len + out.len < size)
		memcpy(text + len, out.data, out.len + 1);
	buf__exit(&out);
}

static void drop_last(char *text)
{
	size_t len = strlen(text);

	while (len && (text[len - 1] & 0xc0) == 0x80)
		text[--len] = 0;
	if (len)
		text[len - 1] = 0;
}

bool dialog__prompt(struct stage *stage, const char *label, char *text, size_t size)
{
	while (!stage->quit) {
		struct canvas *canvas = &stage->canvas;
		int row, col, key;

		if (stage->paint(stage->ctx)) {
			stage->quit = true;
			break;
		}
		row = canvas->rows - 1;
		canvas__fill(canvas, row, 0, canvas->cols, STYLE_NOTE, ' ');
		col = canvas__put(canvas, row, 0, -1, STYLE_NOTE, label);
		col = canvas__put(canvas, row, col, -1, STYLE_NOTE, text);
		canvas__put(canvas, row, col, 1, STYLE_CURSOR, " ");
		key = stage__key(stage, -1, -1);
		if (key == KEY_ID_ENTER)
			return true;
		if (key == KEY_ID_ESCAPE)
			return false;
		if (key == KEY_ID_BACKSPACE)
			drop_last(text);
		else if (key == 21) /* Ctrl-U */
			*text = 0;
		else if (key >= ' ' && key < KEY_ID_NONE)
			put_utf8(text, size, key);
	}
	return false;
}
