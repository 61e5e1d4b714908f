// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records -> records in order of time. The bytes are copied into blocks that are recycled as soon
 * as all records in them were taken out; only small entries are sorted, by merging the runs that
 * are in order already: each ring is, so that there are few.
 */
#include "session/ordered.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A record has at most 64 KiB. Blocks are aligned to their size: a record's address gives its own. */
#define BLOCK_BYTES (1U << 20)
#define BLOCKS_KEPT 16

struct block {
	struct block *next; /* in the list of free ones */
	u32 used;
	u32 live; /* records that were not yet taken out */
};

struct ordered {
	struct ordered_record *entries, *scratch;
	size_t begin, nr, cap; /* entries [begin, nr) wait */
	size_t nr_sorted;      /* [begin, nr_sorted) are in order */
	struct block *current, *spare;
	unsigned int nr_spare;
	struct block *popped; /* block of the record handed out last */
	u64 bytes;
};

struct ordered *ordered__new(void)
{
	return calloc(1, sizeof(struct ordered));
}

static struct block *block_of(const void *bytes)
{
	return (struct block *)((uintptr_t)bytes & ~(uintptr_t)(BLOCK_BYTES - 1));
}

static void release(struct ordered *ordered, struct block *block)
{
	if (--block->live || block == ordered->current)
		return;
	if (ordered->nr_spare == BLOCKS_KEPT) {
		free(block);
		return;
	}
	block->next = ordered->spare;
	ordered->spare = block;
	ordered->nr_spare++;
}

/* Room for @size bytes in the current block, or in another one. */
static void *reserve(struct ordered *ordered, u32 size)
{
	struct block *block = ordered->current;
	void *bytes;

	if (block && !block->live)
		block->used = sizeof(*block);
	if (!block || BLOCK_BYTES - block->used < size) {
		block = ordered->spare;
		if (block) {
			ordered->spare = block->next;
			ordered->nr_spare--;
		} else {
			block = aligned_alloc(BLOCK_BYTES, BLOCK_BYTES);
		}
		if (!block)
			return NULL;
		*block = (struct block){ .used = sizeof(*block) };
		ordered->current = block;
	}
	bytes = (char *)block + block->used;
	block->used += ALIGN_UP(size, 8);
	if (block->used > BLOCK_BYTES)
		block->used = BLOCK_BYTES;
	block->live++;
	return bytes;
}

void ordered__delete(struct ordered *ordered)
{
	struct ordered_record record;

	if (!ordered)
		return;
	while (ordered__pop(ordered, ~0ULL, &record))
		continue;
	if (ordered->popped)
		release(ordered, ordered->popped);
	free(ordered->current);
	while (ordered->spare) {
		struct block *next = ordered->spare->next;

		free(ordered->spare);
		ordered->spare = next;
	}
	free(ordered->entries);
	free(ordered->scratch);
	free(ordered);
}

/* Room for one more entry: over those that were taken out, or in larger lists. */
static int make_room(struct ordered *ordered)
{
	size_t live = ordered->nr - ordered->begin, cap = ordered->cap ? ordered->cap * 2 : 1024;
	struct ordered_record *list;

	if (ordered->nr < ordered->cap)
		return 0;
	if (ordered->begin > live) {
		memcpy(ordered->entries, ordered->entries + ordered->begin, live * sizeof(*list));
		ordered->nr_sorted = ordered->nr_sorted > ordered->begin
					     ? ordered->nr_sorted - ordered->begin
					     : 0;
		ordered->begin = 0;
		ordered->nr = live;
		return 0;
	}
	list = reallocarray(ordered->entries, cap, sizeof(*list));
	if (!list)
		return -ENOMEM;
	ordered->entries = list;
	list = reallocarray(ordered->scratch, cap, sizeof(*list));
	if (!list)
		return -ENOMEM;
	ordered->scratch = list;
	ordered->cap = cap;
	return 0;
}

int ordered__push(struct ordered *ordered, const struct ordered_record *record, const void *bytes)
{
	struct ordered_record *entry;
	void *copy;

	if (make_room(ordered))
		return -ENOMEM;
	copy = reserve(ordered, record->size);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, bytes, record->size);
	memcpy(copy, record->header, sizeof(*record->header));
	/* Whatever comes in order needs no sorting. */
	if (ordered->nr_sorted == ordered->nr &&
	    (ordered->begin == ordered->nr ||
	     ordered->entries[ordered->nr - 1].time_ns <= record->time_ns))
		ordered->nr_sorted++;
	entry = &ordered->entries[ordered->nr++];
	*entry = *record;
	entry->header = copy;
	ordered->bytes += record->size;
	return 0;
}

/* The end of the run in order that begins at @from. */
static size_t run_end(const struct ordered_record *list, size_t from, size_t end)
{
	while (++from < end && list[from - 1].time_ns <= list[from].time_ns)
		continue;
	return from;
}

/* Merges list[a, b) and list[b, c) into out[a, c); at equal times the first run's come first. */
static void merge(const struct ordered_record *list, struct ordered_record *out, size_t a, size_t b,
		  size_t c)
{
	size_t left = a, right = b;

	for (size_t i = a; i < c; i++) {
		if (right == c || (left < b && list[left].time_ns <= list[right].time_ns))
			out[i] = list[left++];
		else
			out[i] = list[right++];
	}
}

/* Merges neighbouring runs until one is left. */
static void sort(struct ordered *ordered)
{
	size_t begin = ordered->begin, end = ordered->nr;

	while (run_end(ordered->entries, begin, end) < end) {
		struct ordered_record *swap = ordered->scratch;

		for (size_t a = begin; a < end;) {
			size_t b = run_end(ordered->entries, a, end);
			size_t c = b < end ? run_end(ordered->entries, b, end) : end;

			merge(ordered->entries, ordered->scratch, a, b, c);
			a = c;
		}
		ordered->scratch = ordered->entries;
		ordered->entries = swap;
	}
	ordered->nr_sorted = end;
}

bool ordered__pop(struct ordered *ordered, u64 until_ns, struct ordered_record *record)
{
	if (ordered->popped) {
		release(ordered, ordered->popped);
		ordered->popped = NULL;
	}
	if (ordered->begin == ordered->nr)
		return false;
	if (ordered->nr_sorted < ordered->nr)
		sort(ordered);
	if (ordered->entries[ordered->begin].time_ns > until_ns)
		return false;
	*record = ordered->entries[ordered->begin++];
	ordered->bytes -= record->size;
	ordered->popped = block_of(record->header);
	if (ordered->begin == ordered->nr)
		ordered->begin = ordered->nr = ordered->nr_sorted = 0;
	return true;
}

u64 ordered__bytes(const struct ordered *ordered)
{
	return ordered->bytes;
}
