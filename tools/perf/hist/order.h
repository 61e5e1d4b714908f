/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_ORDER_H
#define PERF_HIST_ORDER_H

#include "types.h"

/* Something to be put in order by a number. */
struct order_item {
	u64 key;
	u64 value; /* the caller's: a pointer or an index */
};

/*
 * Sorts by key, the smallest first; of equal keys the order stays. @spare has room for as many. The
 * sorted items are in what is returned, which is one of the two.
 */
struct order_item *order__sort(struct order_item *items, struct order_item *spare, size_t nr);

#endif
