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

/*
 * The same for whole lines, which are found sooner: nobody has to know what is mapped at the address.
 * @space: that addresses are in, NULL is the kernel's; @changes: of all that is mapped so far, which
 * make void what was kept of other spaces than the kernel's; @fields: that lines have. Returns what stands
 * for all three, until the next call or reset, never 0.
 */
u32 frame_cache__scope(struct frame_cache *cache, const void *space, u64 changes, u32 fields);

/* What was found may be copied in steps of 16 bytes. */
bool frame_cache__find_line(const struct frame_cache *cache, u32 scope, u64 ip,
			    struct frame_text *text);
void frame_cache__put_line(struct frame_cache *cache, u32 scope, u64 ip,
			   const struct frame_text *text);

/* Forgets all: maps of the kernel have changed. */
void frame_cache__reset(struct frame_cache *cache);

#endif
