/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_TREE_H
#define PERF_UI_TUI_TREE_H

#include "types.h"

struct chain_node;
struct folds;

/* The call chains of one row as lines, the heaviest branch first. All borrowed. */
struct tree {
	const struct chain_node *nodes;
	u32 root;
	u64 row_id;
	const struct folds *folds;
	u64 min;	    /* period below which a branch is left out */
	double min_percent; /* of its siblings together, with fractal */
	bool fractal;
};

/* Steps over visible lines; *node 0 is the row above them. False at the end, or above the row. */
bool tree__next(const struct tree *tree, u32 *node);
bool tree__prev(const struct tree *tree, u32 *node);

/* The last visible line; 0: there is none below the row. */
u32 tree__last(const struct tree *tree);

/* The heaviest branch below @node that is not left out; 0: there is none. */
u32 tree__first_child(const struct tree *tree, u32 node);

/* Branches are folded and unfolded where they begin: does one, with something below, begin at @node? */
bool tree__can_fold(const struct tree *tree, u32 node);
bool tree__is_open(const struct tree *tree, u32 node);

/* The branch's beginning that @node belongs to. */
u32 tree__head(const struct tree *tree, u32 node);
bool tree__opens_by_default(const struct tree *tree, u32 node);

/* Stays the same for as long as the row's keys and the places on the way to @node do. */
u64 tree__id(const struct tree *tree, u32 node);

/* How many branches @node is inside of. */
u32 tree__depth(const struct tree *tree, u32 node);

/* What all branches that begin beside @node have together. */
u64 tree__siblings_total(const struct tree *tree, u32 node);

/* Do other branches begin beside @node? */
bool tree__is_alone(const struct tree *tree, u32 node);

/* The name of the step: a symbol, or an address printed to @hex. */
const char *tree__name(const struct tree *tree, u32 node, char hex[24]);

#endif
