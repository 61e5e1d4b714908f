/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_TEXTS_H
#define PERF_HIST_TEXTS_H

#include "arena.h"

/* Texts kept once each, so that equal ones have equal addresses. Zeroed is empty. */
struct texts {
	struct arena arena;
	struct text_bucket *buckets; /* open addressing */
	size_t nr, nr_buckets;
};

/* Of @len bytes; the upper half is mixed best. */
u64 texts__hash(const char *text, size_t len);

/* The one copy of @len bytes at @text, with a NUL behind; NULL: out of memory. */
const char *texts__get(struct texts *texts, const char *text, size_t len);
void texts__exit(struct texts *texts);

#endif
