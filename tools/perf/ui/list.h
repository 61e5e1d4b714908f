/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_LIST_H
#define PERF_UI_LIST_H

#include <stdbool.h>
#include <stdio.h>

struct catalog;

struct ui_list {
	FILE *out;
	bool details;
	bool colour;
};

/* A line an event: its name, other names, and what kind it is. */
void ui_list__print_text(const struct ui_list *ui, const struct catalog *catalog);

/* Only names, separated by spaces, for the completion of shells. */
void ui_list__print_raw(const struct ui_list *ui, const struct catalog *catalog);

/* One JSON array with an object an event. */
void ui_list__print_json(const struct ui_list *ui, const struct catalog *catalog);

#endif
