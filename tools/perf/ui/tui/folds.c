// SPDX-License-Identifier: GPL-2.0-only
/* A set of numbers in which what the user folded otherwise than by default is kept. */
#include "ui/tui/folds.h"

#include <errno.h>
#include <stdlib.h>

/* 0 is what a free bucket holds; those that are deleted would break chains of buckets. */
#define GONE 1

static u64 name_of(u64 id)
{
	return id > GONE ? id : id + 2;
}

static u64 *find(const struct folds *folds, u64 id)
{
	for (size_t at = id >> 20 & (folds->cap - 1);; at = (at + 1) & (folds->cap - 1))
		if (!folds->table[at] || folds->table[at] == id)
			return &folds->table[at];
}

bool folds__is_open(const struct folds *folds, u64 id, bool by_default)
{
	bool excepted = folds->cap && *find(folds, name_of(id));

	return excepted != (folds->all || by_default);
}

static int grow(struct folds *folds)
{
	struct folds wider = { .all = folds->all, .cap = folds->cap ? folds->cap * 2 : 64 };

	wider.table = calloc(wider.cap, sizeof(*wider.table));
	if (!wider.table)
		return -ENOMEM;
	for (size_t i = 0; i < folds->cap; i++) {
		if (folds->table[i] <= GONE)
			continue;
		*find(&wider, folds->table[i]) = folds->table[i];
		wider.nr++;
	}
	free(folds->table);
	*folds = wider;
	return 0;
}

int folds__set(struct folds *folds, u64 id, bool by_default, bool open)
{
	u64 *bucket;

	if (folds__is_open(folds, id, by_default) == open)
		return 0;
	if (folds->nr * 2 >= folds->cap && grow(folds))
		return -ENOMEM;
	bucket = find(folds, name_of(id));
	if (*bucket) {
		*bucket = GONE;
		return 0;
	}
	*bucket = name_of(id);
	folds->nr++;
	return 0;
}

void folds__set_all(struct folds *folds, bool open)
{
	folds__exit(folds);
	folds->all = open;
}

void folds__exit(struct folds *folds)
{
	free(folds->table);
	*folds = (struct folds){ 0 };
}
