/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_OTHERS_H
#define PERF_TOP_OTHERS_H

#include <argp.h>

/* Options that are refused with a reason, or that change nothing. Has no input. */
extern const struct argp top_others_argp;

#endif
