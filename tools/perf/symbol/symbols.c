// SPDX-License-Identifier: GPL-2.0-only
/*
 * A table of symbols: filled by the readers of ELF files and perf-PID.map, then sorted
 * once and searched by address. Where symbols overlap, the running maximum of their ends
 * bounds how far a search looks back.
 */
#include "symbol/symbols.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_BYTES 4096

u64 symbols__page_after(u64 addr)
{
	u64 end = (addr | (PAGE_BYTES - 1)) + 1;

	return end + PAGE_BYTES > addr ? end + PAGE_BYTES : ~0ULL;
}

int symbols__add(struct symbols *symbols, const struct symbol *symbol)
{
	if (symbols->nr == symbols->cap) {
		size_t cap = symbols->cap ? symbols->cap * 2 : 256;
		struct symbol *list = reallocarray(symbols->list, cap, sizeof(*list));

		if (!list)
			return -ENOMEM;
		symbols->list = list;
		symbols->cap = cap;
	}
	symbols->list[symbols->nr] = *symbol;
	symbols->list[symbols->nr].order = symbols->nr;
	symbols->nr++;
	return 0;
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/* By address, and at one address the best name first. */
static int compare(const void *pa, const void *pb)
{
	const struct symbol *a = pa, *b = pb;
	size_t la, lb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if ((a->end == a->start) != (b->end == b->start))
		return a->end == a->start ? 1 : -1;
	if (a->weak != b->weak)
		return a->weak ? 1 : -1;
	if (a->local != b->local)
		return a->local ? 1 : -1;
	la = underscores(a->name), lb = underscores(b->name);
	if (la != lb)
		return la < lb ? -1 : 1;
	la = strlen(a->name), lb = strlen(b->name);
	if (la != lb)
		return la > lb ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void drop_duplicates(struct symbols *symbols)
{
	size_t nr = 0;

	for (size_t i = 0; i < symbols->nr; i++)
		if (!nr || symbols->list[nr - 1].start != symbols->list[i].start)
			symbols->list[nr++] = symbols->list[i];
	symbols->nr = nr;
}

/* The last symbol ends a page further: what follows is not known. */
static void close_ends(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->nr; i++) {
		struct symbol *symbol = &symbols->list[i];

		if (symbol->end == symbol->start)
			symbol->end = i + 1 < symbols->nr ? symbol[1].start
							  : symbols__page_after(symbol->start);
	}
}

static void sort(struct symbols *symbols)
{
	size_t sorted = 1;

	while (sorted < symbols->nr &&
	       compare(&symbols->list[sorted - 1], &symbols->list[sorted]) <= 0)
		sorted++;
	if (sorted < symbols->nr)
		qsort(symbols->list, symbols->nr, sizeof(symbols->list[0]), compare);
}

static bool overlap(const struct symbols *symbols)
{
	for (size_t i = 1; i < symbols->nr; i++)
		if (symbols->list[i - 1].end > symbols->list[i].start)
			return true;
	return false;
}

int symbols__finish(struct symbols *symbols)
{
	u64 max = 0;

	if (!symbols->nr)
		return 0;
	sort(symbols);
	drop_duplicates(symbols);
	close_ends(symbols);
	symbols->finished = true;
	if (!overlap(symbols))
		return 0;
	symbols->max_end = calloc(symbols->nr, sizeof(u64));
	if (!symbols->max_end)
		return -ENOMEM;
	for (size_t i = 0; i < symbols->nr; i++) {
		if (symbols->list[i].end > max)
			max = symbols->list[i].end;
		symbols->max_end[i] = max;
	}
	return 0;
}

const struct symbol *symbols__find(const struct symbols *symbols, u64 addr)
{
	size_t low = 0, high = symbols->nr;

	if (!symbols->finished)
		return NULL;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (symbols->list[mid].start <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!symbols->max_end)
		return low && symbols->list[low - 1].end > addr ? &symbols->list[low - 1] : NULL;
	for (; low && symbols->max_end[low - 1] > addr; low--)
		if (symbols->list[low - 1].end > addr)
			return &symbols->list[low - 1];
	return NULL;
}

u64 symbols__address_of(const struct symbols *symbols, const char *name)
{
	for (size_t i = 0; i < symbols->nr; i++)
		if (!strcmp(symbols->list[i].name, name))
			return symbols->list[i].start;
	return 0;
}

void symbols__exit(struct symbols *symbols)
{
	free(symbols->list);
	free(symbols->max_end);
	free(symbols->pool);
	arena__exit(&symbols->names);
	*symbols = (struct symbols){ 0 };
}
