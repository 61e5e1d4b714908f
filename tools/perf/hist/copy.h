/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_COPY_H
#define PERF_HIST_COPY_H

#include "hist/hists.h"
#include "hist/texts.h"

struct dso;
struct places;
struct points;

/* Copies of things that keys point to, found by the address of the original. Zeroed is empty. */
struct clones {
	struct clone *list; /* open addressing */
	size_t nr, cap;
};
void clones__exit(struct clones *clones);

/* Files that copies name, kept as long as these. Zeroed is empty. */
struct held_dsos {
	struct dso **list;
	size_t nr, cap;
};
void held_dsos__exit(struct held_dsos *held);

/* How raw rows are copied. */
struct hists_copy {
	struct texts *texts; /* where texts of the copies stand */
	/* Where threads and places are copied to, with what was copied already; NULL: rows keep the
	 * machine's. */
	struct arena *arena;
	struct clones *clones;
	struct held_dsos *held; /* with an arena: files are held there */
	/* Without an arena: tables to which what rows need is taken over, with files marked as in use.
	 * NULL: rows keep what they have. */
	struct places *places;
	struct points *points;
	bool empty; /* no row is taken over */
	/*
	 * Chains of rows with less than that period lose the inner half of their steps, so that
	 * callers keep their share while rows become fewer. 0: none do.
	 */
	u64 fold_below;
};

/*
 * Copies the raw rows of @from and the chains that these end in. @to is empty but for its spec, and may
 * go on as raw rows. 0 or -ENOMEM.
 */
int hists__copy(struct hists *to, const struct hists *from, const struct hists_copy *how);

/*
 * Lets raw rows weigh @eighths of an eighth. Those without a chain that have less than @least then, and no
 * whole sample, have nothing, as nobody would see it. A copy leaves out what has nothing.
 */
void hists__age(struct hists *hists, unsigned int eighths, u64 least);

#endif
