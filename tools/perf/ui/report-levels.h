/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_LEVELS_H
#define PERF_UI_REPORT_LEVELS_H

struct table;

/* Appends the titles of columns: those of sums, then all levels in one. */
void report_levels__print_header(struct table *table);

/* Prints the nodes of a hierarchy, with the call chains below its rows. 0, -ENOMEM or -errno. */
int report_levels__print(struct table *table);

#endif
