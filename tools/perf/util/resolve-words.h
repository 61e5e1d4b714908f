/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_RESOLVE_WORDS_H
#define PERF_UTIL_RESOLVE_WORDS_H

#include "arena.h"
#include "event.h"

/*
 * What the terms of one strength do to the words of an attr, collected before it is done so
 * that their order does not matter: a place (config=, period=, ...) is assigned and the last
 * one wins; over it formats are assigned, which may not contradict each other; over both whole
 * words are OR-ed. Zeroed is empty; lives in an arena.
 */
struct word_setter {
	struct word_setter *next;
	const char *name;
	u64 mask, bits;
};

struct word_set {
	struct word_set *next;
	unsigned int word;
	u64 assign_mask, assign_bits;
	u64 format_mask, format_bits;
	u64 or_bits;
	struct word_setter *setters; /* of the format bits */
};

struct word_sets {
	struct word_set *first;
	struct arena *arena;
};

/* All return 0 or -ENOMEM. */
int word_sets__assign(struct word_sets *sets, unsigned int word, u64 mask, u64 bits);
int word_sets__or(struct word_sets *sets, unsigned int word, u64 bits);

/* -EEXIST when an earlier format set one of these bits differently: *other is its name. */
int word_sets__format(struct word_sets *sets, unsigned int word, struct word_setter setter,
		      const char **other);

/* Would apply change any bit of the event's words? */
bool word_sets__changes(const struct word_sets *sets, const struct event *event);

/* Sets and pins the event's words. 0, -EINVAL past the last word, -ENOMEM. */
int word_sets__apply(const struct word_sets *sets, struct event *event);

#endif
