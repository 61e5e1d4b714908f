/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_VIEW_H
#define PERF_UI_TUI_VIEW_H

#include "ui/tui/dialog.h"
#include "ui/tui/live.h"
#include "ui/tui/rows.h"

struct tui_options;

struct view_event {
	const char *name; /* borrowed */
	struct rows rows;
	struct browser browser;
};

/* Rows of events on a terminal, one event at a time. */
struct view {
	struct stage stage;
	const struct tui_options *options;
	struct view_event *events;
	size_t nr, current;

	const struct live_source *live; /* NULL: rows do not change */
	const struct live_snapshot *snapshot;
	struct live_status status;
	enum live_mode mode;
	u32 delay_ms;
	bool frozen;
	bool busy;   /* with keys: rows that came meanwhile are not late */
	bool fresh;  /* rows that were not drawn yet */
	u32 late_ms; /* the most by which rows were seen too late */

	char message[256]; /* until the next key */
	bool done;
	int ret; /* what went wrong */
};

static inline struct view_event *view__event(struct view *view)
{
	return &view->events[view->current];
}

/* Takes events over, whose rows' first drawing may follow. 0 or -ENOMEM. */
int view__init(struct view *view, const struct live_event *events, size_t nr);
void view__exit(struct view *view);

/* Takes the newest snapshot of live rows, unless they are frozen. 0 or -ENOMEM. */
int view__refresh(struct view *view);

/* Shows the event that comes after (or before) the current one; without live rows those without samples
 * are passed over. */
void view__switch_event(struct view *view, int direction);

/* Draws everything into the stage's canvas. 0 or -ENOMEM. */
int view__paint(void *ctx);

/* Takes keys until the user or a signal ends it. 0 or -errno. */
int view__run(struct view *view);

void view__say(struct view *view, const char *fmt, ...) __printf_like(2, 3);

/* Does what a key is for. */
void view__key(struct view *view, int key);

#endif
