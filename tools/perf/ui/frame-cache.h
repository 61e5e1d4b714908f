/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_FRAME_CACHE_H
#define PERF_UI_FRAME_CACHE_H

#include "types.h"

struct dso;

/* Texts of addresses that were printed before: most samples hit where others did. Bounded: what
 * is full is emptied. */
struct frame_cache;

/* What a text belongs to. */
struct frame_key {
	const struct dso *dso; /* NULL: the kernel's part of the addresses */
	u64 addr;	       /* in the dso */
	u32 fields;	       /* that the text has */
};

struct frame_text {
	const char *text; /* until the next put or reset */
	u32 len;
	bool stop; /* the chain ends here */
};

struct frame_cache *frame_cache__new(void); /* NULL: out of memory */
void frame_cache__delete(struct frame_cache *cache);

/* false: it is not there. */
bool frame_cache__find(struct frame_cache *cache, const struct frame_key *key,
		       struct frame_text *text);

/* Keeps a copy. Without memory it is not kept. */
void frame_cache__put(struct frame_cache *cache, const struct frame_key *key,
		      const struct frame_text *text);

/* Forgets all: maps of the kernel have changed. */
void frame_cache__reset(struct frame_cache *cache);

#endif
