/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_HITS_H
#define PERF_HIST_HITS_H

#include "types.h"

struct dso;
struct map;
struct symbol;

/* What was counted at one address. */
struct hit_count {
	u64 samples, period;
};

/* A function that was hit. */
struct hit_symbol {
	const struct symbol *symbol;
	const struct dso *dso;
	struct map *map; /* the first one it was met in, copied; NULL: none is known */
	u64 start;	 /* of the symbol there, as a process address */
};

/* Samples by event, function and address in it: what annotating needs beside rows. */
struct hits;

struct hits *hits__new(void); /* NULL: out of memory */
void hits__delete(struct hits *hits);

/* From so many counts on, places that are new are not counted: for who counts without end. 0: never. */
void hits__set_max(struct hits *hits, size_t max);

/* Where a sample of event number @event hit. */
struct hit {
	const struct symbol *symbol;
	const struct dso *dso;
	const struct map *map;
	u64 ip;
	u64 offset; /* in the symbol */
	size_t event;
};

/* 0 or -ENOMEM. */
int hits__add(struct hits *hits, const struct hit *hit, u64 period);

/* Functions in the order in which they were met. */
size_t hits__nr(const struct hits *hits);
const struct hit_symbol *hits__at(const struct hits *hits, size_t i);

/* NULL: it was not hit. */
const struct hit_symbol *hits__find(const struct hits *hits, const struct symbol *symbol);

/* What was counted in the whole function. */
struct hit_count hits__total(const struct hits *hits, const struct symbol *symbol, size_t event);

/* Events that were met, by the largest number. */
size_t hits__nr_events(const struct hits *hits);

/* What was counted at that place; zeros: nothing. */
struct hit_count hits__count(const struct hits *hits, const struct symbol *symbol, u64 offset,
			     size_t event);

#endif
