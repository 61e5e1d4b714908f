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

/* The next address; false at the end, or at a marker that is not known: the rest can not be read. */
bool callchain_walk__next(struct callchain_walk *walk, u64 *ip);

/* Are all its markers known? The distribution's perf throws away all of a chain that has another:
 * a frame pointer led astray. */
bool callchain__is_sound(const struct u64_array *chain);

#endif
