// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows -> a hierarchy: each row is taken down the levels, where it finds or makes the node of its keys;
 * then siblings are put in order, and all nodes in one list, each before what is below it.
 */
#include "hist/levels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/filter.h"
#include "hist/mix.h"

#define NO_NODE UINT32_MAX

/* A node before all of them are in order. */
struct draft {
	u32 parent; /* NO_NODE: at the first level */
	u32 level;
	struct hist_entry **entries; /* one an event */
};

struct drafting {
	struct hists *events[HIST_MAX_COLUMNS];
	size_t nr_events;
	bool hides; /* some rows */
	struct draft *drafts;
	u32 nr, cap;
	u32 *buckets; /* number + 1 of drafts that are no rows, open addressing */
	size_t nr_buckets;
	u32 *order;			   /* numbers of drafts, siblings behind each other */
	u32 *first;			   /* by draft: where in that order its children begin */
	u8 key_levels[HIST_MAX_COLUMNS];   /* by key; 0: on no level of this event */
	u8 order_levels[HIST_MAX_COLUMNS]; /* likewise, by place in the spec's order */
};

bool hists__is_foreign(const struct hists *hists, const struct hist_field *field)
{
	return field->group == HIST_TRACEPOINT && field->tracepoint != hists->tracepoint;
}

int hists__level_titles(const struct hists *hists, struct buf *out)
{
	const struct hist_spec *spec = hists->spec;
	u8 last = 0;

	for (size_t i = 0; i < spec->nr_columns; i++) {
		const char *title = spec->columns[i].field->header;

		if (!hists->levels[i])
			continue;
		buf__printf(out, "%s%s",
			    !last		       ? ""
			    : hists->levels[i] == last ? "+"
						       : " / ",
			    title + strspn(title, " "));
		last = hists->levels[i];
	}
	return buf__error(out);
}

/* The spec's levels, without columns that the event does not have, counted from 1 on. */
static void choose_levels(struct hists *hists)
{
	const struct hist_spec *spec = hists->spec;
	u8 last = 0;

	hists->nr_levels = 0;
	for (size_t i = 0; i < spec->nr_columns; i++) {
		hists->levels[i] = 0;
		if (!spec->levels[i] || hists__is_foreign(hists, spec->columns[i].field))
			continue;
		hists->nr_levels += spec->levels[i] != last;
		last = spec->levels[i];
		hists->levels[i] = hists->nr_levels;
	}
}

static void number_keys(struct drafting *d)
{
	const struct hists *hists = d->events[0];
	const struct hist_spec *spec = hists->spec;

	for (size_t i = 0; i < spec->nr_columns; i++)
		if (spec->columns[i].key >= 0)
			d->key_levels[spec->columns[i].key] = hists->levels[i];
	for (size_t i = 0; i < spec->nr_order; i++)
		if (spec->order[i].key >= 0)
			d->order_levels[i] = d->key_levels[spec->order[i].key];
}

/* The first level at which a filter hides the row; behind the last one: none does. */
static u32 hidden_from(const struct drafting *d, const struct hist_entry *entry)
{
	const struct hists *hists = d->events[0];
	u32 level = hists->nr_levels + 1;

	for (size_t k = 0; k < hists->spec->nr_keys && entry->hidden; k++)
		if (entry->hidden & hist_filter__decided_by(hists->spec->keys[k]->id) &&
		    d->key_levels[k] < level)
			level = d->key_levels[k];
	return level;
}

static u64 hash_of(const struct drafting *d, const u64 *keys, u32 parent, u32 level)
{
	u64 hash = parent;

	for (size_t k = 0; k < d->events[0]->spec->nr_keys; k++)
		if (d->key_levels[k] == level)
			hash = mix__u64(hash, keys[k]);
	return mix__u64(hash, level);
}

static bool is_node(const struct drafting *d, const struct draft *draft, const u64 *keys,
		    u32 parent, u32 level)
{
	if (draft->parent != parent || draft->level != level)
		return false;
	for (size_t k = 0; k < d->events[0]->spec->nr_keys; k++)
		if (d->key_levels[k] == level && draft->entries[0]->keys[k] != keys[k])
			return false;
	return true;
}

/* The bucket of that node, or the free one where it belongs. */
static u32 *find(const struct drafting *d, const u64 *keys, u32 parent, u32 level)
{
	size_t mask = d->nr_buckets - 1;
	size_t at = hash_of(d, keys, parent, level) >> 20 & mask;

	while (d->buckets[at] && !is_node(d, &d->drafts[d->buckets[at] - 1], keys, parent, level))
		at = (at + 1) & mask;
	return &d->buckets[at];
}

/* There are at least twice as many buckets as there is room for drafts. */
static int make_room(struct drafting *d)
{
	u32 cap = d->cap ? d->cap * 2 : 256;
	struct draft *drafts;
	u32 *buckets;

	if (d->nr < d->cap)
		return 0;
	if (cap < d->cap)
		return -ENOMEM;
	drafts = reallocarray(d->drafts, cap, sizeof(*drafts));
	if (!drafts)
		return -ENOMEM;
	d->drafts = drafts;
	buckets = calloc((size_t)cap * 2, sizeof(*buckets));
	if (!buckets)
		return -ENOMEM;
	free(d->buckets);
	d->buckets = buckets;
	d->nr_buckets = (size_t)cap * 2;
	d->cap = cap;
	for (u32 i = 0; i < d->nr; i++)
		if (drafts[i].level < d->events[0]->nr_levels)
			*find(d, drafts[i].entries[0]->keys, drafts[i].parent, drafts[i].level) =
				i + 1;
	return 0;
}

/* Sums of its own for a node above rows. */
static struct hist_entry *new_sum(struct hists *hists, const struct hist_entry *like)
{
	size_t bytes = hists->spec->nr_keys * sizeof(u64);
	struct hist_entry *entry = arena__alloc(&hists->arena, sizeof(*entry) + bytes);

	if (!entry)
		return NULL;
	entry->level = like->level;
	memcpy(entry->keys, like->keys, bytes);
	return entry;
}

/* A node for row @row of all events, or for the sum of it and others; NO_NODE: out of memory. */
static u32 new_draft(struct drafting *d, size_t row, u32 parent, u32 level)
{
	struct hists *leader = d->events[0];
	struct draft draft = { .parent = parent, .level = level };

	draft.entries = arena__alloc(&leader->arena, d->nr_events * sizeof(*draft.entries));
	if (!draft.entries)
		return NO_NODE;
	for (size_t e = 0; e < d->nr_events; e++) {
		draft.entries[e] = d->events[e]->list[row];
		if (level < leader->nr_levels)
			draft.entries[e] = new_sum(d->events[e], draft.entries[e]);
		if (!draft.entries[e])
			return NO_NODE;
	}
	d->drafts[d->nr] = draft;
	return d->nr++;
}

/* Is the row's name before the node's? */
static bool is_before(const struct drafting *d, const struct hist_entry *row,
		      const struct hist_entry *node)
{
	const struct hist_spec *spec = d->events[0]->spec;

	for (size_t i = 0; i < spec->nr_order; i++) {
		const struct hist_column *column = &spec->order[i];
		int ret = column->key < 0 ? 0 : column->field->compare(row, node, column->key);

		if (ret)
			return ret < 0;
	}
	return false;
}

/* What a node has of deeper levels is of its first row: columns are as wide as that, even if it is hidden. */
static void name_node(struct drafting *d, struct hist_entry *node, const struct hist_entry *row)
{
	if (d->hides && is_before(d, row, node))
		memcpy(node->keys, row->keys, d->events[0]->spec->nr_keys * sizeof(u64));
}

static void add_sums(struct hist_entry *to, const struct hist_entry *from)
{
	to->samples += from->samples;
	to->period += from->period;
	to->period_kernel += from->period_kernel;
	to->period_user += from->period_user;
	to->children += from->children;
}

/* Takes a row down the levels. What is hidden makes no node. */
static int add_row(struct drafting *d, size_t row)
{
	const struct hist_entry *entry = d->events[0]->list[row];
	u32 nr_levels = d->events[0]->nr_levels, hidden = hidden_from(d, entry), parent = NO_NODE;

	for (u32 level = 1; level < nr_levels && level < hidden; level++) {
		u32 *bucket, node;

		if (make_room(d))
			return -ENOMEM;
		bucket = find(d, entry->keys, parent, level);
		if (!*bucket && hidden <= nr_levels)
			return 0;
		node = *bucket ? *bucket - 1 : new_draft(d, row, parent, level);
		if (node == NO_NODE)
			return -ENOMEM;
		*bucket = node + 1;
		name_node(d, d->drafts[node].entries[0], entry);
		for (size_t e = 0; e < d->nr_events; e++)
			add_sums(d->drafts[node].entries[e], d->events[e]->list[row]);
		parent = node;
	}
	if (hidden <= nr_levels)
		return 0;
	if (make_room(d) || new_draft(d, row, parent, nr_levels) == NO_NODE)
		return -ENOMEM;
	return 0;
}

/* Siblings stand behind each other, in the order of the spec; parents before, as they were made. */
static int compare(const void *pa, const void *pb, void *arg)
{
	const struct drafting *d = arg;
	const struct draft *a = &d->drafts[*(const u32 *)pa], *b = &d->drafts[*(const u32 *)pb];
	const struct hist_spec *spec = d->events[0]->spec;

	if (a->parent != b->parent)
		return a->parent + 1 < b->parent + 1 ? -1 : 1;
	for (size_t i = 0; i < spec->nr_order; i++) {
		const struct hist_column *column = &spec->order[i];
		size_t nr = column->key < 0 ? d->nr_events : 1;

		if (column->key >= 0 && d->order_levels[i] != a->level)
			continue;
		for (size_t nth = 0; nth < nr; nth++) {
			size_t e = hist_spec__compared(spec, nr, nth);
			int ret = column->field->compare(a->entries[e], b->entries[e], column->key);

			if (ret)
				return ret;
		}
	}
	return 0;
}

static int sort(struct drafting *d)
{
	d->order = calloc(d->nr + 1, sizeof(*d->order));
	d->first = calloc(d->nr + 1, sizeof(*d->first));
	if (!d->order || !d->first)
		return -ENOMEM;
	for (u32 i = 0; i < d->nr; i++)
		d->order[i] = i;
	if (d->nr)
		qsort_r(d->order, d->nr, sizeof(*d->order), compare, d);
	for (u32 i = d->nr; i--;)
		if (d->drafts[d->order[i]].parent != NO_NODE)
			d->first[d->drafts[d->order[i]].parent] = i;
	return 0;
}

/* Appends the siblings from place @at of the order on, each with what is below it. */
static void put_nodes(struct drafting *d, u32 at)
{
	u32 parent = d->nr ? d->drafts[d->order[at]].parent : NO_NODE;

	for (; at < d->nr && d->drafts[d->order[at]].parent == parent; at++) {
		const struct draft *draft = &d->drafts[d->order[at]];
		u32 number = d->events[0]->nr_nodes;

		for (size_t e = 0; e < d->nr_events; e++) {
			struct hists *hists = d->events[e];

			hists->nodes[hists->nr_nodes++] =
				(struct hist_node){ .entry = draft->entries[e],
						    .level = draft->level };
			if (draft->level == 1)
				hists->period_shown += draft->entries[e]->period;
		}
		if (draft->level < d->events[0]->nr_levels)
			put_nodes(d, d->first[d->order[at]]);
		for (size_t e = 0; e < d->nr_events; e++)
			d->events[e]->nodes[number].end = d->events[e]->nr_nodes;
	}
}

static int make_nodes(struct drafting *d)
{
	int ret = 0;

	/* What is hidden may come under what is not, whichever row was first. */
	for (int hidden = 0; hidden < 2; hidden++)
		for (size_t i = 0; i < d->events[0]->nr && !ret; i++)
			if (!d->events[0]->list[i]->hidden == !hidden)
				ret = add_row(d, i);
	if (!ret)
		ret = sort(d);
	for (size_t e = 0; e < d->nr_events && !ret; e++) {
		d->events[e]->nodes = calloc((size_t)d->nr + 1, sizeof(struct hist_node));
		ret = d->events[e]->nodes ? 0 : -ENOMEM;
		d->events[e]->period_shown = 0;
	}
	if (!ret)
		put_nodes(d, 0);
	return ret;
}

int hists__make_levels(struct hists *hists)
{
	struct drafting d = { .nr_events = 0 };
	int ret;

	choose_levels(hists);
	for (struct hists *at = hists; at && d.nr_events < ARRAY_SIZE(d.events); at = at->member) {
		at->nr_levels = hists->nr_levels;
		memcpy(at->levels, hists->levels, sizeof(at->levels));
		d.events[d.nr_events++] = at;
	}
	number_keys(&d);
	for (size_t i = 0; i < hists->nr && !d.hides; i++)
		d.hides = hists->list[i]->hidden;
	ret = make_nodes(&d);
	free(d.drafts);
	free(d.buckets);
	free(d.order);
	free(d.first);
	return ret;
}
