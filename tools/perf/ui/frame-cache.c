// SPDX-License-Identifier: GPL-2.0-only
/* Addresses -> the text that stands for them in a line of perf script, kept in one hash table
 * and one piece of memory for the texts. */
#include "ui/frame-cache.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS	   (1u << 18)
#define ENTRIES	   (BUCKETS / 2)
#define TEXT_BYTES (16u << 20)

struct entry {
	struct frame_key key;
	u32 at;
	u32 len; /* 0: free; the text has at least one byte */
	bool stop;
};

struct frame_cache {
	struct entry *buckets;
	u32 nr;
	char *texts;
	u32 used;
};

struct frame_cache *frame_cache__new(void)
{
	struct frame_cache *cache = calloc(1, sizeof(*cache));

	if (!cache)
		return NULL;
	cache->buckets = calloc(BUCKETS, sizeof(*cache->buckets));
	cache->texts = malloc(TEXT_BYTES);
	if (cache->buckets && cache->texts)
		return cache;
	frame_cache__delete(cache);
	return NULL;
}

void frame_cache__delete(struct frame_cache *cache)
{
	if (!cache)
		return;
	free(cache->buckets);
	free(cache->texts);
	free(cache);
}

void frame_cache__reset(struct frame_cache *cache)
{
	if (cache->nr)
		memset(cache->buckets, 0, BUCKETS * sizeof(*cache->buckets));
	cache->nr = 0;
	cache->used = 0;
}

static struct entry *find_bucket(struct frame_cache *cache, const struct frame_key *key)
{
	u64 hash = (key->addr ^ (uintptr_t)key->dso << 20 ^ (u64)key->fields << 40) *
		   0x9e3779b97f4a7c15ULL;

	for (size_t at = hash >> 46;; at++) {
		struct entry *entry = &cache->buckets[at & (BUCKETS - 1)];

		if (!entry->len || (entry->key.addr == key->addr && entry->key.dso == key->dso &&
				    entry->key.fields == key->fields))
			return entry;
	}
}

bool frame_cache__find(struct frame_cache *cache, const struct frame_key *key,
		       struct frame_text *text)
{
	const struct entry *entry = find_bucket(cache, key);

	*text = (struct frame_text){ cache->texts + entry->at, entry->len, entry->stop };
	return entry->len;
}

void frame_cache__put(struct frame_cache *cache, const struct frame_key *key,
		      const struct frame_text *text)
{
	struct entry *entry;

	if (!text->len || text->len > TEXT_BYTES / 16)
		return;
	if (cache->nr == ENTRIES || TEXT_BYTES - cache->used < text->len)
		frame_cache__reset(cache);
	entry = find_bucket(cache, key);
	*entry = (struct entry){ *key, cache->used, text->len, text->stop };
	memcpy(cache->texts + cache->used, text->text, text->len);
	cache->used += text->len;
	cache->nr++;
}
