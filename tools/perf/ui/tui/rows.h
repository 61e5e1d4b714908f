/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_ROWS_H
#define PERF_UI_TUI_ROWS_H

#include "buf.h"
#include "hist/hists.h"
#include "ui/report-stdio.h"
#include "ui/tui/browser.h"
#include "ui/tui/canvas.h"
#include "ui/tui/folds.h"
#include "ui/tui/tree.h"

#define ROWS_MAX_ZOOMS 8

/* Only rows that have this value. */
struct rows_zoom {
	enum hist_field_id field;
	int key;
	u64 id;
	char name[64]; /* for who reads it */
};

enum rows_level {
	ROWS_ALL_LEVELS,
	ROWS_NO_KERNEL,
	ROWS_NO_USER,
};

/* Which rows are shown, and of what percents are. Zeroed: all. */
struct rows_filter {
	struct rows_zoom zooms[ROWS_MAX_ZOOMS];
	size_t nr_zooms;
	char text[128];	    /* rows that hold it; "": all */
	double min_percent; /* of the overhead that rows are sorted by */
	u64 min_samples;
	enum rows_level level;
	bool relative; /* percents are of what is shown */
};

/* The rows of one event as lines, and the call chains of those that are unfolded. */
struct rows {
	struct browser_model model;
	const struct hists *hists; /* borrowed, like the next one */
	const struct report_style *style;
	struct rows_filter filter;
	struct folds folds;
	u32 *index; /* of the rows, or nodes of a hierarchy, that are shown; NULL: all rows */
	size_t nr;  /* shown */
	u64 period; /* of these */
	u64 total;  /* what percents are of */
	int width[HIST_MAX_COLUMNS];
	bool verbose, no_header;
	struct buf text; /* scratch */
};

void rows__init(struct rows *rows, const struct report_style *style);
void rows__exit(struct rows *rows);

/*
 * Shows @hists from now on. What the cursor is on is looked for among them, save for the first row: there
 * it stays. The old ones must still be there. 0 or -ENOMEM.
 */
int rows__show(struct rows *rows, const struct hists *hists, struct browser *browser);

/* After the filter was changed: the cursor goes to the first row. 0 or -ENOMEM. */
int rows__refilter(struct rows *rows, struct browser *browser);

/* NULL: nothing is shown. */
const struct hist_entry *rows__entry(const struct rows *rows, const struct browser_pos *pos);

struct tree rows__tree(const struct rows *rows, size_t row);

/* By these a row, and one of its keys, are known again after a refresh. */
u64 rows__id(const struct rows *rows, size_t row);
u64 rows__key_id(const struct rows *rows, const struct hist_entry *entry, int key);

/* Is there something to fold or unfold at this line? Is it unfolded? */
bool rows__can_fold(const struct rows *rows, const struct browser_pos *pos);
bool rows__is_open(const struct rows *rows, const struct browser_pos *pos);

/* Folds or unfolds what begins at the cursor, or what the cursor is inside of. 0 or -ENOMEM. */
int rows__toggle(struct rows *rows, struct browser *browser);

/* The same for the cursor's row with all that is in it, and for all rows. */
int rows__toggle_whole(struct rows *rows, struct browser *browser);
int rows__fold_all(struct rows *rows, struct browser *browser, bool open);

/* Columns get as wide as what the browser shows. Must be called before drawing. */
void rows__measure(struct rows *rows, const struct browser *browser, const struct canvas *canvas);
void rows__draw_header(struct rows *rows, struct canvas *canvas, int row, int shift);

/* A browser's model calls this for each line. */
void rows__draw(void *ctx, const struct browser_pos *pos, const struct browser_line *line);

/* "+" or "-" where something can be unfolded or folded, else a blank. */
const char *rows__sign(const struct rows *rows, const struct browser_pos *pos);

/* The colour of a column: that of how much it is. */
enum canvas_style rows__column_style(const struct rows *rows, const struct hist_entry *entry,
				     size_t i);

/* Prints a field of a row into text. */
void rows__print(struct rows *rows, const struct hist_entry *entry,
		 const struct hist_column *column);

/* The column of a field that makes rows differ; NULL: there is none. */
const struct hist_column *rows__column(const struct rows *rows, enum hist_field_id field);

/* The same, if the row at @pos is of one value of it: in a hierarchy it may stand above that level. */
const struct hist_column *rows__column_at(const struct rows *rows, const struct browser_pos *pos,
					  enum hist_field_id field);

/* Does the row pass the filter, save for its percent? */
bool rows__passes(struct rows *rows, const struct hist_entry *entry);
bool rows__is_large(const struct rows *rows, const struct hist_entry *entry);

/* What rows.c needs of a hierarchy. */

/* Numbers of rows that are shown, and what these have together. */
struct row_index {
	u32 *list; /* with room for all */
	size_t nr;
	u64 period;
};

/*
 * The nodes of a hierarchy that are shown: those that a filter leaves something of, and that what they
 * stand below is unfolded. 0 or -ENOMEM.
 */
int row_levels__list(struct rows *rows, struct row_index *index);

/* By this a node is known again after a refresh. */
u64 row_levels__id(const struct hists *hists, u32 node);

/* Does it stand above other nodes? */
bool row_levels__is_above(const struct hists *hists, u32 node);

/* Folds or unfolds the node and all below it. 0 or -ENOMEM. */
int row_levels__fold(struct rows *rows, u32 node, bool open);

/* A node as a line: sums in columns, then its names further in with each level. */
void row_levels__draw(struct rows *rows, const struct browser_pos *pos,
		      const struct browser_line *line);
void row_levels__draw_header(struct rows *rows, struct canvas *canvas, int row, int shift);

/* The level of a row, from 1 on; 0: it is none of a hierarchy. */
u32 row_levels__level(const struct rows *rows, size_t row);

#endif
