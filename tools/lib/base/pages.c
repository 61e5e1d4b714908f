// SPDX-License-Identifier: LGPL-2.1-or-later
/* A mapping of what was asked for; where that is large, one that begins at a huge page's bound. */
#include "pages.h"

#include <sys/mman.h>

static void *map(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

void *pages__alloc(size_t bytes)
{
	size_t more = PAGES_HUGE_BYTES, before;
	char *at;

	if (bytes > SIZE_MAX / 2)
		return NULL;
	if (bytes < PAGES_HUGE_BYTES)
		return map(bytes ? bytes : 1);
	bytes = ALIGN_UP(bytes, (size_t)4096);
	at = map(bytes + more);
	if (!at)
		return NULL;
	before = ALIGN_UP((uintptr_t)at, PAGES_HUGE_BYTES) - (uintptr_t)at;
	if (before)
		munmap(at, before);
	if (more - before)
		munmap(at + before + bytes, more - before);
	/* A kernel without huge pages says no, and nothing is lost. */
	madvise(at + before, bytes, MADV_HUGEPAGE);
	return at + before;
}

void pages__free(void *pages, size_t bytes)
{
	if (bytes >= PAGES_HUGE_BYTES)
		bytes = ALIGN_UP(bytes, (size_t)4096);
	if (pages)
		munmap(pages, bytes ? bytes : 1);
}
