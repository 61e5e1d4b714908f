/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_REPORT_TASKS_H
#define PERF_UI_REPORT_TASKS_H

#include <stdbool.h>
#include <stdio.h>

struct machine;

/* Prints the threads as a tree of who made whom, and with @mmaps the mappings that each has in the
 * end. 0 or -ENOMEM. */
int report_tasks__print(FILE *out, const struct machine *machine, bool mmaps);

#endif
