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

/* Puts the first run where it belongs with its new @head (NULL: it has none). */
static void settle_first(struct ordered *ordered, const struct ordered_entry *head, u64 until_ns)
{
	struct source *first = ordered->heap;

	if (head && head->time_ns <= until_ns)
		first->head = *head;
	else
		*first = ordered->heap[--ordered->nr_heap];
	if (ordered->nr_heap > 1)
		sift_down(ordered->heap, ordered->nr_heap, 0);
}

/* All that waits in memory goes to the file. */
static int spill(struct ordered *ordered)
{
	int ret = ordered->spill ? 0 : spill__new(&ordered->spill);

	if (!ret)
		ret = make_heap(ordered, ~0ULL, true);
	while (!ret && ordered->nr_heap) {
		struct run *run = ordered->heap[0].run;
		const struct ordered_entry *entry = run__head(run);

		ret = spill__write(ordered->spill, entry);
		end_waiting(ordered, entry);
		/* Nobody else looks at it: the keeping side takes back what it kept. */
		data_block__of(entry->header)->kept--;
		if (!ret)
			settle_first(ordered,
				     run__advance(&ordered->runs, run) ? run__head(run) : NULL,
				     ~0ULL);
	}
	runs__tidy(&ordered->runs);
	return ret ? ret : spill__end_run(ordered->spill);
}

static int push_kept(struct ordered *ordered, const struct ordered_entry *entry)
{
	int ret;

	begin_waiting(ordered, entry);
	ret = runs__push(&ordered->runs, entry);
	if (ret)
		return ret;
	return ordered->nr_blocks > MAX_BLOCKS ? spill(ordered) : 0;
}

int ordered__push(struct ordered *ordered, const struct data_record *record, u64 time_ns, u32 event)
{
	struct ordered_entry entry = { .time_ns = time_ns, .event = event };
	int ret = ordered__keep(ordered, record, &entry);

	return ret ? ret : push_kept(ordered, &entry);
}

int ordered__push_entry(struct ordered *ordered, struct ordered_entry *entry)
{
	entry->seq = ordered->seq++;
	data_block__of(entry->header)->kept++;
	return push_kept(ordered, entry);
}

/* The head that is next when that of the first run is gone; NULL: there is no other run. */
static const struct ordered_entry *second(const struct ordered *ordered)
{
	const struct source *heap = ordered->heap;

	if (ordered->nr_heap < 2)
		return NULL;
	return &heap[ordered->nr_heap > 2 && before(&heap[2], &heap[1]) ? 2 : 1].head;
}

/* Takes what the first run, which is in memory, has before that of all others. How many: */
static size_t take_stretch(struct ordered *ordered, u64 until_ns, struct ordered_entry *entries,
			   size_t max)
{
	const struct ordered_entry *other = second(ordered), *head;
	struct source *first = ordered->heap;
	size_t nr = 0;

	do {
		head = run__head(first->run);
		if (head->time_ns > until_ns || (other && ordered_entry__before(other, head)))
			break;
		entries[nr++] = *head;
		end_waiting(ordered, head);
		if (!run__advance(&ordered->runs, first->run))
			head = NULL;
	} while (head && nr < max);
	if (head)
		head = run__head(first->run);
	settle_first(ordered, head, until_ns);
	return nr;
}

/* Takes one entry of the first run, which is in the file. */
static int take_spilled(struct ordered *ordered, u64 until_ns, struct ordered_entry *entry)
{
	struct source *first = ordered->heap;
	int ret;

	*entry = first->head;
	ret = fetch(ordered, entry);
	if (!ret)
		ret = spilled_run__advance(ordered->spill, first->spilled);
	if (!ret)
		settle_first(ordered, spilled_run__head(first->spilled), until_ns);
	return ret;
}

long ordered__take(struct ordered *ordered, u64 until_ns, struct ordered_entry *entries, size_t max)
{
	size_t nr = 0;
	int ret = make_heap(ordered, until_ns, false);

	while (!ret && nr < max && ordered->nr_heap) {
		if (ordered->heap[0].run)
			nr += take_stretch(ordered, until_ns, entries + nr, max - nr);
		else
			ret = take_spilled(ordered, until_ns, &entries[nr++]);
	}
	runs__tidy(&ordered->runs);
	return ret ? ret : (long)nr;
}
