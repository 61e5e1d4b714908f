// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows -> rows in the order of the spec. First by the number that the first column goes by, all at
 * once; among equals texts are compared eight bytes at a time; what is left, row by row.
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "hist/hists.h"
#include "hist/order.h"

/* Fewer equals are compared row by row. */
#define MANY 32

/* Texts that are alike for longer are compared row by row. */
#define MAX_ALIKE 64

struct sorting {
	const struct hist_spec *spec;
	int text_key; /* by which equals go; -1: by none */
};

static int compare(const void *pa, const void *pb, void *arg)
{
	const struct hist_entry *a =
		(const void *)(uintptr_t)((const struct order_item *)pa)->value;
	const struct hist_entry *b =
		(const void *)(uintptr_t)((const struct order_item *)pb)->value;
	const struct hist_spec *spec = arg;

	for (size_t i = 0; i < spec->nr_order; i++) {
		const struct hist_column *column = &spec->order[i];
		int ret = column->field->compare(a, b, column->key);

		if (ret)
			return ret;
	}
	return 0;
}

static struct hist_entry *entry_of(const struct order_item *item)
{
	return (struct hist_entry *)(uintptr_t)item->value;
}

/* Eight bytes of the text from @at on, which order as the bytes do; behind its end there are none. */
static u64 piece(const struct sorting *s, const struct order_item *item, size_t at)
{
	const char *text = (const char *)(uintptr_t)entry_of(item)->keys[s->text_key];
	char bytes[sizeof(u64)] = { 0 };
	u64 word;

	memcpy(bytes, text + at, strnlen(text + at, sizeof(bytes)));
	memcpy(&word, bytes, sizeof(word));
	return be64toh(word);
}

static void sort_equals(const struct sorting *s, struct order_item *items, struct order_item *spare,
			size_t nr, size_t at);

/* Runs of equal keys, which all go on behind byte @at. */
static void sort_runs(const struct sorting *s, struct order_item *items, struct order_item *spare,
		      size_t nr, size_t at)
{
	for (size_t i = 0, end; i < nr; i = end) {
		for (end = i + 1; end < nr && items[end].key == items[i].key; end++)
			continue;
		/* A text that ended there has nothing to compare. */
		if (end - i > 1)
			sort_equals(s, items + i, spare + i, end - i,
				    items[i].key & 0xff ? at : MAX_ALIKE);
	}
}

/* Rows of one number, whose texts are the same before @at. */
static void sort_equals(const struct sorting *s, struct order_item *items, struct order_item *spare,
			size_t nr, size_t at)
{
	struct order_item *sorted;

	if (nr < MANY || s->text_key < 0 || at >= MAX_ALIKE) {
		qsort_r(items, nr, sizeof(*items), compare, (void *)s->spec);
		return;
	}
	for (size_t i = 0; i < nr; i++)
		items[i].key = piece(s, &items[i], at);
	sorted = order__sort(items, spare, nr);
	if (sorted != items)
		memcpy(items, sorted, nr * sizeof(*items));
	sort_runs(s, items, spare, nr, at + sizeof(u64));
}

/* By the first column's number; where it has none all are equal. */
static void sort_items(struct sorting *s, struct order_item *items, struct order_item *spare,
		       size_t nr)
{
	const struct hist_spec *spec = s->spec;
	const struct hist_field *first = spec->nr_order ? spec->order[0].field : NULL;
	struct order_item *sorted;

	s->text_key = -1;
	/* Equal shares of callees differ by the depth of their chains before. */
	if (spec->nr_order > 1 && first->rank && first->id != HIST_CHILDREN &&
	    spec->order[1].field->kind == HIST_KEY_TEXT)
		s->text_key = spec->order[1].key;
	for (size_t i = 0; i < nr; i++)
		items[i].key = first && first->rank ? first->rank(entry_of(&items[i])) : 0;
	sorted = order__sort(items, spare, nr);
	if (sorted != items)
		memcpy(items, sorted, nr * sizeof(*items));
	for (size_t i = 0, end; i < nr; i = end) {
		for (end = i + 1; end < nr && items[end].key == items[i].key; end++)
			continue;
		if (end - i > 1)
			sort_equals(s, items + i, spare + i, end - i, 0);
	}
}

int hists__sort(struct hists *hists)
{
	struct sorting s = { .spec = hists->spec };
	struct order_item *items;
	size_t bytes = hists->nr * 2 * sizeof(*items);

	hists__drop_table(hists);
	items = bulk__grow(NULL, 0, bytes);
	if (!items)
		return -ENOMEM;
	for (size_t i = 0; i < hists->nr; i++)
		items[i].value = (uintptr_t)hists->list[i];
	sort_items(&s, items, items + hists->nr, hists->nr);
	for (size_t i = 0; i < hists->nr; i++)
		hists->list[i] = entry_of(&items[i]);
	bulk__free(items, bytes);
	return 0;
}
