// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Pieces of memory that grow. A large one is moved by its page tables, so that neither the copy nor
 * the sum of both sizes is paid for; between two multiples of a huge page it stays where it is.
 */
#include "bulk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pages.h"

/* From here on a huge page costs less than the small ones that would be touched. */
#define LARGE_BYTES ((size_t)256 << 10)

static bool is_large(size_t bytes)
{
	return bytes >= LARGE_BYTES;
}

/* What a large piece takes in fact. */
static size_t whole(size_t bytes)
{
	return ALIGN_UP(bytes, PAGES_HUGE_BYTES);
}

static void *grow_small(void *old, size_t old_bytes, size_t bytes)
{
	char *piece = realloc(old, bytes ? bytes : 1);

	if (piece && bytes > old_bytes)
		memset(piece + old_bytes, 0, bytes - old_bytes);
	return piece;
}

/* Moves a large piece's pages, or else what is in them. */
static void move(void *piece, void *old, size_t old_bytes)
{
	size_t bytes = whole(old_bytes);

	if (is_large(old_bytes) &&
	    mremap(old, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, piece) != MAP_FAILED)
		return;
	memcpy(piece, old, old_bytes);
	bulk__free(old, old_bytes);
}

static void *grow_large(void *old, size_t old_bytes, size_t bytes)
{
	void *piece;

	if (bytes > PTRDIFF_MAX / 2)
		return NULL;
	if (is_large(old_bytes) && whole(old_bytes) == whole(bytes))
		return old;
	piece = pages__alloc(whole(bytes));
	if (piece && old)
		move(piece, old, old_bytes);
	return piece;
}

void *bulk__grow(void *old, size_t old_bytes, size_t bytes)
{
	return is_large(bytes) ? grow_large(old, old_bytes, bytes)
			       : grow_small(old, old_bytes, bytes);
}

void bulk__free(void *piece, size_t bytes)
{
	if (is_large(bytes))
		pages__free(piece, whole(bytes));
	else
		free(piece);
}
