/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_FOLDS_H
#define PERF_UI_TUI_FOLDS_H

#include "types.h"

/* What is unfolded, by hashes of what it is. Zeroed: nothing but what is so by default. */
struct folds {
	bool all;   /* everything is unfolded, save for the exceptions */
	u64 *table; /* exceptions, open addressing; 0: free */
	size_t nr, cap;
};

/* @by_default: unfolded where the user said nothing. */
bool folds__is_open(const struct folds *folds, u64 id, bool by_default);

/* 0 or -ENOMEM. */
int folds__set(struct folds *folds, u64 id, bool by_default, bool open);

void folds__set_all(struct folds *folds, bool open);
void folds__exit(struct folds *folds);

#endif
