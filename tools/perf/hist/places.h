/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_PLACES_H
#define PERF_HIST_PLACES_H

#include "types.h"

struct dso;
struct machine;
struct symbol;
struct thread;

/* Where samples hit: a symbol, or an address that has none. Equal places are kept once, so
 * that comparing pointers is enough. */
struct place {
	const struct dso *dso;	     /* NULL: not known */
	const struct symbol *symbol; /* NULL: not known */
	u64 addr;		     /* the first one met in the symbol; without one, the address */
	const struct place *of; /* the function's, of steps that are not functions; else NULL */
	const char *line;	/* shown behind the function; NULL: nothing is */
	char level;		/* 'k' kernel, '.' user, 'H', 'g', 'u' hypervisor and guests */
};

/* Places of a machine, and which address is which: each is resolved once. */
struct places;

struct places *places__new(struct machine *machine); /* borrowed; NULL: out of memory */
void places__delete(struct places *places);

/*
 * Where @ip is. What has no symbol is named by its place in the file, or with @as_recorded by @ip
 * itself, as call chains show it. NULL: out of memory. Lives as long as the table.
 */
const struct place *places__find(struct places *places, struct thread *thread, u8 cpumode, u64 ip,
				 bool as_recorded);

/* The places at one address, innermost first. */
struct place_list {
	size_t nr; /* at least 1 */
	const struct place *places[];
};

/* Where the user address @ip of an unwound call chain is, with the functions inlined there. NULL:
 * out of memory. Lives as long. */
const struct place_list *places__find_inlines(struct places *places, struct thread *thread, u64 ip);

/* The same place, of another table, in @to: for who goes on with a table of what is still needed. NULL: out
 * of memory. Inlined functions are not taken over. */
const struct place *places__adopt(struct places *to, const struct place *place);

/* Must be called when the kernel or a module was mapped. */
void places__forget_kernel(struct places *places);

#endif
