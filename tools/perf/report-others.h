/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_REPORT_OTHERS_H
#define PERF_REPORT_OTHERS_H

#include <argp.h>

/* A child of report's argp: options of other perfs that change nothing here, or are refused with a reason.
 * Its input is itself. */
extern const struct argp report_others_argp;

#endif
