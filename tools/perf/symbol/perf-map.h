/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_PERF_MAP_H
#define PERF_SYMBOL_PERF_MAP_H

#include "symbol/symbols.h"

/*
 * /tmp/perf-PID.map: lines of "START SIZE NAME" in hexadecimal, as compilers at run time write them,
 * into a finished table, which takes over @text (NUL at [len], allocated) whatever happens. 0 or
 * -ENOMEM.
 */
int perf_map__parse(struct symbols *symbols, char *text, size_t len);

#endif
