// SPDX-License-Identifier: GPL-2.0-only
/*
 * Items -> items by their keys: byte by byte from the lowest on, where bytes that are the same in
 * all keys cost nothing; few items by insertion.
 */
#include "hist/order.h"

#define FEW 32

static void sort_few(struct order_item *items, size_t nr)
{
	for (size_t i = 1; i < nr; i++) {
		struct order_item item = items[i];
		size_t at = i;

		for (; at && items[at - 1].key > item.key; at--)
			items[at] = items[at - 1];
		items[at] = item;
	}
}

static void sort_by_byte(struct order_item *to, const struct order_item *from, size_t nr,
			 unsigned int shift)
{
	size_t ends[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < nr; i++)
		ends[from[i].key >> shift & 0xff]++;
	for (size_t i = 0; i < 256; i++) {
		size_t count = ends[i];

		ends[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < nr; i++)
		to[ends[from[i].key >> shift & 0xff]++] = from[i];
}

struct order_item *order__sort(struct order_item *items, struct order_item *spare, size_t nr)
{
	u64 differ = 0;

	if (nr <= FEW) {
		sort_few(items, nr);
		return items;
	}
	for (size_t i = 1; i < nr; i++)
		differ |= items[i].key ^ items[0].key;
	for (unsigned int shift = 0; shift < 64; shift += 8) {
		struct order_item *sorted = spare;

		if (!(differ >> shift & 0xff))
			continue;
		sort_by_byte(sorted, items, nr, shift);
		spare = items;
		items = sorted;
	}
	return items;
}
