// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events and their rows -> a screen: what they are of, titles of columns, rows, and a line for what
 * there is to say. Between keys a live view draws what its reader has handed over meanwhile.
 */
#include "ui/tui/view.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/tui/keys.h"
#include "ui/tui/live-lines.h"
#include "ui/tui/options.h"
#include "ui/tui/term.h"

/* Rows and ages are never older than a quarter of a second, the drawing included. */
#define REDRAW_MS 150

static u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

void view__say(struct view *view, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(view->message, sizeof(view->message), fmt, ap);
	va_end(ap);
}

int view__init(struct view *view, const struct live_event *events, size_t nr)
{
	int ret = 0;

	view->stage.paint = view__paint;
	view->stage.ctx = view;
	view->events = calloc(nr + 1, sizeof(*view->events));
	if (!view->events)
		return -ENOMEM;
	view->nr = nr;
	for (size_t i = 0; i < nr; i++) {
		struct view_event *event = &view->events[i];

		event->name = events[i].name;
		rows__init(&event->rows, view->options->style);
		event->browser = (struct browser){ .model = &event->rows.model, .height = 1 };
		event->browser.empty = true;
	}
	for (size_t i = 0; i < nr && !ret; i++)
		ret = rows__show(&view->events[i].rows, events[i].hists, &view->events[i].browser);
	if (nr && !events[0].hists->samples)
		view__switch_event(view, 1);
	return ret;
}

void view__exit(struct view *view)
{
	for (size_t i = 0; i < view->nr; i++)
		rows__exit(&view->events[i].rows);
	free(view->events);
	if (view->snapshot)
		view->live->put(view->live->ctx, view->snapshot);
	canvas__exit(&view->stage.canvas);
}

void view__switch_event(struct view *view, int direction)
{
	for (size_t i = 1; i < view->nr; i++) {
		size_t at = (view->current + (direction > 0 ? i : view->nr - i)) % view->nr;

		if (!view->live && !view->events[at].rows.hists->samples)
			continue;
		view->current = at;
		return;
	}
}

int view__refresh(struct view *view)
{
	const struct live_snapshot *snapshot;
	int ret = 0;

	if (!view->live)
		return 0;
	view->live->status(view->live->ctx, &view->status);
	snapshot = view->frozen ? NULL : view->live->get(view->live->ctx);
	if (!snapshot)
		return 0;
	view->fresh = true;
	if (!view->snapshot)
		ret = view__init(view, snapshot->events, snapshot->nr);
	for (size_t i = 0; view->snapshot && i < view->nr && i < snapshot->nr && !ret; i++)
		ret = rows__show(&view->events[i].rows, snapshot->events[i].hists,
				 &view->events[i].browser);
	if (view->snapshot)
		view->live->put(view->live->ctx, view->snapshot);
	view->snapshot = snapshot;
	return ret;
}

static void append_zooms(struct buf *out, struct view *view)
{
	static const char *const names[] = {
		[HIST_PID] = "Thread",
		[HIST_COMM] = "Command",
		[HIST_DSO] = "DSO",
		[HIST_SYM] = "Symbol",
	};
	const struct rows_filter *filter = &view__event(view)->rows.filter;

	for (size_t i = 0; i < filter->nr_zooms; i++)
		buf__printf(out, ", %s: %s", names[filter->zooms[i].field], filter->zooms[i].name);
	if (*filter->text)
		buf__printf(out, ", with '%s'", filter->text);
	if (filter->level != ROWS_ALL_LEVELS)
		buf__printf(out, ", without the %s",
			    filter->level == ROWS_NO_KERNEL ? "kernel" : "user's part");
	if (filter->min_percent > 0)
		buf__printf(out, ", from %g%%", filter->min_percent);
	if (filter->min_samples)
		buf__printf(out, ", from %llu samples", filter->min_samples);
}

/* "Samples: 12K of event 'cycles', DSO: libc.so.6, Event count (approx.): 789500000" */
static void paint_title(struct view *view)
{
	struct view_event *event = view__event(view);
	struct canvas *canvas = &view->stage.canvas;
	const struct hists *hists = event->rows.hists;
	struct buf text = { 0 };

	buf__puts(&text, "Samples: ");
	live_lines__number(&text, hists->samples);
	buf__printf(&text, " of event '%s'", event->name);
	if (view->nr > 1)
		buf__printf(&text, " (%zu of %zu)", view->current + 1, view->nr);
	append_zooms(&text, view);
	if (view->mode == LIVE_ZERO)
		buf__puts(&text, " [z]");
	if (view->frozen)
		buf__puts(&text, " [frozen]");
	buf__printf(&text, ", Event count (approx.): %llu", hists->period);
	if (!buf__error(&text))
		canvas__put(canvas, 0, 0, -1, STYLE_STATUS, text.data);
	buf__exit(&text);
}

static void paint_live(struct view *view, int row)
{
	struct canvas *canvas = &view->stage.canvas;
	struct buf text = { 0 };

	/* First, as a narrow terminal cuts what stands last. */
	if (view->nr && view__event(view)->rows.verbose)
		buf__printf(&text, "late at most %u ms  ", view->late_ms);
	live_lines__status(&text, &view->status, now_ns());
	if (!buf__error(&text))
		canvas__put(canvas, row, 0, -1, STYLE_PLAIN, text.data);
	buf__reset(&text);
	live_lines__last(&text, &view->status, now_ns());
	if (!buf__error(&text))
		canvas__put(canvas, row + 1, 0, -1, STYLE_PLAIN, text.data);
	buf__exit(&text);
}

static void paint_foot(struct view *view)
{
	struct canvas *canvas = &view->stage.canvas;
	int row = canvas->rows - 1;
	const char *text = *view->message ? view->message : view->status.note;

	canvas__fill(canvas, row, 0, canvas->cols, *text ? STYLE_NOTE : STYLE_STATUS, ' ');
	if (*text)
		canvas__put(canvas, row, 0, -1, STYLE_NOTE, text);
	else
		canvas__put(canvas, row, 0, -1, STYLE_STATUS,
			    "?: help  q: quit  Enter: menu  /: search  Tab: next event");
}

static void paint_rows(struct view *view, int head, int foot)
{
	struct view_event *event = view__event(view);
	struct canvas *canvas = &view->stage.canvas;
	int height = canvas->rows - head - foot;
	int titles = !event->rows.no_header && height > 1;

	browser__fit(&event->browser, height - titles);
	rows__measure(&event->rows, &event->browser, canvas);
	if (titles)
		rows__draw_header(&event->rows, canvas, head, event->browser.shift);
	browser__draw(&event->browser, canvas, head + titles);
	if (event->browser.empty)
		canvas__put(canvas, head + titles, 2, -1, STYLE_PLAIN,
			    event->rows.hists->nr ? "nothing that is looked for" : "no samples");
}

/* On a low screen rows are what is left. */
int view__paint(void *ctx)
{
	struct view *view = ctx;
	struct canvas *canvas = &view->stage.canvas;
	int ret = term__fit(view->stage.term, canvas);
	int head = view->live ? 3 : 1, foot;

	if (ret)
		return ret;
	head = canvas->rows > head + 1 ? head : canvas->rows > 2 ? 1 : 0;
	foot = canvas->rows > 2;
	if (head) {
		canvas__fill(canvas, 0, 0, canvas->cols, STYLE_STATUS, ' ');
		if (view->nr)
			paint_title(view);
	}
	if (head == 3)
		paint_live(view, 1);
	if (view->nr)
		paint_rows(view, head, foot);
	if (foot)
		paint_foot(view);
	return 0;
}

/* What was drawn is on the screen by now. */
static void take_time(struct view *view)
{
	if (view->fresh && !view->busy)
		live_lines__measure(&view->late_ms, view->snapshot, now_ns());
	view->busy &= !view->fresh;
	view->fresh = false;
}

int view__run(struct view *view)
{
	int wake_fd = view->live ? view->live->wake_fd : -1;
	u64 woken;

	while (!view->done && !view->stage.quit && !view->ret) {
		int key;

		view->ret = view__refresh(view);
		if (!view->ret)
			view->ret = view__paint(view);
		if (view->ret)
			break;
		take_time(view);
		key = stage__key(&view->stage, view->live ? REDRAW_MS : -1, wake_fd);
		if (key == KEY_ID_WAKE && read(wake_fd, &woken, sizeof(woken)) < 0)
			wake_fd = -1;
		if (key == KEY_ID_NONE || key == KEY_ID_WAKE || key == KEY_ID_RESIZE)
			continue;
		*view->message = 0;
		view->busy = true;
		view__key(view, key);
	}
	return view->ret;
}
