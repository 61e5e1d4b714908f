// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows by keys and call chain -> rows by keys, their callers' rows and trees of call chains. A
 * caller that a chain meets twice counts once. Raw rows are taken in the order of the tree that
 * their chains end in, so that of each chain only what the one before did not have is new.
 */
#include "hist/expand.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/mix.h"
#include "hist/order.h"
#include "hist/places.h"

/* What is known of a raw chain's node. */
struct raw_node {
	u32 rank;	 /* in the order of the tree */
	u16 depth;	 /* steps from the root to here */
	bool is_unknown; /* one of these is in no known file */
};

/* A step of the chain that is being looked at, the outermost first. */
struct step {
	u32 node; /* of the raw chains */
	const struct place *place;
	struct hist_entry *row; /* that its caller gets */
	u32 end;		/* in this row's tree: where the chain ends, */
	u32 length;		/* of which so many steps are walked; 0: none */
	u32 new_from;		/* from that length on nobody else was there; 0: unknown */
};

struct expansion {
	struct hists *to, *raw;
	struct raw_node *nodes;
	struct hist_entry **self; /* the final row of each raw one */
	bool chains, from_caller;
	size_t callers_keys
		[HIST_MAX_COLUMNS]; /* the keys that a caller has in common with the row */
	size_t nr_callers_keys;
	const struct hist_entry *last; /* the raw row that the steps are of */
	struct step *steps;
	size_t depth, cap;
	u32 *missing; /* nodes that are not yet steps, the innermost first */
};

/* The final row of these keys; it gets its tree when it is new. */
static struct hist_entry *get_row(struct expansion *x, const u64 *keys, char level)
{
	struct hist_entry *entry = hists__get(x->to, keys, 0);

	if (!entry || entry->level)
		return entry;
	entry->level = level;
	if (x->chains)
		entry->tree = chains__new_root(&x->to->chains);
	return x->chains && !entry->tree ? NULL : entry;
}

static struct hist_entry *get_caller(struct expansion *x, const struct hist_entry *raw,
				     const struct place *place, char level)
{
	const struct hist_spec *spec = x->to->spec;
	u64 keys[HIST_MAX_COLUMNS];

	for (size_t k = 0; k < spec->nr_keys; k++) {
		keys[k] = raw->keys[k];
		if (spec->keys[k]->id == HIST_SYM)
			keys[k] = (uintptr_t)place;
		else if (spec->keys[k]->id == HIST_DSO)
			keys[k] = (uintptr_t)place->dso;
	}
	return get_row(x, keys, level);
}

static int look_at_nodes(struct expansion *x)
{
	const struct chains *chains = &x->raw->chains;
	u32 rank = 0;

	x->nodes = calloc(chains->nr + 1, sizeof(*x->nodes));
	if (!x->nodes)
		return -ENOMEM;
	for (u32 root = 1; root < chains->nr; root++) {
		const struct chain_node *nodes = chains->nodes;
		u32 at = root;

		if (nodes[root].place)
			continue;
		for (;;) {
			x->nodes[at].rank = rank++;
			if (nodes[at].child) {
				at = nodes[at].child;
				continue;
			}
			while (at != root && !nodes[at].next)
				at = nodes[at].parent;
			if (at == root)
				break;
			at = nodes[at].next;
		}
	}
	for (u32 i = 1; i < chains->nr; i++) {
		const struct chain_node *node = &chains->nodes[i];
		const struct raw_node *parent = &x->nodes[node->parent];

		if (!node->place)
			continue;
		x->nodes[i].depth = parent->depth + 1;
		x->nodes[i].is_unknown = parent->is_unknown || !node->place->dso;
	}
	return 0;
}

/* Loads the chain into steps, without rows. */
static void load_chain(struct expansion *x, u32 end)
{
	const struct chain_node *nodes = x->raw->chains.nodes;

	x->depth = x->nodes[end].depth;
	for (size_t i = x->depth; i--; end = nodes[end].parent)
		x->steps[i].place = nodes[end].place;
}

/*
 * A place in no known file is shown at the level of the last one before it that is in one, by the
 * first raw row that meets it: so these rows are made in the order of the raw ones.
 */
static int make_unknown_rows(struct expansion *x, const struct hist_entry *raw)
{
	char level = raw->level;

	if (!x->to->spec->children || !x->nodes[raw->chain].is_unknown)
		return 0;
	load_chain(x, raw->chain);
	for (size_t i = 0; i < x->depth; i++) {
		size_t at = x->from_caller ? i : x->depth - 1 - i;
		const struct place *place = x->steps[at].place;

		if (place->dso)
			level = place->level;
		else if (!get_caller(x, raw, place, level))
			return -ENOMEM;
	}
	return 0;
}

/* Each raw row's final one gets what is its own. */
static int add_self(struct expansion *x)
{
	x->self = calloc(x->raw->nr + 1, sizeof(struct hist_entry *));
	if (!x->self)
		return -ENOMEM;
	for (size_t i = 0; i < x->raw->nr; i++) {
		const struct hist_entry *raw = x->raw->list[i];
		struct hist_entry *entry = get_row(x, raw->keys, raw->level);

		if (!entry)
			return -ENOMEM;
		x->self[i] = entry;
		entry->hidden = raw->hidden;
		entry->samples += raw->samples;
		entry->period += raw->period;
		entry->period_kernel += raw->period_kernel;
		entry->period_user += raw->period_user;
		entry->children += raw->period;
		if (make_unknown_rows(x, raw))
			return -ENOMEM;
	}
	x->depth = 0;
	return 0;
}

/* Do the callers of both have the same rows? */
static bool shares_callers(const struct expansion *x, const struct hist_entry *a,
			   const struct hist_entry *b)
{
	for (size_t i = 0; i < x->nr_callers_keys; i++)
		if (a->keys[x->callers_keys[i]] != b->keys[x->callers_keys[i]])
			return false;
	return true;
}

/* Raw rows by what their callers share, and by where their chain ends in the tree. */
static struct order_item *order_rows(struct expansion *x, struct order_item *items)
{
	for (size_t i = 0; i < x->raw->nr; i++) {
		const struct hist_entry *raw = x->raw->list[i];
		u64 hash = 0;

		for (size_t k = 0; k < x->nr_callers_keys; k++)
			hash = mix__u64(hash, raw->keys[x->callers_keys[k]]);
		items[i] = (struct order_item){ hash << 32 | x->nodes[raw->chain].rank, i };
	}
	return order__sort(items, items + x->raw->nr, x->raw->nr);
}

/* Takes back what is not part of the chain's first @depth steps. */
static void shorten(struct expansion *x, size_t depth)
{
	const struct chain_node *nodes = x->to->chains.nodes;

	x->depth = depth;
	for (size_t i = 0; x->chains && x->from_caller && i < depth; i++) {
		struct step *step = &x->steps[i];

		for (; step->length > depth - i; step->length--)
			step->end = nodes[step->end].parent;
		if (step->new_from > step->length)
			step->new_from = 0;
	}
}

static int push_step(struct expansion *x, const struct hist_entry *raw, u32 node)
{
	struct step *step = &x->steps[x->depth++];

	*step = (struct step){ .node = node, .place = x->raw->chains.nodes[node].place };
	step->row = get_caller(x, raw, step->place, step->place->level);
	return step->row ? 0 : -ENOMEM;
}

/* Goes from the steps of one row to those of the next. */
static int go_to(struct expansion *x, const struct hist_entry *raw)
{
	const struct chain_node *nodes = x->raw->chains.nodes;
	size_t depth = x->depth, nr = 0;
	u32 at = raw->chain;

	if (!x->last || !shares_callers(x, x->last, raw))
		depth = 0;
	x->last = raw;
	while (nodes[at].place && !(depth && x->steps[depth - 1].node == at)) {
		if (depth && x->steps[depth - 1].node > at) {
			depth--;
			continue;
		}
		x->missing[nr++] = at;
		at = nodes[at].parent;
	}
	shorten(x, nodes[at].place ? depth : 0);
	while (nr)
		if (push_step(x, raw, x->missing[--nr]))
			return -ENOMEM;
	return 0;
}

/* From @node on outwards, as a chain of the tree at @root. Its end, or 0: out of memory. */
static u32 walk_out(struct expansion *x, u32 root, u32 node)
{
	const struct chain_node *nodes = x->raw->chains.nodes;
	u32 at = root;

	for (; at && nodes[node].place; node = nodes[node].parent)
		at = chains__step(&x->to->chains, at, nodes[node].place);
	return at;
}

/*
 * One step more of the tree's chain. Behind a node that this chain made, and that no other came to
 * since, steps are new: each step of the raw chains is taken once. In the row of the outermost step
 * whole chains may have been there too.
 */
static void walk_in(struct expansion *x, struct step *step)
{
	struct chains *chains = &x->to->chains;
	size_t i = step - x->steps;
	const struct place *place = step[step->length++].place;
	u32 nr = chains->nr;

	step->end = step->new_from ? chains__new_step(chains, step->end, place)
				   : chains__step(chains, step->end, place);
	if (i && !step->new_from && chains->nr != nr)
		step->new_from = step->length;
}

/* Where the chain that belongs to the row of step @i ends. 0: out of memory. */
static u32 end_of(struct expansion *x, size_t i)
{
	struct step *step = &x->steps[i];

	if (!x->from_caller) {
		if (!step->length)
			step->end = walk_out(x, step->row->tree, step->node);
		step->length = i + 1;
		return step->end;
	}
	if (!step->length)
		step->end = step->row->tree;
	while (step->end && i + step->length < x->depth)
		walk_in(x, step);
	return step->end;
}

/*
 * Where the whole chain that ends in raw node @node ends in the tree at @root, from the outermost
 * step on. While rows are made the root holds the last one that was asked for: .hit says which it
 * was and .next where it ends. 0: out of memory.
 */
static u32 whole_end(struct expansion *x, u32 root, u32 node)
{
	const struct chain_node *nodes = x->raw->chains.nodes;
	u32 last = x->to->chains.nodes[root].hit, end = x->to->chains.nodes[root].next, at = node;
	size_t nr = 0;

	while (at != last) {
		if (last > at) {
			last = nodes[last].parent;
			end = x->to->chains.nodes[end].parent;
			continue;
		}
		if (!nodes[at].place)
			break;
		x->missing[nr++] = at;
		at = nodes[at].parent;
	}
	if (!nodes[at].place)
		end = root;
	while (end && nr)
		end = chains__step(&x->to->chains, end, nodes[x->missing[--nr]].place);
	x->to->chains.nodes[root].hit = node;
	x->to->chains.nodes[root].next = end;
	return end;
}

static int count_chain(struct expansion *x, const struct hist_entry *raw, struct hist_entry *row,
		       u32 end, u16 depth)
{
	if (!end)
		return -ENOMEM;
	x->to->chains.nodes[end].hit += raw->period;
	if (row->depth < depth)
		row->depth = depth;
	return 0;
}

/* The raw row's chain in the tree of its own row. */
static int add_own_chain(struct expansion *x, const struct hist_entry *raw, struct hist_entry *row)
{
	u32 end = x->from_caller ? whole_end(x, row->tree, raw->chain)
				 : walk_out(x, row->tree, raw->chain);

	return count_chain(x, raw, row, end, x->nodes[raw->chain].depth);
}

/* The row of each step gets the period, and what follows in the chain. */
static int add_callers(struct expansion *x, const struct hist_entry *raw, u32 number)
{
	for (size_t k = 0; k < x->depth; k++) {
		size_t i = x->from_caller ? k : x->depth - 1 - k;
		struct hist_entry *row = x->steps[i].row;

		if (row->met == number)
			continue;
		row->met = number;
		row->children += raw->period;
		if (x->chains &&
		    count_chain(x, raw, row, end_of(x, i), x->from_caller ? x->depth - i : i + 1))
			return -ENOMEM;
	}
	return 0;
}

static int add_chains(struct expansion *x)
{
	struct order_item *items = calloc(x->raw->nr * 2 + 1, sizeof(*items)), *sorted;
	int ret = items ? 0 : -ENOMEM;

	sorted = items ? order_rows(x, items) : NULL;
	for (size_t i = 0; i < x->raw->nr && !ret; i++) {
		const struct hist_entry *raw = x->raw->list[sorted[i].value];
		struct hist_entry *self = x->self[sorted[i].value];

		if (!x->nodes[raw->chain].depth)
			continue;
		if (x->chains)
			ret = add_own_chain(x, raw, self);
		if (ret || !x->to->spec->children)
			continue;
		self->met = i + 1;
		ret = go_to(x, raw);
		if (!ret)
			ret = add_callers(x, raw, i + 1);
	}
	free(items);
	return ret;
}

static int prepare(struct expansion *x)
{
	const struct hist_spec *spec = x->to->spec;
	size_t cap = 1;
	int ret = look_at_nodes(x);

	for (u32 i = 0; !ret && i < x->raw->chains.nr; i++)
		if (cap < x->nodes[i].depth)
			cap = x->nodes[i].depth;
	x->steps = calloc(cap, sizeof(*x->steps));
	x->missing = calloc(cap, sizeof(*x->missing));
	for (size_t k = 0; k < spec->nr_keys; k++)
		if (spec->keys[k]->id != HIST_SYM && spec->keys[k]->id != HIST_DSO)
			x->callers_keys[x->nr_callers_keys++] = k;
	return !ret && x->steps && x->missing ? 0 : -ENOMEM;
}

static void finish_trees(struct expansion *x)
{
	for (size_t i = 0; i < x->to->nr && x->chains; i++) {
		struct chain_node *root = &x->to->chains.nodes[x->to->list[i]->tree];

		root->hit = 0;
		root->next = 0;
	}
	chains__sum(&x->to->chains);
}

int hists__expand(struct hists *to, struct hists *raw, bool chains, bool from_caller)
{
	struct expansion x = { .to = to, .raw = raw, .chains = chains, .from_caller = from_caller };
	int ret = prepare(&x);

	to->samples = raw->samples;
	to->period = raw->period;
	to->samples_shown = raw->samples_shown;
	to->period_shown = raw->period_shown;
	if (!ret)
		ret = add_self(&x);
	if (!ret)
		ret = add_chains(&x);
	if (!ret)
		finish_trees(&x);
	free(x.nodes);
	free(x.self);
	free(x.steps);
	free(x.missing);
	hists__exit(raw);
	*raw = (struct hists){ .spec = to->spec };
	return ret;
}
