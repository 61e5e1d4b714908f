/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_BULK_H
#define BASE_BULK_H

#include "types.h"

/*
 * Tables and lists that are small mostly and large at times: from the heap while they are small, in
 * whole huge pages from then on. Everybody remembers how large a piece is.
 */

/*
 * A piece of @bytes that begins with the @old_bytes at @old (NULL: there are none), and zeros behind;
 * @old is not to be used any more. NULL: out of memory, and @old is as it was.
 */
void *bulk__grow(void *old, size_t old_bytes, size_t bytes);

/* @bytes as last asked for; NULL is fine. */
void bulk__free(void *piece, size_t bytes);

#endif
