// SPDX-License-Identifier: GPL-2.0-only
/* The rows of events that were counted as a group -> the same rows for each, in the same order. */
#include "hist/group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct order {
	const struct hist_spec *spec;
	size_t nr; /* of events, and so of entries that a row has */
};

/* The event's row of the same keys; what is shown of a place comes with it. */
static struct hist_entry *get_same(struct hists *hists, const struct hist_entry *entry)
{
	struct hist_entry *same = hists__get(hists, entry->keys, 0);

	if (same && !same->level) {
		same->level = entry->level;
		same->hidden = entry->hidden;
	}
	return same;
}

/* A sum is compared event by event. */
static int compare(const void *pa, const void *pb, void *arg)
{
	struct hist_entry *const *a = pa, *const *b = pb;
	const struct order *order = arg;

	for (size_t i = 0; i < order->spec->nr_order; i++) {
		const struct hist_column *column = &order->spec->order[i];
		size_t nr = column->field->key ? 1 : order->nr;

		for (size_t nth = 0; nth < nr; nth++) {
			size_t e = hist_spec__compared(order->spec, nr, nth);
			int ret = column->field->compare(a[e], b[e], column->key);

			if (ret)
				return ret;
		}
	}
	return 0;
}

static int sort(struct hists **events, size_t nr)
{
	struct order order = { .spec = events[0]->spec, .nr = nr };
	size_t nr_rows = events[0]->nr;
	struct hist_entry **rows = calloc(nr_rows + 1, nr * sizeof(*rows));
	int ret = rows ? 0 : -ENOMEM;

	for (size_t i = 0; i < nr_rows && !ret; i++)
		for (size_t e = 0; e < nr && !ret; e++) {
			rows[i * nr + e] = get_same(events[e], events[0]->list[i]);
			ret = rows[i * nr + e] ? 0 : -ENOMEM;
		}
	if (!ret && nr_rows)
		qsort_r(rows, nr_rows, nr * sizeof(*rows), compare, &order);
	for (size_t i = 0; i < nr_rows && !ret; i++)
		for (size_t e = 0; e < nr; e++)
			events[e]->list[i] = rows[i * nr + e];
	free(rows);
	return ret;
}

int hists__join(struct hists **events, size_t nr)
{
	int ret = 0;

	for (size_t e = 1; e < nr; e++)
		for (size_t i = 0; i < events[e]->nr; i++)
			if (!get_same(events[0], events[e]->list[i]))
				return -ENOMEM;
	ret = sort(events, nr);
	for (size_t e = 0; e < nr; e++) {
		hists__drop_table(events[e]);
		events[e]->member = e + 1 < nr ? events[e + 1] : NULL;
	}
	return ret;
}
