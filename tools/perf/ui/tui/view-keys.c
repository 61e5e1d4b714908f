// SPDX-License-Identifier: GPL-2.0-only
/* What each key does to a view; the help is made of the same table. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hist/places.h"
#include "symbol/symbols.h"
#include "ui/tui/code-view.h"
#include "ui/tui/keys.h"
#include "ui/tui/options.h"
#include "ui/tui/view.h"

#define MAX_MENU     10
#define ITEM_SIZE    160
#define FILE_COLS    1024
#define MAX_FILES    1000
#define MIN_DELAY_MS 100
#define MAX_DELAY_S  86400

static void refilter(struct view *view)
{
	struct view_event *event = view__event(view);

	view->ret = rows__refilter(&event->rows, &event->browser);
}

static struct rows_filter *filter_of(struct view *view)
{
	return &view__event(view)->rows.filter;
}

/* Shows only rows that agree with the cursor's in @field; once more: all again. */
static void zoom(struct view *view, enum hist_field_id field, const char *what)
{
	struct view_event *event = view__event(view);
	struct rows_filter *filter = &event->rows.filter;
	const struct hist_column *column = rows__column_at(&event->rows, &event->browser.at, field);
	const struct hist_entry *entry = rows__entry(&event->rows, &event->browser.at);
	struct rows_zoom *at;

	for (size_t i = 0; i < filter->nr_zooms; i++) {
		if (filter->zooms[i].field != field)
			continue;
		filter->nr_zooms--;
		memmove(&filter->zooms[i], &filter->zooms[i + 1],
			(filter->nr_zooms - i) * sizeof(filter->zooms[0]));
		refilter(view);
		return;
	}
	if (!rows__column(&event->rows, field))
		view__say(view, "Rows do not differ by %s: see --sort", what);
	else if (!column)
		view__say(view, "That row is not of one %s: unfold it", what);
	if (!column || !entry || filter->nr_zooms == ROWS_MAX_ZOOMS)
		return;
	at = &filter->zooms[filter->nr_zooms++];
	*at = (struct rows_zoom){ .field = field,
				  .key = column->key,
				  .id = rows__key_id(&event->rows, entry, column->key) };
	rows__print(&event->rows, entry, column);
	snprintf(at->name, sizeof(at->name), "%s",
		 event->rows.text.data + strspn(event->rows.text.data, " "));
	refilter(view);
}

static void zoom_dso(struct view *view)
{
	zoom(view, HIST_DSO, "dso");
}

static void zoom_thread(struct view *view)
{
	bool pids = rows__column(&view__event(view)->rows, HIST_PID);

	zoom(view, pids ? HIST_PID : HIST_COMM, "pid or comm");
}

static void zoom_symbol(struct view *view)
{
	zoom(view, HIST_SYM, "sym");
}

/* Undoes what was filtered last; there is always a way back but out. */
static void go_back(struct view *view)
{
	struct rows_filter *filter = filter_of(view);

	if (*filter->text) {
		*filter->text = 0;
	} else if (filter->nr_zooms) {
		filter->nr_zooms--;
	} else {
		view__say(view, "q: quit");
		return;
	}
	refilter(view);
}

/* Of the step that the cursor is on, or of the row. NULL: none is known. */
static const struct symbol *symbol_at(struct view *view)
{
	struct view_event *event = view__event(view);
	const struct browser_pos *at = &event->browser.at;
	const struct hist_entry *entry = rows__entry(&event->rows, at);
	const struct hist_column *column = rows__column_at(&event->rows, at, HIST_SYM);
	const struct place *place;

	if (event->browser.empty || !entry)
		return NULL;
	if (at->part)
		place = event->rows.hists->chains.nodes[at->part].place;
	else
		place = column ? (const void *)(uintptr_t)entry->keys[column->key] : NULL;
	return place ? place->symbol : NULL;
}

static void annotate(struct view *view)
{
	const struct annotator *annotator = view->options->annotator;
	const struct symbol *symbol = symbol_at(view);
	struct err err = { 0 };

	if (!annotator)
		view__say(view, "Functions can not be looked into here");
	else if (!symbol)
		view__say(view, "No function is known there");
	else if (code_view__show(&view->stage, annotator, symbol, view->current, &err))
		view__say(view, "%s", err.text);
}

static void search(struct view *view)
{
	struct rows_filter *filter = filter_of(view);

	if (dialog__prompt(&view->stage, "Rows with: ", filter->text, sizeof(filter->text)))
		refilter(view);
}

/* Asks for a number; false: none was typed. */
static bool ask_number(struct view *view, const char *label, double max, double *number)
{
	char text[32] = "", *end;

	if (!dialog__prompt(&view->stage, label, text, sizeof(text)) || !*text)
		return false;
	*number = strtod(text, &end);
	if (!*end && *number >= 0 && *number <= max)
		return true;
	view__say(view, "'%s' is no number from 0 to %.15g", text, max);
	return false;
}

static void limit_percent(struct view *view)
{
	double percent;

	if (!ask_number(view, "Leave out rows below percent: ", 100, &percent))
		return;
	filter_of(view)->min_percent = percent;
	refilter(view);
}

static void limit_samples(struct view *view)
{
	double samples;

	if (!ask_number(view, "Leave out rows with fewer samples than: ", 1e15, &samples))
		return;
	filter_of(view)->min_samples = samples;
	refilter(view);
}

static void toggle_relative(struct view *view)
{
	struct rows_filter *filter = filter_of(view);

	filter->relative = !filter->relative;
	refilter(view);
	view__say(view, "Percents are of %s",
		  filter->relative ? "what is shown" : "the whole event");
}

static void toggle_level(struct view *view, enum rows_level level)
{
	struct rows_filter *filter = filter_of(view);

	filter->level = filter->level == level ? ROWS_ALL_LEVELS : level;
	refilter(view);
}

static void toggle_kernel(struct view *view)
{
	toggle_level(view, ROWS_NO_KERNEL);
}

static void toggle_user(struct view *view)
{
	toggle_level(view, ROWS_NO_USER);
}

static void toggle(struct view *view)
{
	struct view_event *event = view__event(view);

	view->ret = rows__toggle(&event->rows, &event->browser);
}

static void toggle_whole(struct view *view)
{
	struct view_event *event = view__event(view);

	view->ret = rows__toggle_whole(&event->rows, &event->browser);
}

static void unfold_all(struct view *view)
{
	view->ret = rows__fold_all(&view__event(view)->rows, &view__event(view)->browser, true);
}

static void fold_all(struct view *view)
{
	view->ret = rows__fold_all(&view__event(view)->rows, &view__event(view)->browser, false);
}

static void toggle_verbose(struct view *view)
{
	view__event(view)->rows.verbose = !view__event(view)->rows.verbose;
}

static void toggle_header(struct view *view)
{
	view__event(view)->rows.no_header = !view__event(view)->rows.no_header;
}

static void next_event(struct view *view)
{
	view__switch_event(view, 1);
}

static void previous_event(struct view *view)
{
	view__switch_event(view, -1);
}

static void show_header(struct view *view)
{
	if (!view->options->header)
		view__say(view, "There is no header to show");
	else
		view->ret = dialog__text(&view->stage, "Header", view->options->header);
}

static void quit(struct view *view)
{
	view->done = true;
}

/* The first name that is free: nothing is written over, no link is followed. */
static FILE *create_file(char name[32])
{
	for (int i = 0; i < MAX_FILES; i++) {
		FILE *file;
		int fd;

		snprintf(name, 32, "perf.hist.%d", i);
		fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno != EEXIST)
			return NULL;
		if (fd < 0)
			continue;
		file = fdopen(fd, "w");
		if (!file)
			close(fd);
		return file;
	}
	return NULL;
}

/* Every line as it would be seen on a wide screen. 0 or -errno. */
static int write_rows(struct rows *rows, FILE *file)
{
	struct canvas canvas = { 0 };
	struct browser_pos pos;
	struct buf text = { 0 };
	struct browser_line line = { .canvas = &canvas };
	int ret = canvas__resize(&canvas, 1, FILE_COLS);
	bool more = !ret && rows->model.first(rows, &pos);

	if (!ret)
		rows__draw_header(rows, &canvas, 0, 0);
	for (bool header = true; !ret; header = false) {
		if (!header && !more)
			break;
		if (!header) {
			canvas__clear(&canvas);
			rows__draw(rows, &pos, &line);
			more = rows->model.next(rows, &pos);
		}
		canvas__row_text(&canvas, 0, &text);
		buf__puts(&text, "\n");
		ret = buf__error(&text);
		if (!ret && fputs(text.data, file) < 0)
			ret = -errno;
		buf__reset(&text);
	}
	buf__exit(&text);
	canvas__exit(&canvas);
	return ret;
}

static void write_file(struct view *view)
{
	char name[32];
	FILE *file = create_file(name);
	int ret = file ? write_rows(&view__event(view)->rows, file) : -errno;

	if (file && fclose(file) && !ret)
		ret = -errno;
	if (ret)
		view__say(view, "%s: %s", name, strerror(-ret));
	else
		view__say(view, "Written to %s", name);
}

static void toggle_zero(struct view *view)
{
	view->mode = view->mode == LIVE_ZERO ? LIVE_DECAY : LIVE_ZERO;
	view->live->configure(view->live->ctx, view->mode, view->delay_ms);
	view__say(view, view->mode == LIVE_ZERO ? "Each refresh begins from nothing"
						: "Old samples weigh less with each refresh");
}

static void set_delay(struct view *view)
{
	double seconds;

	if (!ask_number(view, "Seconds between refreshes: ", MAX_DELAY_S, &seconds))
		return;
	view->delay_ms = seconds * 1000 < MIN_DELAY_MS ? MIN_DELAY_MS : seconds * 1000;
	view->live->configure(view->live->ctx, view->mode, view->delay_ms);
}

static void toggle_frozen(struct view *view)
{
	view->frozen = !view->frozen;
}

static void show_help(struct view *view);
static void show_menu(struct view *view);

enum {
	FOR_ALL,
	FOR_LIVE,
	FOR_FILE,
};

static const struct view_key {
	int key;
	const char *name; /* NULL: not in the help */
	void (*act)(struct view *view);
	int only;
	const char *help;
} keys[] = {
	{ KEY_ID_ENTER, "Enter", show_menu, FOR_ALL, "Unfold the call chain, or show a menu" },
	{ KEY_ID_RIGHT, "Right", show_menu, FOR_ALL, "The same" },
	{ 'm', "m", show_menu, FOR_ALL, "Show the menu" },
	{ KEY_ID_LEFT, "Left", go_back, FOR_ALL, "Undo the last search or zoom" },
	{ KEY_ID_ESCAPE, "Esc", go_back, FOR_ALL, "The same" },
	{ '+', "+", toggle, FOR_ALL, "Unfold or fold the call chain at the cursor" },
	{ '-', NULL, toggle, FOR_ALL, NULL },
	{ 'e', "e", toggle_whole, FOR_ALL, "Unfold or fold all of the row" },
	{ 'E', "E", unfold_all, FOR_ALL, "Unfold all call chains" },
	{ 'C', "C", fold_all, FOR_ALL, "Fold all call chains" },
	{ 'a', "a", annotate, FOR_ALL, "Show the instructions of the function" },
	{ '/', "/", search, FOR_ALL, "Show rows whose symbol (or text) has these characters" },
	{ 'd', "d", zoom_dso, FOR_FILE, "Zoom into the file of the row, or out again" },
	{ 'D', "D", zoom_dso, FOR_ALL, "Zoom into the file of the row, or out again" },
	{ 't', "t", zoom_thread, FOR_ALL, "Zoom into its thread or command" },
	{ 'y', "y", zoom_symbol, FOR_ALL, "Zoom into its symbol" },
	{ 'K', "K", toggle_kernel, FOR_ALL, "Hide or show the kernel's rows" },
	{ 'U', "U", toggle_user, FOR_ALL, "Hide or show rows outside of the kernel" },
	{ 'L', "L", limit_percent, FOR_ALL, "Leave out rows below a percent" },
	{ 'f', "f", limit_samples, FOR_ALL, "Leave out rows with few samples" },
	{ 'F', "F", toggle_relative, FOR_ALL, "Percents of what is shown, or of all" },
	{ 'V', "V", toggle_verbose, FOR_ALL, "Show whole paths and addresses" },
	{ 'H', "H", toggle_header, FOR_ALL, "Hide or show the titles of columns" },
	{ KEY_ID_TAB, "Tab", next_event, FOR_ALL, "Show the next event" },
	{ KEY_ID_BACK_TAB, "Shift-Tab", previous_event, FOR_ALL, "Show the event before" },
	{ 'd', "d", set_delay, FOR_LIVE, "Set the seconds between refreshes" },
	{ 'z', "z", toggle_zero, FOR_LIVE, "Begin from nothing at each refresh, or decay" },
	{ 'p', "p", toggle_frozen, FOR_LIVE, "Freeze the rows, or let them go on" },
	{ 'P', "P", write_file, FOR_ALL, "Write what is shown to perf.hist.N" },
	{ 'i', "i", show_header, FOR_FILE, "Show what the file says about itself" },
	{ '?', "?", show_help, FOR_ALL, "Show this help" },
	{ 'h', "h", show_help, FOR_ALL, "The same" },
	{ KEY_ID_HELP, "F1", show_help, FOR_ALL, "The same" },
	{ 'q', "q", quit, FOR_ALL, "Quit" },
};

static bool is_for(const struct view *view, const struct view_key *key)
{
	return key->only == FOR_ALL || (key->only == FOR_LIVE) == !!view->live;
}

static void show_help(struct view *view)
{
	struct buf text = { 0 };

	buf__puts(&text, "  Up, Down     Move by a line\n"
			 "  PgUp, PgDn   Move by a screen (Space: down)\n"
			 "  Home, End    Go to the first, to the last line\n"
			 "  <, >         Scroll to the side\n\n");
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].name && is_for(view, &keys[i]))
			buf__printf(&text, "  %-12s %s\n", keys[i].name, keys[i].help);
	if (buf__error(&text))
		view->ret = -ENOMEM;
	else
		view->ret = dialog__text(&view->stage, "Help: keys", text.data);
	buf__exit(&text);
}

struct menu_list {
	char text[MAX_MENU][ITEM_SIZE];
	const char *items[MAX_MENU];
	void (*act[MAX_MENU])(struct view *view);
	int nr;
};

static void add_item(struct menu_list *menu, void (*act)(struct view *), const char *verb,
		     const char *what)
{
	if (menu->nr == MAX_MENU)
		return;
	snprintf(menu->text[menu->nr], ITEM_SIZE, "%s%s%s", verb, *what ? " " : "", what);
	menu->items[menu->nr] = menu->text[menu->nr];
	menu->act[menu->nr++] = act;
}

/* What of the row there is to zoom into. */
static void add_zoom(struct menu_list *menu, struct view *view, enum hist_field_id field,
		     void (*act)(struct view *))
{
	struct view_event *event = view__event(view);
	const struct hist_column *column = rows__column_at(&event->rows, &event->browser.at, field);
	const struct hist_entry *entry = rows__entry(&event->rows, &event->browser.at);
	const struct rows_filter *filter = &event->rows.filter;
	const char *verb = "Zoom into";

	if (!column || !entry)
		return;
	for (size_t i = 0; i < filter->nr_zooms; i++)
		if (filter->zooms[i].field == field)
			verb = "Zoom out of";
	rows__print(&event->rows, entry, column);
	add_item(menu, act, verb, event->rows.text.data + strspn(event->rows.text.data, " "));
}

static void show_menu(struct view *view)
{
	struct menu_list menu = { .nr = 0 };
	struct view_event *event = view__event(view);
	int chosen;

	if (!event->browser.empty && rows__can_fold(&event->rows, &event->browser.at))
		add_item(&menu, toggle, "Unfold or fold what is below", "");
	if (view->options->annotator && symbol_at(view))
		add_item(&menu, annotate, "Annotate", symbol_at(view)->name);
	add_zoom(&menu, view, rows__column(&event->rows, HIST_PID) ? HIST_PID : HIST_COMM,
		 zoom_thread);
	add_zoom(&menu, view, HIST_DSO, zoom_dso);
	add_zoom(&menu, view, HIST_SYM, zoom_symbol);
	add_item(&menu, search, "Search", "");
	add_item(&menu, write_file, "Write what is shown to a file", "");
	add_item(&menu, show_help, "Help", "");
	add_item(&menu, quit, "Quit", "");
	chosen = dialog__menu(&view->stage, event->name, menu.items, menu.nr);
	if (chosen >= 0)
		menu.act[chosen](view);
}

/* Enter and Right unfold what can be, which a menu would only be in the way of. */
static bool unfolds(struct view *view, int key)
{
	struct view_event *event = view__event(view);

	return (key == KEY_ID_ENTER || key == KEY_ID_RIGHT) && !event->browser.empty &&
	       rows__can_fold(&event->rows, &event->browser.at) &&
	       (key == KEY_ID_ENTER || !rows__is_open(&event->rows, &event->browser.at));
}

void view__key(struct view *view, int key)
{
	/* Before the first rows there is nothing that other keys could mean. */
	if (!view->nr && key != 'q' && key != '?' && key != 'h' && key != KEY_ID_HELP)
		return;
	if (view->nr && browser__key(&view__event(view)->browser, key))
		return;
	if (view->nr && unfolds(view, key)) {
		toggle(view);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (keys[i].key != key || !is_for(view, &keys[i]))
			continue;
		keys[i].act(view);
		return;
	}
	if (key >= ' ' && key < KEY_ID_NONE)
		view__say(view, "That key does nothing; ? shows those that do");
}
