/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include "types.h"

/*
 * Large pieces of memory right from the kernel, in huge pages where there are any: first touching
 * a small page may cost more than all that is done with it afterwards.
 */
#define PAGES_HUGE_BYTES ((size_t)2 << 20)

/* Zeroed, aligned to PAGES_HUGE_BYTES when it is at least that large, else to a page; NULL. */
void *pages__alloc(size_t bytes);

/* @bytes as for the allocation; NULL is fine. */
void pages__free(void *pages, size_t bytes);

#endif
