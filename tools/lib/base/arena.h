/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "types.h"

/* Memory that is freed all at once: zeroed is empty; a syntax tree lives in one. */
struct arena {
	struct arena_block *blocks;
	size_t used;
};

/* Zeroed memory aligned for anything, or NULL. */
void *arena__alloc(struct arena *arena, size_t size);
/* A copy with a NUL behind, at any address. */
char *arena__strndup(struct arena *arena, const char *text, size_t len);
void arena__exit(struct arena *arena);

#endif
