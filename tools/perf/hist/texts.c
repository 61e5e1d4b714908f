// SPDX-License-Identifier: GPL-2.0-only
/* Interned texts: names of commands and the text of tracepoints, of which few differ. */
#include "hist/texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/mix.h"

struct text_bucket {
	const char *text;
	u64 hash;
};

u64 texts__hash(const char *text, size_t len)
{
	u64 hash = len, word;

	for (; len >= sizeof(word); len -= sizeof(word), text += sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		hash = mix__u64(hash, word);
	}
	word = 0;
	memcpy(&word, text, len);
	return mix__u64(hash, word);
}

static struct text_bucket *find(const struct texts *texts, u64 hash, const char *text, size_t len)
{
	size_t mask = texts->nr_buckets - 1, at = hash >> 20 & mask;

	for (;; at = (at + 1) & mask) {
		struct text_bucket *bucket = &texts->buckets[at];

		if (!bucket->text)
			return bucket;
		if (bucket->hash == hash && !strncmp(bucket->text, text, len) && !bucket->text[len])
			return bucket;
	}
}

static int grow(struct texts *texts)
{
	struct texts larger = { .nr_buckets = texts->nr_buckets ? texts->nr_buckets * 2 : 256 };
	size_t mask = larger.nr_buckets - 1;

	larger.buckets = calloc(larger.nr_buckets, sizeof(*larger.buckets));
	if (!larger.buckets)
		return -ENOMEM;
	for (size_t i = 0; i < texts->nr_buckets; i++) {
		size_t at = texts->buckets[i].hash >> 20 & mask;

		if (!texts->buckets[i].text)
			continue;
		while (larger.buckets[at].text)
			at = (at + 1) & mask;
		larger.buckets[at] = texts->buckets[i];
	}
	free(texts->buckets);
	texts->buckets = larger.buckets;
	texts->nr_buckets = larger.nr_buckets;
	return 0;
}

const char *texts__get(struct texts *texts, const char *text, size_t len)
{
	struct text_bucket *bucket;
	u64 hash;

	/* What stands behind a NUL would never be shown. */
	len = strnlen(text, len);
	hash = texts__hash(text, len);
	if (texts->nr * 2 >= texts->nr_buckets && grow(texts))
		return NULL;
	bucket = find(texts, hash, text, len);
	if (bucket->text)
		return bucket->text;
	bucket->text = arena__strndup(&texts->arena, text, len);
	if (!bucket->text)
		return NULL;
	bucket->hash = hash;
	texts->nr++;
	return bucket->text;
}

void texts__exit(struct texts *texts)
{
	arena__exit(&texts->arena);
	free(texts->buckets);
	*texts = (struct texts){ 0 };
}
