/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SCRIPT_OTHERS_H
#define PERF_SCRIPT_OTHERS_H

#include <argp.h>

/* Options of other perfs' script and annotate, for a child of a command's argp; the input is the argp itself. */
extern const struct argp script_others_argp, annotate_others_argp;

#endif
