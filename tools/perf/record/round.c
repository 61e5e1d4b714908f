// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording for a reader in this process: records as they come from rings -> blocks. That is the only
 * copy that is made of them: who puts them in order keeps them where they lie.
 */
#include "round.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

/* Memory of a large round is given back. */
#define SPARE_BLOCKS 4

/* Nothing else than this count keeps a part's block from being used for another one. */
static struct round_part *add_part(struct record_round *round)
{
	struct round_part *part;

	if (round->nr == round->cap) {
		size_t cap = round->cap ? round->cap * 2 : 16;
		struct round_part *parts = reallocarray(round->parts, cap, sizeof(*parts));

		if (!parts)
			return NULL;
		round->parts = parts;
		round->cap = cap;
	}
	if (!round->block) {
		round->block = data_blocks__get(&round->blocks, NULL);
		round->used = 0;
	}
	if (!round->block)
		return NULL;
	part = &round->parts[round->nr++];
	*part = (struct round_part){ .bytes = round->block->bytes + round->used,
				     .block = round->block };
	round->block->kept++;
	return part;
}

/* How many of the bytes are whole records that fit. */
static size_t fitting(const u8 *records, size_t len, size_t room)
{
	size_t fit = 0;

	if (len <= room)
		return len;
	for (;;) {
		size_t size = ((const struct perf_event_header *)(records + fit))->size;

		if (fit + size > room)
			return fit;
		fit += size;
	}
}

int record_round__append(struct record_round *round, const void *records, size_t len)
{
	const u8 *at = records;

	while (len) {
		struct round_part *part = round->nr ? &round->parts[round->nr - 1] : NULL;
		size_t fit;

		if (!part || part->block != round->block)
			part = add_part(round);
		if (!part)
			return -ENOMEM;
		fit = fitting(at, len, DATA_BLOCK_ROOM - round->used);
		memcpy(round->block->bytes + round->used, at, fit);
		round->used += fit;
		part->size += fit;
		at += fit;
		len -= fit;
		if (len)
			round->block = NULL;
	}
	return 0;
}

void record_round__reset(struct record_round *round)
{
	while (round->nr)
		round->parts[--round->nr].block->kept--;
	if (round->block && !data_block__is_used(round->block))
		round->used = 0;
	data_blocks__trim(&round->blocks, SPARE_BLOCKS, round->block);
}

void record_round__exit(struct record_round *round)
{
	data_blocks__exit(&round->blocks);
	free(round->parts);
	*round = (struct record_round){ 0 };
}
