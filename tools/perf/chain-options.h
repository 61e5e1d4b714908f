/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_CHAIN_OPTIONS_H
#define PERF_CHAIN_OPTIONS_H

#include "err.h"

struct chain_style;
struct collect_options;

/*
 * How call chains are read and drawn: words with commas between, which are a mode (graph, fractal,
 * flat, folded, none), caller or callee, percent or period, and up to two numbers: the least percent of
 * a branch and how many steps are printed. 0, or -EINVAL and @err names the word.
 */
int chain_options__parse(struct collect_options *collect, struct chain_style *style,
			 const char *text, struct err *err);

#endif
