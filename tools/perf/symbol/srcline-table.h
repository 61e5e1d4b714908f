/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_SRCLINE_TABLE_H
#define PERF_SYMBOL_SRCLINE_TABLE_H

/* Answers about source lines that were given before, by file and address; bounded. */
struct srcline_table;
struct srcline_table *srcline_table__new(void); /* NULL: out of memory */
void srcline_table__delete(struct srcline_table *table);

#endif
