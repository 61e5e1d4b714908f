// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A chain of blocks, each as large as all before it up to a huge page; what is larger than a block
 * gets one of its own.
 */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

#include "pages.h"

/* Within a page of the heap: what is zeroed is touched, and an event string needs little. */
#define FIRST_BYTES 2048

struct arena_block {
	struct arena_block *next;
	size_t size;  /* of data */
	size_t total; /* of all blocks up to this one */
	_Alignas(max_align_t) char data[];
};

static bool has_pages(size_t bytes)
{
	return bytes >= PAGES_HUGE_BYTES;
}

/* A block with room for @size bytes. */
static struct arena_block *new_block(struct arena *arena, size_t size)
{
	size_t total = arena->blocks ? arena->blocks->total : 0;
	size_t bytes = total < FIRST_BYTES ? FIRST_BYTES : total;
	struct arena_block *block;

	if (bytes > PAGES_HUGE_BYTES)
		bytes = PAGES_HUGE_BYTES;
	if (bytes < size + sizeof(*block))
		bytes = size + sizeof(*block);
	block = has_pages(bytes) ? pages__alloc(bytes) : calloc(1, bytes);
	if (!block)
		return NULL;
	block->size = bytes - sizeof(*block);
	block->total = total + bytes;
	block->next = arena->blocks;
	arena->blocks = block;
	arena->used = 0;
	return block;
}

/* @align is a power of two. */
static void *take(struct arena *arena, size_t size, size_t align)
{
	struct arena_block *block = arena->blocks;
	size_t used = (arena->used + align - 1) & ~(align - 1);

	if (size > SIZE_MAX / 2)
		return NULL;
	if (!block || used > block->size || block->size - used < size) {
		block = new_block(arena, size);
		if (!block)
			return NULL;
		used = 0;
	}
	arena->used = used + size;
	return block->data + used;
}

void *arena__alloc(struct arena *arena, size_t size)
{
	return take(arena, size ? size : 1, sizeof(max_align_t));
}

char *arena__strndup(struct arena *arena, const char *text, size_t len)
{
	char *copy = len < SIZE_MAX ? take(arena, len + 1, 1) : NULL;

	if (copy)
		memcpy(copy, text, len);
	return copy;
}

void arena__exit(struct arena *arena)
{
	struct arena_block *block, *next;

	for (block = arena->blocks; block; block = next) {
		size_t bytes = block->size + sizeof(*block);

		next = block->next;
		if (has_pages(bytes))
			pages__free(block, bytes);
		else
			free(block);
	}
	*arena = (struct arena){ 0 };
}
