// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows by keys and call chain -> rows by keys, their callers' rows and trees of call chains. A
 * caller that a chain meets twice counts once.
 */
#include "hist/expand.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/places.h"

/* One raw row being taken apart. */
struct expansion {
	struct hists *to;
	const struct hist_entry *raw;
	const struct place **chain; /* in the order in which trees grow */
	size_t depth, cap;
	struct hist_entry **met;
	size_t nr_met;
	bool chains;
	char level; /* of the last step that was met in a known file */
};

/* The final row of these keys; it gets its tree when it is new. */
static struct hist_entry *get_row(struct expansion *x, const u64 *keys)
{
	struct hist_entry *entry = hists__get(x->to, keys, 0);

	if (!entry || entry->level)
		return entry;
	entry->level = x->level;
	if (x->chains)
		entry->tree = chains__new_root(&x->to->chains);
	return x->chains && !entry->tree ? NULL : entry;
}

/* Puts the chain that ends at node @end into the order of the trees. 0 or -ENOMEM. */
static int load_chain(struct expansion *x, const struct chains *chains, u32 end, bool from_caller)
{
	size_t depth = 0;

	for (u32 at = end; chains->nodes[at].place; at = chains->nodes[at].parent)
		depth++;
	if (depth > x->cap) {
		const struct place **chain = reallocarray(x->chain, depth, sizeof(*chain));
		struct hist_entry **met = reallocarray(x->met, depth + 1, sizeof(*met));

		if (chain)
			x->chain = chain;
		if (met)
			x->met = met;
		if (!chain || !met)
			return -ENOMEM;
		x->cap = depth;
	}
	x->depth = depth;
	for (u32 at = end, i = 0; i < depth; i++, at = chains->nodes[at].parent)
		x->chain[from_caller ? depth - 1 - i : i] = chains->nodes[at].place;
	return 0;
}

/* The chain from step @from on becomes part of the row's tree. */
static int add_chain(struct expansion *x, struct hist_entry *entry, size_t from)
{
	size_t depth = x->depth - from;

	if (!x->chains || !depth)
		return 0;
	if (entry->depth < depth)
		entry->depth = depth;
	return chains__add(&x->to->chains, entry->tree, x->chain + from, depth, x->raw->period);
}

static int add_self(struct expansion *x)
{
	struct hist_entry *entry;

	x->level = x->raw->level;
	entry = get_row(x, x->raw->keys);
	if (!entry)
		return -ENOMEM;
	entry->samples += x->raw->samples;
	entry->period += x->raw->period;
	entry->period_kernel += x->raw->period_kernel;
	entry->period_user += x->raw->period_user;
	entry->children += x->raw->period;
	x->nr_met = 0;
	if (x->depth)
		x->met[x->nr_met++] = entry;
	return add_chain(x, entry, 0);
}

static bool is_met(const struct expansion *x, const struct hist_entry *entry)
{
	for (size_t i = 0; i < x->nr_met; i++)
		if (x->met[i] == entry)
			return true;
	return false;
}

/* The row of step @i of the chain gets the period, and what follows in the chain. */
static int add_caller(struct expansion *x, size_t i)
{
	const struct hist_spec *spec = x->to->spec;
	const struct place *place = x->chain[i];
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *entry;

	memcpy(keys, x->raw->keys, spec->nr_keys * sizeof(keys[0]));
	for (size_t k = 0; k < spec->nr_keys; k++) {
		if (spec->keys[k]->id == HIST_SYM)
			keys[k] = (uintptr_t)place;
		else if (spec->keys[k]->id == HIST_DSO)
			keys[k] = (uintptr_t)place->dso;
	}
	if (place->dso)
		x->level = place->level;
	entry = get_row(x, keys);
	if (!entry)
		return -ENOMEM;
	if (is_met(x, entry))
		return 0;
	x->met[x->nr_met++] = entry;
	entry->children += x->raw->period;
	return add_chain(x, entry, i);
}

static int expand_row(struct expansion *x, struct hists *raw, bool from_caller)
{
	x->depth = 0;
	if (x->raw->chain && load_chain(x, &raw->chains, x->raw->chain, from_caller))
		return -ENOMEM;
	if (add_self(x))
		return -ENOMEM;
	for (size_t i = 0; x->to->spec->children && i < x->depth; i++)
		if (add_caller(x, i))
			return -ENOMEM;
	return 0;
}

int hists__expand(struct hists *to, struct hists *raw, bool chains, bool from_caller)
{
	struct expansion x = { .to = to, .chains = chains };
	int ret = 0;

	to->samples = raw->samples;
	to->period = raw->period;
	to->samples_shown = raw->samples_shown;
	to->period_shown = raw->period_shown;
	for (size_t i = 0; i < raw->nr && !ret; i++) {
		x.raw = raw->list[i];
		ret = expand_row(&x, raw, from_caller);
	}
	free(x.chain);
	free(x.met);
	hists__exit(raw);
	*raw = (struct hists){ .spec = to->spec };
	return ret;
}
