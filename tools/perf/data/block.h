/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_BLOCK_H
#define PERF_DATA_BLOCK_H

#include "pages.h"

/*
 * Two megabytes that records lie in, aligned to their size, so that the address of a record gives
 * its block. What is kept is counted, by one thread; a block in which nothing is can be used again.
 */
#define DATA_BLOCK_BYTES PAGES_HUGE_BYTES

struct data_block {
	struct data_block *next; /* of all blocks of the list */
	u64 kept;
	u64 waiting; /* for the own use of who keeps */
	_Alignas(64) u8 bytes[];
};
#define DATA_BLOCK_ROOM (DATA_BLOCK_BYTES - sizeof(struct data_block))

/* All blocks of one keeper. Zeroed is empty. */
struct data_blocks {
	struct data_block *list;
};

/* A block of which nothing is kept, other than @except (may be NULL). NULL: out of memory. */
struct data_block *data_blocks__get(struct data_blocks *blocks, const struct data_block *except);
/* Frees blocks of which nothing is kept, but for @spare of them and @except. */
void data_blocks__trim(struct data_blocks *blocks, size_t spare, const struct data_block *except);
void data_blocks__exit(struct data_blocks *blocks);

static inline struct data_block *data_block__of(const void *record)
{
	return (struct data_block *)((uintptr_t)record & ~(uintptr_t)(DATA_BLOCK_BYTES - 1));
}

static inline bool data_block__is_used(const struct data_block *block)
{
	return block->kept;
}

#endif
