/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_CALLCHAIN_H
#define PERF_SESSION_CALLCHAIN_H

#include "session/sample.h"

/* A later record brings the user's part; a word to know it by follows (newer than the uapi headers
 * of 6.8). What is never brought ends a walk here. */
#define CONTEXT_USER_DEFERRED ((u64)-640)

/* Walks over the addresses of a sample's call chain, the innermost first. */
struct callchain_walk {
	const struct u64_array *chain;
	u64 at;
	u8 cpumode; /* of the address handed out last, PERF_RECORD_MISC_* */
};

static inline struct callchain_walk callchain_walk__begin(const struct u64_array *chain)
{
	return (struct callchain_walk){ chain, 0, PERF_RECORD_MISC_USER };
}

/* Goes on behind a marker, which is at @walk->at - 1; false: it is not known. */
bool callchain_walk__enter(struct callchain_walk *walk, u64 marker);

/* All ones is no marker, but what an unwound chain ends in: see unwind.c. */
static inline bool callchain__is_address(u64 word)
{
	return word < PERF_CONTEXT_MAX || word == ~0ULL;
}

/* The next address; false at the end, or at a marker that is not known: the rest can not be read. */
static inline bool callchain_walk__next(struct callchain_walk *walk, u64 *ip)
{
	while (walk->at < walk->chain->nr) {
		*ip = u64_array__at(walk->chain, walk->at++);
		if (callchain__is_address(*ip))
			return true;
		if (!callchain_walk__enter(walk, *ip))
			return false;
	}
	return false;
}

/*
 * Are all markers known that stand before the first @max_stack addresses' end, in what was recorded? The
 * distribution's perf throws away all of a chain that has another: a frame pointer led astray.
 */
bool callchain__is_sound(const struct perf_sample *sample, u32 max_stack);

#endif
