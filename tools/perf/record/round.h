/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_ROUND_H
#define PERF_RECORD_ROUND_H

#include "data/block.h"

/* Whole records that lie behind each other in one block. */
struct round_part {
	const u8 *bytes;
	size_t size;
	struct data_block *block;
};

/*
 * The records of one round over all rings, in blocks in which who reads them can keep them (see
 * data/block.h). Zeroed is empty.
 */
struct record_round {
	struct round_part *parts; /* in their order */
	size_t nr, cap;
	struct data_blocks blocks;
	struct data_block *block; /* that is being filled, */
	size_t used;		  /* so far */
};

/* Appends whole records whose sizes add up to @len. 0 or -ENOMEM. */
int record_round__append(struct record_round *round, const void *records, size_t len);

/* Begins the next round: what nobody kept is gone. */
void record_round__reset(struct record_round *round);
void record_round__exit(struct record_round *round);

#endif
