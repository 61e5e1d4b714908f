// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses -> the text that stands for them in a line of perf script, kept in one hash table and
 * one piece of memory for the texts. Before it stands a smaller table of whole lines, in which a
 * later line takes the place of an earlier one.
 */
#include "ui/frame-cache.h"

#include <stdlib.h>
#include <string.h>

#include "digits.h"

#define BUCKETS_MIN 4096
#define BUCKETS_MAX (1u << 18)
#define TEXT_MIN    (64u << 10)
#define TEXT_MAX    (16u << 20)

#define LINE_BITS   13
#define LINES_BYTES (1u << 20) /* their texts */
#define LINE_MAX    1024

struct entry {
	struct frame_key key;
	u32 at;
	u32 len; /* 0: free; the text has at least one byte */
	bool stop;
};

#define NR_SCOPES 256 /* a power of two */

struct line {
	u64 ip;
	u32 scope; /* 0: free */
	u32 at;
	u32 len;
	bool stop;
};

struct scope {
	const void *space;
	u64 changes;
	u32 fields;
	u32 number; /* 0: free */
};

struct frame_cache {
	struct line *lines;
	char *line_texts;
	u32 lines_used;
	u32 nr_scopes; /* numbers that were given out */
	struct scope scopes[NR_SCOPES];
	struct entry *buckets;
	u32 nr, nr_buckets;
	char *texts;
	u32 used, cap;
};

struct frame_cache *frame_cache__new(void)
{
	struct frame_cache *cache = calloc(1, sizeof(*cache));

	if (!cache)
		return NULL;
	cache->nr_buckets = BUCKETS_MIN;
	cache->buckets = calloc(cache->nr_buckets, sizeof(*cache->buckets));
	cache->cap = TEXT_MIN;
	cache->texts = malloc(cache->cap);
	cache->lines = calloc(1U << LINE_BITS, sizeof(*cache->lines));
	cache->line_texts = malloc(LINES_BYTES);
	if (cache->buckets && cache->texts && cache->lines && cache->line_texts)
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
	free(cache->lines);
	free(cache->line_texts);
	free(cache);
}

static void reset_lines(struct frame_cache *cache)
{
	if (cache->lines_used)
		memset(cache->lines, 0, sizeof(*cache->lines) << LINE_BITS);
	cache->lines_used = 0;
}

static void reset_texts(struct frame_cache *cache)
{
	if (cache->nr)
		memset(cache->buckets, 0, cache->nr_buckets * sizeof(*cache->buckets));
	cache->nr = 0;
	cache->used = 0;
}

void frame_cache__reset(struct frame_cache *cache)
{
	reset_lines(cache);
	reset_texts(cache);
}

static struct entry *find_bucket(const struct frame_cache *cache, const struct frame_key *key)
{
	u64 hash = (key->addr ^ (uintptr_t)key->dso << 20 ^ (u64)key->fields << 40) *
		   0x9e3779b97f4a7c15ULL;

	for (size_t at = hash >> 46;; at++) {
		struct entry *entry = &cache->buckets[at & (cache->nr_buckets - 1)];

		if (!entry->len || (entry->key.addr == key->addr && entry->key.dso == key->dso &&
				    entry->key.fields == key->fields))
			return entry;
	}
}

/* Four times as many buckets. Without memory the table stays as it is. */
static void grow_buckets(struct frame_cache *cache)
{
	struct frame_cache larger = { .nr_buckets = cache->nr_buckets * 4 };

	larger.buckets = calloc(larger.nr_buckets, sizeof(*larger.buckets));
	if (!larger.buckets)
		return;
	for (u32 i = 0; i < cache->nr_buckets; i++)
		if (cache->buckets[i].len)
			*find_bucket(&larger, &cache->buckets[i].key) = cache->buckets[i];
	free(cache->buckets);
	cache->buckets = larger.buckets;
	cache->nr_buckets = larger.nr_buckets;
}

static void grow_texts(struct frame_cache *cache)
{
	char *texts = realloc(cache->texts, cache->cap * 2);

	if (!texts)
		return;
	cache->texts = texts;
	cache->cap *= 2;
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

	if (!text->len || text->len > TEXT_MIN)
		return;
	if (cache->nr * 2 >= cache->nr_buckets && cache->nr_buckets < BUCKETS_MAX)
		grow_buckets(cache);
	if (cache->cap - cache->used < text->len && cache->cap < TEXT_MAX)
		grow_texts(cache);
	if (cache->nr * 2 >= cache->nr_buckets || cache->cap - cache->used < text->len)
		reset_texts(cache);
	entry = find_bucket(cache, key);
	*entry = (struct entry){ *key, cache->used, text->len, text->stop };
	memcpy(cache->texts + cache->used, text->text, text->len);
	cache->used += text->len;
	cache->nr++;
}

u32 frame_cache__scope(struct frame_cache *cache, const void *space, u64 changes, u32 fields)
{
	u64 hash = ((uintptr_t)space + ((u64)fields << 32)) * 0x9e3779b97f4a7c15ULL;
	struct scope *scope = &cache->scopes[hash >> 32 & (NR_SCOPES - 1)];

	if (scope->number && scope->space == space && scope->changes == changes &&
	    scope->fields == fields)
		return scope->number;
	/* All numbers were in use. */
	if (!++cache->nr_scopes) {
		memset(cache->scopes, 0, sizeof(cache->scopes));
		memset(cache->lines, 0, sizeof(*cache->lines) << LINE_BITS);
		cache->nr_scopes = 1;
	}
	*scope = (struct scope){ space, changes, fields, cache->nr_scopes };
	return scope->number;
}

static struct line *find_line(const struct frame_cache *cache, u32 scope, u64 ip)
{
	u64 hash = (ip ^ (u64)scope << 48) * 0x9e3779b97f4a7c15ULL;

	return &cache->lines[hash >> (64 - LINE_BITS)];
}

bool frame_cache__find_line(const struct frame_cache *cache, u32 scope, u64 ip,
			    struct frame_text *text)
{
	const struct line *line = find_line(cache, scope, ip);

	if (line->ip != ip || line->scope != scope)
		return false;
	text->text = cache->line_texts + line->at;
	text->len = line->len;
	text->stop = line->stop;
	return true;
}

void frame_cache__put_line(struct frame_cache *cache, u32 scope, u64 ip,
			   const struct frame_text *text)
{
	if (!text->len || text->len > LINE_MAX)
		return;
	if (LINES_BYTES - cache->lines_used < text->len + DIGITS_SLACK)
		reset_lines(cache);
	*find_line(cache, scope, ip) =
		(struct line){ ip, scope, cache->lines_used, text->len, text->stop };
	memcpy(cache->line_texts + cache->lines_used, text->text, text->len);
	cache->lines_used += text->len;
}
