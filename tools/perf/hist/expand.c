// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows by keys and call chain -> rows by keys, their callers' rows and trees of call chains. A
 * caller that a chain meets twice counts once. Raw rows are taken in the order of the tree that
 * their chains end in: what goes on behind a caller is a range of them, and of each chain only what
 * the one before did not have is new.
 */
#include "hist/expand.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "hist/order.h"
#include "hist/places.h"

/* What is known of a raw chain's node. */
struct raw_node {
	u32 rank;	 /* in the order of the tree */
	u32 rank_end;	 /* what is below has a smaller one */
	u16 depth;	 /* steps from the root to here */
	bool is_unknown; /* one of these is in no known file */
};

/* A step of the chain that is being looked at, the outermost first. */
struct step {
	u32 node; /* of the raw chains */
	const struct place *place;
	struct hist_entry *row; /* that its caller gets */
	u32 end; /* from the callee: of the chain from here on in its tree; 0: unknown */
};

/* A node of the raw chains, and where it is in the tree of a row. */
struct walk {
	u32 root; /* of the tree */
	u32 node, end;
	u32 new_from; /* nodes of the tree from that number on were made by this walk */
};

struct expansion {
	struct hists *to, *raw;
	struct raw_node *nodes;
	struct hist_entry **self; /* the final row of each raw one */
	bool chains, from_caller;
	size_t callers_keys
		[HIST_MAX_COLUMNS]; /* the keys that a caller has in common with the row */
	size_t nr_callers_keys;
	struct order_item *items; /* raw rows in order */
	struct step *steps;
	size_t depth, cap;
	u32 *coming;  /* nodes that are not yet steps, the innermost first, */
	u32 *missing; /* and that a walk has not come to */
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

	if (place->of)
		place = place->of;
	for (size_t k = 0; k < spec->nr_keys; k++) {
		keys[k] = raw->keys[k];
		if (spec->keys[k]->id == HIST_SYM)
			keys[k] = (uintptr_t)place;
		else if (spec->keys[k]->id == HIST_DSO)
			keys[k] = (uintptr_t)place->dso;
	}
	return get_row(x, keys, level);
}

static size_t nodes_bytes(const struct expansion *x)
{
	return (x->raw->chains.nr + 1ULL) * sizeof(*x->nodes);
}

static int look_at_nodes(struct expansion *x)
{
	const struct chains *chains = &x->raw->chains;
	u32 rank = 0;

	x->nodes = bulk__grow(NULL, 0, nodes_bytes(x));
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
	for (u32 i = chains->nr; i-- > 1;) {
		struct raw_node *node = &x->nodes[i], *parent = &x->nodes[chains->nodes[i].parent];

		if (!node->rank_end)
			node->rank_end = node->rank + 1;
		if (parent->rank_end < node->rank_end)
			parent->rank_end = node->rank_end;
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
	x->self = bulk__grow(NULL, 0, x->raw->nr * sizeof(struct hist_entry *));
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
static void order_rows(struct expansion *x, struct order_item *items)
{
	struct order_item *spare = items + x->raw->nr, *sorted;

	for (size_t i = 0; i < x->raw->nr; i++)
		items[i] = (struct order_item){ x->nodes[x->raw->list[i]->chain].rank, i };
	sorted = order__sort(items, spare, x->raw->nr);
	for (size_t k = 0; k < x->nr_callers_keys; k++) {
		spare = sorted == items ? items + x->raw->nr : items;
		for (size_t i = 0; i < x->raw->nr; i++)
			sorted[i].key = x->raw->list[sorted[i].value]->keys[x->callers_keys[k]];
		sorted = order__sort(sorted, spare, x->raw->nr);
	}
	x->items = sorted;
}

/*
 * Goes to raw node @to, and in the tree of the row where the same steps lead. Behind a node that this
 * walk made each step is new, as it comes to each raw node once. 0 or -ENOMEM.
 */
static int walk_to(struct expansion *x, struct walk *walk, u32 to)
{
	const struct chain_node *nodes = x->raw->chains.nodes;
	struct chains *chains = &x->to->chains;
	size_t nr = 0;
	u32 at = to;

	while (at != walk->node && nodes[at].place) {
		if (walk->node > at) {
			walk->node = nodes[walk->node].parent;
			walk->end = chains->nodes[walk->end].parent;
			continue;
		}
		x->missing[nr++] = at;
		at = nodes[at].parent;
	}
	walk->node = to;
	/* It had not begun, or was in another tree. */
	if (!nodes[at].place)
		walk->end = walk->root;
	while (walk->end && nr) {
		const struct place *place = nodes[x->missing[--nr]].place;

		walk->end = walk->end >= walk->new_from ? chains__new_step(chains, walk->end, place)
							: chains__step(chains, walk->end, place);
	}
	return walk->end ? 0 : -ENOMEM;
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
 * Where the whole chain that ends in raw node @node ends in the tree at @root, from the outermost
 * step on. While rows are made the root holds the last one that was asked for: .hit says which it
 * was and .next where it ends. 0: out of memory.
 */
static u32 whole_end(struct expansion *x, u32 root, u32 node)
{
	struct walk walk = { .root = root,
			     .node = x->to->chains.nodes[root].hit,
			     .end = x->to->chains.nodes[root].next,
			     .new_from = UINT32_MAX };

	if (walk_to(x, &walk, node))
		return 0;
	x->to->chains.nodes[root].hit = walk.node;
	x->to->chains.nodes[root].next = walk.end;
	return walk.end;
}

static void count_chain(struct expansion *x, const struct hist_entry *raw, struct hist_entry *row,
			u32 end, u16 depth)
{
	x->to->chains.nodes[end].hit += x->to->by_count ? raw->samples : raw->period;
	if (row->depth < depth)
		row->depth = depth;
}

/* The raw row's chain in the tree of its own row. */
static int add_own_chain(struct expansion *x, const struct hist_entry *raw, struct hist_entry *row)
{
	u32 end = x->from_caller ? whole_end(x, row->tree, raw->chain)
				 : walk_out(x, row->tree, raw->chain);

	if (!end)
		return -ENOMEM;
	count_chain(x, raw, row, end, x->nodes[raw->chain].depth);
	return 0;
}

/* The row of the caller at @step gets the periods and chains of all raw rows from @from on that go
 * through there, but for its own. */
static int add_below(struct expansion *x, const struct step *step, size_t from, size_t end)
{
	const struct raw_node *node = &x->nodes[step->node];
	struct hist_entry *row = step->row;
	struct walk walk = { .root = row->tree,
			     .node = x->raw->chains.nodes[step->node].parent,
			     .end = row->tree,
			     .new_from = x->to->chains.nr };

	for (size_t i = from; i < end; i++) {
		const struct hist_entry *raw = x->raw->list[x->items[i].value];
		const struct raw_node *last = &x->nodes[raw->chain];

		if (last->rank >= node->rank_end)
			break;
		if (x->self[x->items[i].value] == row)
			continue;
		row->children += raw->period;
		if (!x->chains)
			continue;
		if (walk_to(x, &walk, raw->chain))
			return -ENOMEM;
		count_chain(x, raw, row, walk.end, last->depth - node->depth + 1);
	}
	return 0;
}

/* Gives up steps behind the first @depth. */
static void shorten(struct expansion *x, size_t depth)
{
	while (x->depth > depth) {
		x->depth--;
		if (x->from_caller)
			x->steps[x->depth].row->met--;
	}
}

/* From the caller a row that was not met further out gets all that goes through here. */
static int push_step(struct expansion *x, u32 node, size_t i, size_t end)
{
	const struct hist_entry *raw = x->raw->list[x->items[i].value];
	struct step *step = &x->steps[x->depth];

	*step = (struct step){ .node = node, .place = x->raw->chains.nodes[node].place };
	step->row = get_caller(x, raw, step->place, step->place->level);
	if (!step->row)
		return -ENOMEM;
	x->depth++;
	return x->from_caller && !step->row->met++ ? add_below(x, step, i, end) : 0;
}

/* Goes from the steps of one row to those of row @i, of those up to @end that share callers. */
static int go_to(struct expansion *x, size_t i, size_t end)
{
	const struct chain_node *nodes = x->raw->chains.nodes;
	const struct hist_entry *raw = x->raw->list[x->items[i].value];
	size_t depth = x->depth, nr = 0;
	u32 at = raw->chain;

	while (nodes[at].place && !(depth && x->steps[depth - 1].node == at)) {
		if (depth && x->steps[depth - 1].node > at) {
			depth--;
			continue;
		}
		x->coming[nr++] = at;
		at = nodes[at].parent;
	}
	shorten(x, x->nodes[at].depth);
	while (nr)
		if (push_step(x, x->coming[--nr], i, end))
			return -ENOMEM;
	return 0;
}

/* From the callee: the row of each step, if it was not met further in, gets the period and the chain
 * from here on outwards. */
static int add_callers(struct expansion *x, const struct hist_entry *raw, u32 number)
{
	for (size_t i = x->depth; i--;) {
		struct step *step = &x->steps[i];

		if (step->row->met == number)
			continue;
		step->row->met = number;
		step->row->children += raw->period;
		if (!x->chains)
			continue;
		if (!step->end)
			step->end = walk_out(x, step->row->tree, step->node);
		if (!step->end)
			return -ENOMEM;
		count_chain(x, raw, step->row, step->end, i + 1);
	}
	return 0;
}

/* Rows whose callers have the same rows. */
static int add_group(struct expansion *x, size_t from, size_t end)
{
	int ret = 0;

	for (size_t i = from; i < end && !ret; i++) {
		const struct hist_entry *raw = x->raw->list[x->items[i].value];
		struct hist_entry *self = x->self[x->items[i].value];

		if (!x->nodes[raw->chain].depth)
			continue;
		if (x->chains)
			ret = add_own_chain(x, raw, self);
		if (ret || !x->to->spec->children)
			continue;
		ret = go_to(x, i, end);
		if (ret || x->from_caller)
			continue;
		self->met = i + 1;
		ret = add_callers(x, raw, i + 1);
	}
	shorten(x, 0);
	return ret;
}

static int add_chains(struct expansion *x)
{
	size_t bytes = x->raw->nr * 2 * sizeof(struct order_item);
	struct order_item *items = bulk__grow(NULL, 0, bytes);
	int ret = items ? 0 : -ENOMEM;

	if (items)
		order_rows(x, items);
	for (size_t i = 0, end; i < x->raw->nr && !ret; i = end) {
		const struct hist_entry *first = x->raw->list[x->items[i].value];

		for (end = i + 1; end < x->raw->nr; end++)
			if (!shares_callers(x, first, x->raw->list[x->items[end].value]))
				break;
		ret = add_group(x, i, end);
	}
	bulk__free(items, bytes);
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
	x->coming = calloc(cap, sizeof(*x->coming));
	for (size_t k = 0; k < spec->nr_keys; k++)
		if (spec->keys[k]->id != HIST_SYM && spec->keys[k]->id != HIST_DSO)
			x->callers_keys[x->nr_callers_keys++] = k;
	return !ret && x->steps && x->missing && x->coming ? 0 : -ENOMEM;
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
	bulk__free(x.nodes, nodes_bytes(&x));
	bulk__free(x.self, raw->nr * sizeof(struct hist_entry *));
	free(x.steps);
	free(x.missing);
	free(x.coming);
	hists__exit(raw);
	*raw = (struct hists){ .spec = to->spec };
	return ret;
}
