/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_KALLSYMS_AHEAD_H
#define PERF_SYMBOL_KALLSYMS_AHEAD_H

struct kallsyms;

/* The kernel's table of symbols, read by a thread of its own before anybody asks for it. */
struct kallsyms_ahead;

/* Begins. @path is copied. NULL: it can not be done; nobody need care. */
struct kallsyms_ahead *kallsyms_ahead__begin(const char *path);

/* Waits for the end. 0 and the table, which is the caller's, or -errno. Frees @ahead. */
int kallsyms_ahead__end(struct kallsyms_ahead *ahead, struct kallsyms **table);

/* Nobody wants it any more. Ends the thread at once and frees @ahead; NULL is fine. */
void kallsyms_ahead__delete(struct kallsyms_ahead *ahead);

#endif
