// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records -> records in order of time, by merging runs that are in order already. What waits in
 * memory is bounded by blocks; when they are used up, all that waits becomes a run in a file.
 */
#include "session/ordered.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "data/reader.h"
#include "session/spill.h"

/* Blocks of 2 MiB in which something may wait. */
#define MAX_BLOCKS 20

/* A run that is being merged: one in memory or one in the file. */
struct source {
	struct ordered_entry head;
	struct run *run; /* NULL: a spilled one */
	struct spilled_run *spilled;
};

struct ordered {
	struct runs runs;
	struct spill *spill; /* NULL until it is needed */
	struct data_blocks copies;
	struct data_block *copy; /* the one that is being filled */
	size_t copy_used;
	size_t nr_blocks; /* with entries that wait */
	u32 seq;
	struct source *heap; /* the oldest head first */
	size_t nr_heap, cap_heap;
};

struct ordered *ordered__new(void)
{
	return calloc(1, sizeof(struct ordered));
}

void ordered__delete(struct ordered *ordered)
{
	if (!ordered)
		return;
	runs__exit(&ordered->runs);
	spill__delete(ordered->spill);
	data_blocks__exit(&ordered->copies);
	free(ordered->heap);
	free(ordered);
}

/* Room for a record in a block of our own. */
static void *reserve(struct ordered *ordered, size_t size)
{
	void *bytes;

	if (!ordered->copy || DATA_BLOCK_ROOM - ordered->copy_used < size) {
		struct data_block *block = data_blocks__get(&ordered->copies, NULL);

		if (!block)
			return NULL;
		ordered->copy = block;
		ordered->copy_used = 0;
	}
	bytes = ordered->copy->bytes + ordered->copy_used;
	ordered->copy_used += ALIGN_UP(size, 8);
	ordered->copy->kept++;
	return bytes;
}

int ordered__keep(struct ordered *ordered, const struct data_record *record,
		  struct ordered_entry *entry)
{
	entry->offset = record->offset;
	entry->seq = ordered->seq++;
	if (record->block) {
		record->block->kept++;
		entry->header = (struct perf_event_header *)record->header;
		return 0;
	}
	entry->header = reserve(ordered, record->size);
	if (!entry->header)
		return -ENOMEM;
	memcpy(entry->header, record->bytes, record->size);
	memcpy(entry->header, record->header, sizeof(*record->header));
	return 0;
}

static void begin_waiting(struct ordered *ordered, const struct ordered_entry *entry)
{
	ordered->nr_blocks += !data_block__of(entry->header)->waiting++;
}

static void end_waiting(struct ordered *ordered, const struct ordered_entry *entry)
{
	ordered->nr_blocks -= !--data_block__of(entry->header)->waiting;
}

static bool before(const struct source *a, const struct source *b)
{
	return ordered_entry__before(&a->head, &b->head);
}

static void sift_down(struct source *heap, size_t nr, size_t at)
{
	struct source moved = heap[at];

	for (;;) {
		size_t child = at * 2 + 1;

		if (child >= nr)
			break;
		if (child + 1 < nr && before(&heap[child + 1], &heap[child]))
			child++;
		if (!before(&heap[child], &moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

/* All runs that begin in time; of those in memory alone when @spill. 0 or -ENOMEM. */
static int make_heap(struct ordered *ordered, u64 until_ns, bool spill)
{
	size_t nr_spilled = ordered->spill && !spill ? spill__nr_runs(ordered->spill) : 0;
	size_t need = ordered->runs.nr + nr_spilled;

	if (need > ordered->cap_heap) {
		struct source *heap = reallocarray(ordered->heap, need * 2, sizeof(*heap));

		if (!heap)
			return -ENOMEM;
		ordered->heap = heap;
		ordered->cap_heap = need * 2;
	}
	ordered->nr_heap = 0;
	for (size_t i = 0; i < ordered->runs.nr; i++) {
		struct source source = { .run = &ordered->runs.list[i] };

		source.head = *run__head(source.run);
		if (source.head.time_ns <= until_ns)
			ordered->heap[ordered->nr_heap++] = source;
	}
	for (size_t i = 0; i < nr_spilled; i++) {
		struct source source = { .spilled = spill__run(ordered->spill, i) };
		const struct ordered_entry *head = spilled_run__head(source.spilled);

		if (!head || head->time_ns > until_ns)
			continue;
		source.head = *head;
		ordered->heap[ordered->nr_heap++] = source;
	}
	for (size_t i = ordered->nr_heap / 2; i--;)
		sift_down(ordered->heap, ordered->nr_heap, i);
	return 0;
}

/* Brings a spilled record back to memory. */
static int fetch(struct ordered *ordered, struct ordered_entry *entry)
{
	u16 size = entry->header->size;
	void *bytes = reserve(ordered, size);

	if (!bytes)
		return -ENOMEM;
	entry->header = memcpy(bytes, entry->header, size);
	return 0;
}

/* Goes on to the next head of the first run, and puts that run where it belongs now. */
static int advance(struct ordered *ordered, u64 until_ns)
{
	struct source *first = ordered->heap;
	const struct ordered_entry *head = NULL;

	if (first->run) {
		if (run__advance(&ordered->runs, first->run))
			head = run__head(first->run);
	} else {
		int ret = spilled_run__advance(ordered->spill, first->spilled);

		if (ret)
			return ret;
		head = spilled_run__head(first->spilled);
	}
	if (head && head->time_ns <= until_ns)
		first->head = *head;
	else
		*first = ordered->heap[--ordered->nr_heap];
	if (ordered->nr_heap > 1)
		sift_down(ordered->heap, ordered->nr_heap, 0);
	return 0;
}

/* All that waits in memory goes to the file. */
static int spill(struct ordered *ordered)
{
	int ret = ordered->spill ? 0 : spill__new(&ordered->spill);

	if (!ret)
		ret = make_heap(ordered, ~0ULL, true);
	while (!ret && ordered->nr_heap) {
		struct ordered_entry entry = ordered->heap[0].head;

		ret = spill__write(ordered->spill, &entry);
		end_waiting(ordered, &entry);
		/* Nobody else looks at it: the keeping side takes back what it kept. */
		data_block__of(entry.header)->kept--;
		if (!ret)
			ret = advance(ordered, ~0ULL);
	}
	runs__tidy(&ordered->runs);
	return ret ? ret : spill__end_run(ordered->spill);
}

int ordered__push(struct ordered *ordered, const struct data_record *record, u64 time_ns, u32 event)
{
	struct ordered_entry entry = { .time_ns = time_ns, .event = event };
	int ret = ordered__keep(ordered, record, &entry);

	if (ret)
		return ret;
	begin_waiting(ordered, &entry);
	ret = runs__push(&ordered->runs, &entry);
	if (ret)
		return ret;
	return ordered->nr_blocks > MAX_BLOCKS ? spill(ordered) : 0;
}

long ordered__take(struct ordered *ordered, u64 until_ns, struct ordered_entry *entries, size_t max)
{
	size_t nr = 0;
	int ret = make_heap(ordered, until_ns, false);

	while (!ret && nr < max && ordered->nr_heap) {
		bool spilled = !ordered->heap[0].run;

		entries[nr] = ordered->heap[0].head;
		if (spilled)
			ret = fetch(ordered, &entries[nr]);
		else
			end_waiting(ordered, &entries[nr]);
		nr += !ret;
		if (!ret)
			ret = advance(ordered, until_ns);
	}
	runs__tidy(&ordered->runs);
	return ret ? ret : (long)nr;
}
