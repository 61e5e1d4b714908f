/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_KEYS_H
#define PERF_UI_TUI_KEYS_H

/* What term__key() gives besides characters: numbers that no character has. */
enum key_id {
	KEY_ID_NONE = 0x110000, /* nothing happened in time */
	KEY_ID_WAKE,		/* there is something to read from the given file */
	KEY_ID_RESIZE,		/* draw anew: the size changed or the screen was lost */
	KEY_ID_QUIT,		/* a signal, or the terminal is gone */
	KEY_ID_UP,
	KEY_ID_DOWN,
	KEY_ID_LEFT,
	KEY_ID_RIGHT,
	KEY_ID_PAGE_UP,
	KEY_ID_PAGE_DOWN,
	KEY_ID_HOME,
	KEY_ID_END,
	KEY_ID_BACKSPACE,
	KEY_ID_ENTER,
	KEY_ID_TAB,
	KEY_ID_BACK_TAB,
	KEY_ID_ESCAPE,
	KEY_ID_HELP,
};

#endif
