/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_SYMBOLS_H
#define PERF_SYMBOL_SYMBOLS_H

#include "arena.h"

/* Names of address ranges, sorted. Zeroed is empty. */
struct symbol {
	u64 start, end; /* [start, end) */
	const char *name;
	const char *module; /* kernel modules only, else NULL */
	bool weak;
	bool local;
	bool inlined; /* a function whose code stands in another: see srcline.h */
	bool shown;   /* the name is the one to show: demangled, if it had to be */
	u32 order;    /* set by symbols__add() */
};

struct symbols {
	struct symbol *list;
	size_t nr, cap;
	u64 *max_end; /* per symbol: the largest end of it and those before it; NULL: its own */
	bool finished;
	char *pool;	    /* where the names stand; freed with the table */
	struct arena names; /* others, made up one by one; likewise */
};

/*
 * Appends one; @symbol->end == start says that the size is not known. The name is borrowed:
 * it must live in the pool or longer than the table. 0 or -ENOMEM.
 */
int symbols__add(struct symbols *symbols, const struct symbol *symbol);

/*
 * Sorts, keeps the best of several at one address (sized before unsized, strong before weak,
 * global before local, few leading underscores, the longer name,
 * the first that was added), and lets what has no size
 * end where the next begins. Must be called once before find. 0 or -ENOMEM.
 */
int symbols__finish(struct symbols *symbols);

/* The symbol that covers @addr, the innermost one that begins last; or NULL. */
const struct symbol *symbols__find(const struct symbols *symbols, u64 addr);

/* The address of the symbol of exactly that name, or 0. */
u64 symbols__address_of(const struct symbols *symbols, const char *name);

void symbols__exit(struct symbols *symbols);

/* Where the last symbol of a table ends when its size is not known: a page behind that of @addr. */
u64 symbols__page_after(u64 addr);

#endif
