// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tree of call chains -> its visible lines, one after the other. Nothing is sorted or kept: from
 * a line to the next one the siblings are looked through. Steps without a branch between them are
 * one branch, which is folded at its first step.
 */
#include "ui/tui/tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hist/chains.h"
#include "hist/mix.h"
#include "hist/places.h"
#include "symbol/symbols.h"
#include "ui/tui/folds.h"
#include "ui/tui/ident.h"

const char *tree__name(const struct tree *tree, u32 node, char hex[24])
{
	const struct place *place = tree->nodes[node].place;

	if (place->symbol)
		return place->symbol->name;
	snprintf(hex, 24, "%#llx", place->addr);
	return hex;
}

/* Does @a stand above its sibling @b? */
static bool is_before(const struct tree *tree, u32 a, u32 b)
{
	char hex_a[24], hex_b[24];
	int ret;

	if (tree->nodes[a].total != tree->nodes[b].total)
		return tree->nodes[a].total > tree->nodes[b].total;
	ret = strcmp(tree__name(tree, a, hex_a), tree__name(tree, b, hex_b));
	return ret ? ret < 0 : a < b;
}

static u64 min_of(const struct tree *tree, u32 parent)
{
	u64 total = 0;

	if (!tree->fractal)
		return tree->min;
	for (u32 at = tree->nodes[parent].child; at; at = tree->nodes[at].next)
		total += tree->nodes[at].total;
	return ceil(total * tree->min_percent / 100);
}

/* Of the children of @parent that stand behind @node (or before it), the nearest. 0: none. */
static u32 nearest(const struct tree *tree, u32 parent, u32 node, bool behind)
{
	u64 min = min_of(tree, parent);
	u32 best = 0;

	for (u32 at = tree->nodes[parent].child; at; at = tree->nodes[at].next) {
		if (tree->nodes[at].total < min || at == node)
			continue;
		if (node && is_before(tree, node, at) != behind)
			continue;
		if (!best || is_before(tree, at, best) == behind)
			best = at;
	}
	return best;
}

u32 tree__first_child(const struct tree *tree, u32 node)
{
	return nearest(tree, node, 0, true);
}

/* The only step after @node, when nothing ends or branches off there; else 0. */
static u32 straight_on(const struct tree *tree, u32 node)
{
	u32 child = tree->nodes[node].child;

	return tree->nodes[node].place && child && !tree->nodes[node].hit &&
			       !tree->nodes[child].next
		       ? child
		       : 0;
}

static bool is_head(const struct tree *tree, u32 node)
{
	return straight_on(tree, tree->nodes[node].parent) != node;
}

u32 tree__head(const struct tree *tree, u32 node)
{
	while (!is_head(tree, node))
		node = tree->nodes[node].parent;
	return node;
}

bool tree__can_fold(const struct tree *tree, u32 node)
{
	return is_head(tree, node) && tree__first_child(tree, node);
}

bool tree__is_alone(const struct tree *tree, u32 node)
{
	u32 parent = tree->nodes[node].parent;

	return !tree->nodes[tree->nodes[parent].child].next;
}

/* A chain that the whole row has is worth being seen at once. */
bool tree__opens_by_default(const struct tree *tree, u32 node)
{
	return tree->nodes[node].parent == tree->root && tree__is_alone(tree, node);
}

bool tree__is_open(const struct tree *tree, u32 node)
{
	return folds__is_open(tree->folds, tree__id(tree, node),
			      tree__opens_by_default(tree, node));
}

u64 tree__id(const struct tree *tree, u32 node)
{
	u64 id = 1;

	for (; tree->nodes[node].place; node = tree->nodes[node].parent)
		id = mix__u64(id, ident__place(tree->nodes[node].place));
	return mix__u64(id, tree->row_id);
}

u32 tree__depth(const struct tree *tree, u32 node)
{
	u32 depth = 0;

	for (; tree->nodes[node].place; node = tree->nodes[node].parent)
		depth += is_head(tree, node);
	return depth;
}

u64 tree__siblings_total(const struct tree *tree, u32 node)
{
	u64 total = 0;

	for (u32 at = tree->nodes[tree->nodes[node].parent].child; at; at = tree->nodes[at].next)
		total += tree->nodes[at].total;
	return total;
}

/* Are the lines below @node shown? */
static bool shows_children(const struct tree *tree, u32 node)
{
	return tree__is_open(tree, tree__head(tree, node));
}

bool tree__next(const struct tree *tree, u32 *node)
{
	u32 at = *node, next = 0;

	if (!at)
		next = tree__first_child(tree, tree->root);
	else if (shows_children(tree, at))
		next = tree__first_child(tree, at);
	for (; !next && at && at != tree->root; at = tree->nodes[at].parent)
		next = nearest(tree, tree->nodes[at].parent, at, true);
	if (next)
		*node = next;
	return next;
}

/* The last visible line of what begins at @node. */
static u32 deepest(const struct tree *tree, u32 node)
{
	for (;;) {
		u32 child = 0, next = 0;

		if (node != tree->root && !shows_children(tree, node))
			return node;
		while ((next = nearest(tree, node, child, true)))
			child = next;
		if (!child)
			return node;
		node = child;
	}
}

bool tree__prev(const struct tree *tree, u32 *node)
{
	u32 parent, before;

	if (!*node)
		return false;
	parent = tree->nodes[*node].parent;
	before = nearest(tree, parent, *node, false);
	if (before)
		*node = deepest(tree, before);
	else
		*node = parent == tree->root ? 0 : parent;
	return true;
}

u32 tree__last(const struct tree *tree)
{
	u32 last = deepest(tree, tree->root);

	return last == tree->root ? 0 : last;
}
