// SPDX-License-Identifier: LGPL-2.1-or-later
/* A chain of blocks; what is larger than a block gets one of its own. */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 16384

struct arena_block {
	struct arena_block *next;
	size_t size;
	_Alignas(max_align_t) char data[];
};

void *arena__alloc(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	void *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = ALIGN_UP(size ? size : 1, sizeof(max_align_t));
	if (!block || block->size - arena->used < size) {
		size_t bytes = size > BLOCK_BYTES ? size : BLOCK_BYTES;

		block = calloc(1, sizeof(*block) + bytes);
		if (!block)
			return NULL;
		block->size = bytes;
		block->next = arena->blocks;
		arena->blocks = block;
		arena->used = 0;
	}
	p = block->data + arena->used;
	arena->used += size;
	return p;
}

char *arena__strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = arena__alloc(arena, len + 1);

	if (copy)
		memcpy(copy, text, len);
	return copy;
}

void arena__exit(struct arena *arena)
{
	struct arena_block *block, *next;

	for (block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	*arena = (struct arena){ 0 };
}
