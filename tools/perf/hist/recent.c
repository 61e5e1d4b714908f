// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples -> what the last sample like that led to. Three tables with one place for each hash;
 * what a place holds is compared as a whole.
 */
#include "hist/recent.h"

#include <string.h>

#include "bulk.h"
#include "hist/mix.h"
#include "session/sample.h"

#define NR_ROWS	    8192
#define NR_CHAINS   4096
#define CHAIN_WORDS 40
#define NR_RAWS	    4096
#define RAW_BYTES   104
#define NR_TASKS    64

/* When hardly any raw data is met again, looking is left for a while. */
#define RAW_PERIOD 16384
#define RAW_HITS   (RAW_PERIOD / 8)
#define RAW_PAUSE  (RAW_PERIOD * 64)

/* Rows depend on raw data, or on places, so only one half is ever in use. */
struct recent {
	u32 raw_asked, raw_hits, raw_pause;
	union {
		struct {
			struct row {
				struct recent_key key;
				struct hist_entry *row;
			} rows[NR_ROWS];
			struct chain {
				u64 changes;
				const void *space;
				u32 event, node;
				u64 nr;
				u64 words[CHAIN_WORDS];
			} chains[NR_CHAINS];
		};
		struct {
			struct raw {
				struct hist_entry *row;
				u32 event;
				u16 size;
				u16 next; /* what the task did after it the last time */
				u8 bytes[RAW_BYTES];
			} raws[NR_RAWS];
			u16 last[NR_TASKS]; /* of tasks, by their numbers' lower bits */
		};
	};
};

struct recent *recent__new(void)
{
	return bulk__grow(NULL, 0, sizeof(struct recent));
}

void recent__delete(struct recent *recent)
{
	bulk__free(recent, sizeof(*recent));
}

void recent__forget(struct recent *recent)
{
	memset(recent, 0, sizeof(*recent));
}

static size_t row_place(const struct recent_key *key)
{
	u64 low = (u64)(key->cpu ^ key->event << 16) << 32 | key->chain;
	u64 hash = mix__u64(mix__u64(low, key->ip), key->task);

	return hash >> 20 & (NR_ROWS - 1);
}

static bool same_row(const struct recent_key *a, const struct recent_key *b)
{
	return a->ip == b->ip && a->task == b->task && a->changes == b->changes &&
	       a->event == b->event && a->cpumode == b->cpumode && a->cpu == b->cpu &&
	       a->chain == b->chain;
}

struct hist_entry *recent__row(const struct recent *recent, const struct recent_key *key)
{
	const struct row *row = &recent->rows[row_place(key)];

	return same_row(&row->key, key) ? row->row : NULL;
}

void recent__set_row(struct recent *recent, const struct recent_key *key, struct hist_entry *row)
{
	recent->rows[row_place(key)] = (struct row){ *key, row };
}

/* All words but the second: the first is the marker before the innermost address. */
static u64 hash_chain(const struct recent_chain *chain)
{
	const u64 *words = chain->words->bytes;
	u64 hash = mix__u64(chain->words->nr, words[0]);

	for (u64 i = 2; i < chain->words->nr; i++)
		hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15ULL;
	return mix__u64(hash, (uintptr_t)chain->space);
}

static bool fits(const struct recent_chain *chain)
{
	return chain->words->nr > 2 && chain->words->nr <= CHAIN_WORDS && !chain->words->swapped &&
	       (uintptr_t)chain->words->bytes % sizeof(u64) == 0;
}

u32 recent__chain(const struct recent *recent, const struct recent_chain *chain, u64 *hash)
{
	const struct u64_array *words = chain->words;
	const struct chain *known;

	*hash = 0;
	if (!fits(chain))
		return 0;
	*hash = hash_chain(chain) | 1;
	known = &recent->chains[*hash >> 20 & (NR_CHAINS - 1)];
	if (known->nr != words->nr || known->space != chain->space ||
	    known->changes != chain->changes || known->event != chain->event ||
	    known->words[0] != *(const u64 *)words->bytes ||
	    memcmp(known->words + 2, (const u64 *)words->bytes + 2, (words->nr - 2) * sizeof(u64)))
		return 0;
	return known->node;
}

void recent__set_chain(struct recent *recent, const struct recent_chain *chain, u64 hash, u32 node)
{
	struct chain *place = &recent->chains[hash >> 20 & (NR_CHAINS - 1)];

	if (!hash)
		return;
	place->changes = chain->changes;
	place->space = chain->space;
	place->event = chain->event;
	place->node = node;
	place->nr = chain->words->nr;
	memcpy(place->words, chain->words->bytes, chain->words->nr * sizeof(u64));
}

/* Is it worth while to look? */
static bool goes_on(struct recent *recent)
{
	if (recent->raw_pause) {
		recent->raw_pause--;
		return false;
	}
	if (++recent->raw_asked < RAW_PERIOD)
		return true;
	if (recent->raw_hits < RAW_HITS)
		recent->raw_pause = RAW_PAUSE;
	recent->raw_asked = recent->raw_hits = 0;
	return true;
}

static u64 hash_raw(const struct recent_raw *raw)
{
	const u8 *at = raw->bytes;
	u64 hash = raw->size, word;
	u32 left = raw->size;

	for (; left >= sizeof(word); left -= sizeof(word), at += sizeof(word)) {
		memcpy(&word, at, sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
		hash ^= hash >> 32;
	}
	word = 0;
	memcpy(&word, at, left);
	return mix__u64(hash, word);
}

static bool same_raw(const struct raw *known, const struct recent_raw *raw)
{
	return known->row && known->size == raw->size && known->event == raw->event &&
	       !memcmp(known->bytes, raw->bytes, raw->size);
}

/* The last one of the task, which most often does next what it did before after that. */
static u16 *last_of(struct recent *recent, const struct recent_raw *raw)
{
	return &recent->last[raw->task % NR_TASKS];
}

static void follow(struct recent *recent, const struct recent_raw *raw, const struct raw *next)
{
	u16 *last = last_of(recent, raw);

	recent->raws[*last].next = next - recent->raws;
	*last = next - recent->raws;
}

struct hist_entry *recent__raw(struct recent *recent, const struct recent_raw *raw, u64 *hash)
{
	u16 *last = last_of(recent, raw);
	const struct raw *known = &recent->raws[recent->raws[*last].next];

	*hash = 0;
	if (raw->size > RAW_BYTES || !goes_on(recent))
		return NULL;
	if (same_raw(known, raw)) {
		*last = known - recent->raws;
	} else {
		*hash = hash_raw(raw) | 1;
		known = &recent->raws[*hash >> 20 & (NR_RAWS - 1)];
		if (!same_raw(known, raw))
			return NULL;
		follow(recent, raw, known);
	}
	recent->raw_hits++;
	return known->row;
}

void recent__set_raw(struct recent *recent, const struct recent_raw *raw, u64 hash,
		     struct hist_entry *row)
{
	struct raw *place = &recent->raws[hash >> 20 & (NR_RAWS - 1)];

	if (!hash)
		return;
	place->row = row;
	place->size = raw->size;
	place->event = raw->event;
	memcpy(place->bytes, raw->bytes, raw->size);
	follow(recent, raw, place);
}
