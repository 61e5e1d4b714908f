/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_LINE_COLUMNS_H
#define PERF_UI_LINE_COLUMNS_H

#include "ui/sample-view.h"

/*
 * The columns that nearly every line of perf script begins with. Each is written at @to, where
 * LINE_COLUMN_BYTES are free, and its end is returned. The first of comm, pid and tid that is shown writes
 * all of them.
 */
#define LINE_COLUMN_BYTES 128

char *line_column__comm(const struct sample_line *l, char *to);
char *line_column__pid(const struct sample_line *l, char *to);
char *line_column__tid(const struct sample_line *l, char *to);
char *line_column__cpu(const struct sample_line *l, char *to);
char *line_column__misc(const struct sample_line *l, char *to);
char *line_column__tod(const struct sample_line *l, char *to);
char *line_column__time(const struct sample_line *l, char *to);
char *line_column__period(const struct sample_line *l, char *to);
char *line_column__flags(const struct sample_line *l, char *to);

/* Texts of tasks that were written before. */
struct task_texts;
struct task_texts *task_texts__new(void); /* NULL: out of memory */
void task_texts__delete(struct task_texts *texts);

#endif
