/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_BLOCK_H
#define PERF_DATA_BLOCK_H

#include "pages.h"

/*
 * Two megabytes that records lie in, aligned to their size, so that the address of a record gives
 * its block. Records are kept by one side and let go by the other, which may be another thread:
 * each side counts for itself, and a block whose counts agree can be used again.
 */
#define DATA_BLOCK_BYTES PAGES_HUGE_BYTES

struct data_block {
	struct data_block *next; /* of all blocks of the list */
	u64 kept;
	u64 waiting; /* for the keeping side's own use */
	_Alignas(64) u64 released;
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

/* The keeping side: is anything in it kept and not yet let go? */
static inline bool data_block__is_used(const struct data_block *block)
{
	return __atomic_load_n(&block->released, __ATOMIC_ACQUIRE) != block->kept;
}

/* The other side: one record less is needed. */
static inline void data_block__release(struct data_block *block)
{
	__atomic_store_n(&block->released, block->released + 1, __ATOMIC_RELEASE);
}

#endif
