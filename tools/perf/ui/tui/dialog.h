/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_DIALOG_H
#define PERF_UI_TUI_DIALOG_H

#include "ui/tui/canvas.h"

struct term;

/* What views draw on and get keys from. */
struct stage {
	struct term *term;
	struct canvas canvas;
	bool quit;		 /* everything is to end: a signal, or no memory to draw with */
	int (*paint)(void *ctx); /* draws what a box stands above. 0 or -ENOMEM */
	void *ctx;
};

/* Shows the canvas and waits for a key; sets quit. */
int stage__key(struct stage *stage, int timeout_ms, int wake_fd);

/* Shows lines in place of everything else until they are left. 0 or -ENOMEM. */
int dialog__text(struct stage *stage, const char *title, const char *text);

/* Lets one of lines be chosen, the first one at first: its number, or -1. */
int dialog__menu(struct stage *stage, const char *title, const char *const *items, int nr);

/* Asks for a line of text, @text being there already. False: it shall not be used. */
bool dialog__prompt(struct stage *stage, const char *label, char *text, size_t size);

#endif
