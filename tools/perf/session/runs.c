// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries as they come -> runs in order of time. An entry goes to the run whose newest is the
 * largest that is not newer; so the runs stay sorted by their newest, and the one is found fast.
 */
#include "session/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct run_chunk *new_chunk(struct runs *runs)
{
	struct run_chunk *chunk = runs->spare;

	if (chunk)
		runs->spare = chunk->next;
	else
		chunk = arena__alloc(&runs->arena, sizeof(*chunk));
	if (chunk)
		chunk->next = NULL;
	return chunk;
}

static void put_chunk(struct runs *runs, struct run_chunk *chunk)
{
	chunk->next = runs->spare;
	runs->spare = chunk;
}

/* The first run whose newest entry is not newer than @time_ns; nr: there is none. */
static size_t find(const struct runs *runs, u64 time_ns)
{
	size_t low = 0, high = runs->nr;

	if (runs__goes_to(runs, runs->recent, time_ns))
		return runs->recent;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (runs->list[mid].newest_ns > time_ns)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static int add_run(struct runs *runs)
{
	struct run_chunk *chunk;

	if (runs->nr == runs->cap) {
		size_t cap = runs->cap ? runs->cap * 2 : 16;
		struct run *list = reallocarray(runs->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		runs->list = list;
		runs->cap = cap;
	}
	chunk = new_chunk(runs);
	if (!chunk)
		return -ENOMEM;
	runs->list[runs->nr++] = (struct run){ .first = chunk, .last = chunk };
	return 0;
}

static int add_chunk(struct runs *runs, struct run *run)
{
	struct run_chunk *chunk = new_chunk(runs);

	if (!chunk)
		return -ENOMEM;
	run->last->next = chunk;
	run->last = chunk;
	run->end = 0;
	return 0;
}

int runs__push_anywhere(struct runs *runs, const struct ordered_entry *entry)
{
	size_t i = find(runs, entry->time_ns);
	struct run *run;

	if (i == runs->nr && add_run(runs))
		return -ENOMEM;
	run = &runs->list[i];
	if (run->end == RUN_CHUNK_ENTRIES && add_chunk(runs, run))
		return -ENOMEM;
	run->last->entries[run->end++] = *entry;
	run->newest_ns = entry->time_ns;
	runs->recent = i;
	return 0;
}

bool run__advance(struct runs *runs, struct run *run)
{
	struct run_chunk *chunk = run->first;

	run->at++;
	if (chunk == run->last)
		return run->at < run->end;
	if (run->at == RUN_CHUNK_ENTRIES) {
		run->first = chunk->next;
		run->at = 0;
		put_chunk(runs, chunk);
	}
	return true;
}

void runs__tidy(struct runs *runs)
{
	size_t nr = 0;

	for (size_t i = 0; i < runs->nr; i++) {
		struct run *run = &runs->list[i];

		if (run->first == run->last && run->at == run->end)
			put_chunk(runs, run->first);
		else
			runs->list[nr++] = *run;
	}
	runs->nr = nr;
}

void runs__exit(struct runs *runs)
{
	arena__exit(&runs->arena);
	free(runs->list);
	*runs = (struct runs){ 0 };
}
