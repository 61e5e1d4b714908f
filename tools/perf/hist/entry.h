/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_ENTRY_H
#define PERF_HIST_ENTRY_H

#include "types.h"

/* A row: what its samples have in common, and their sums. */
struct hist_entry {
	u64 samples;
	u64 period;			/* of samples right here */
	u64 period_kernel, period_user; /* of these */
	u64 children;			/* and of what was called from here */
	u32 chain;			/* of raw rows: where their call chain ends; else 0 */
	u32 tree;			/* root of the call chains, 0: none */
	u32 met;			/* expand's own: the raw row that met it last */
	u16 depth;			/* of the longest of these chains */
	char level;			/* 'k', '.', ...: where the first sample was */
	u8 hidden;  /* hist_hidden bits; only the sums of a hierarchy count it */
	u64 keys[]; /* one a key of the spec */
};

#endif
