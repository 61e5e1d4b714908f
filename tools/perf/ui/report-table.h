/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_TABLE_H
#define PERF_UI_REPORT_TABLE_H

#include <stdio.h>

#include "buf.h"
#include "hist/hists.h"

struct report_style;

/* The columns of an event's rows as text, for who prints rows one below the other or as a hierarchy. */
struct table {
	FILE *out;
	const struct report_style *style;
	const struct hists *hists;
	struct hist_style field_style;
	struct hist_column columns[HIST_MAX_COLUMNS]; /* the shown ones */
	int width[HIST_MAX_COLUMNS];
	int cell[HIST_MAX_COLUMNS]; /* of a sum: the width of one event's */
	size_t nr;
	size_t nr_joined; /* events that are shown side by side */
	struct buf text, line, sum;
};

/* Chooses and measures columns. exit() frees. */
void table__init(struct table *table, FILE *out, const struct report_style *style,
		 const struct hists *hists);
void table__exit(struct table *table);

const char *table__title(const struct table *table, size_t i);

/* A row of the list, in a hierarchy a node of it. */
const struct hist_entry *table__entry(const struct hists *hists, size_t row);

/*
 * Puts a column's text of a row into text; of a group that is what each event has of a sum. 0 or
 * -ENOMEM.
 */
int table__field(struct table *table, size_t row, size_t i);

/* Appends text to the line as column @i, with the separator before it. */
void table__separated(struct table *table, size_t i);

/* Is the row below the percent from which on rows are shown? */
bool table__is_too_small(const struct table *table, size_t row);

/* What percents are of. */
u64 table__total(const struct table *table, const struct hists *hists);

/* Writes the line out when it is longer than @keep. 0, -ENOMEM or -errno. */
int table__write(struct table *table, size_t keep);

/* Asks for what the rows behind @row need: they were made in another order than that of the list, far
 * from each other. */
void table__fetch_ahead(const struct hists *hists, size_t row);

void table__put_blanks(struct buf *out, int nr);

#endif
