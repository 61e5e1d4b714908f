// SPDX-License-Identifier: GPL-2.0-only
/* Blocks for records: used again as soon as nobody needs what is in them. */
#include "block.h"

struct data_block *data_blocks__get(struct data_blocks *blocks, const struct data_block *except)
{
	struct data_block *block;

	for (block = blocks->list; block; block = block->next)
		if (block != except && !data_block__is_used(block))
			return block;
	block = pages__alloc(DATA_BLOCK_BYTES);
	if (!block)
		return NULL;
	block->next = blocks->list;
	blocks->list = block;
	return block;
}

void data_blocks__trim(struct data_blocks *blocks, size_t spare, const struct data_block *except)
{
	struct data_block **at = &blocks->list;

	while (*at) {
		struct data_block *block = *at;

		if (block == except || data_block__is_used(block) || spare) {
			spare -= block != except && !data_block__is_used(block);
			at = &block->next;
			continue;
		}
		*at = block->next;
		pages__free(block, DATA_BLOCK_BYTES);
	}
}

void data_blocks__exit(struct data_blocks *blocks)
{
	while (blocks->list) {
		struct data_block *next = blocks->list->next;

		pages__free(blocks->list, DATA_BLOCK_BYTES);
		blocks->list = next;
	}
}
