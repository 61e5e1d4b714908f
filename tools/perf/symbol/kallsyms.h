/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_KALLSYMS_H
#define PERF_SYMBOL_KALLSYMS_H

#include "symbol/symbols.h"

/*
 * Lines of "ADDRESS TYPE NAME [MODULE]" into a finished table, which takes over @text (NUL at
 * [len], allocated) whatever happens. Addresses that are all 0, as an unprivileged reader gets
 * them, give an empty table. 0 or -ENOMEM.
 */
int kallsyms__parse(struct symbols *symbols, char *text, size_t len);

/* The same for /proc/kallsyms, or another @path of that format. 0 or -errno. */
int kallsyms__read(struct symbols *symbols, const char *path);

/* The address of the symbol of exactly that name, or 0. */
u64 symbols__address_of(const struct symbols *symbols, const char *name);

/* /tmp/perf-PID.map: lines of "START SIZE NAME" in hexadecimal, as compilers at run time write
 * them. Takes over @text like kallsyms__parse(). */
int perf_map__parse(struct symbols *symbols, char *text, size_t len);

#endif
