/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_KALLSYMS_H
#define PERF_SYMBOL_KALLSYMS_H

#include "symbol/symbols.h"

/*
 * The kernel's own table of symbols. There are more than a hundred thousand of them and few are ever
 * asked for, so each is 12 bytes and its name until then.
 */
struct kallsyms;
struct kallsyms *kallsyms__new(void); /* empty; NULL: out of memory */
void kallsyms__delete(struct kallsyms *kallsyms);

/*
 * Adds lines of "ADDRESS TYPE NAME [MODULE]"; what is no such line, is no code or data, or has
 * the address 0, as an unprivileged reader gets it, is left out. 0 or -ENOMEM. Find nothing
 * before kallsyms__finish().
 */
int kallsyms__parse(struct kallsyms *kallsyms, const char *text, size_t len);
int kallsyms__finish(struct kallsyms *kallsyms); /* 0 or -ENOMEM */

/* All of /proc/kallsyms, or another @path of that format, finished. 0 or -errno. */
int kallsyms__read(struct kallsyms *kallsyms, const char *path);

/* Has a read that another thread is in end soon, with -ECANCELED. */
void kallsyms__stop(struct kallsyms *kallsyms);

/*
 * The symbol that @addr is in: of several at one address the last one that was read. Each ends
 * where the next begins. NULL: there is none, or memory ran out. Lives as long as the table; any
 * thread may ask.
 */
const struct symbol *kallsyms__find(struct kallsyms *kallsyms, u64 addr);

/* The address of the symbol of exactly that name, or 0. */
u64 kallsyms__address_of(const struct kallsyms *kallsyms, const char *name);

#endif
