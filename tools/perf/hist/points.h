/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_POINTS_H
#define PERF_HIST_POINTS_H

#include "types.h"

struct dso;
struct machine;
struct symbol;
struct thread;

/* An address that samples name: of data, or of a branch. Equal ones are kept once. */
struct point {
	u64 addr;		     /* in the process */
	u64 mapped;		     /* in its file; where no map is known, addr */
	const struct dso *dso;	     /* NULL: not known */
	const struct symbol *symbol; /* NULL: not known */
	s64 offset;		     /* in the symbol; lines may begin before it */
	char level;		     /* '.', 'k', ...; 'H': no map is known */
};

struct points;
struct points *points__new(struct machine *machine); /* borrowed; NULL: out of memory */
void points__delete(struct points *points);

/* NULL: out of memory. Lives as long as the table. */
const struct point *points__find(struct points *points, struct thread *thread, u64 addr);

/* The cache line that @addr is in, with the symbol of the first address that was met there. */
const struct point *points__find_line(struct points *points, struct thread *thread, u64 addr);

/* The same point, of another table, in @to, as places__adopt() does it. NULL: out of memory. */
const struct point *points__adopt(struct points *to, const struct point *point);

/* PERF_RECORD_MISC_* of where it is. */
u8 points__cpumode(const struct point *point);

#endif
