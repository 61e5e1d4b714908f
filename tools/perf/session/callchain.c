// SPDX-License-Identifier: GPL-2.0-only
/* A call chain's words -> addresses and the mode that each was met in (PERF_CONTEXT_* in
 * linux/perf_event.h). */
#include "session/callchain.h"

/* The mode that a marker begins; false: it is none that is known. */
static bool marker_mode(u64 marker, u8 *mode)
{
	switch (marker) {
	case PERF_CONTEXT_HV:
		*mode = PERF_RECORD_MISC_HYPERVISOR;
		return true;
	case PERF_CONTEXT_KERNEL:
		*mode = PERF_RECORD_MISC_KERNEL;
		return true;
	case PERF_CONTEXT_USER:
		*mode = PERF_RECORD_MISC_USER;
		return true;
	}
	return false;
}

/* All ones is no marker, but what an unwound chain ends in: see unwind.c. */
static bool is_address(u64 word)
{
	return word < PERF_CONTEXT_MAX || word == ~0ULL;
}

bool callchain_walk__next(struct callchain_walk *walk, u64 *ip)
{
	while (walk->at < walk->chain->nr) {
		*ip = u64_array__at(walk->chain, walk->at++);
		if (is_address(*ip))
			return true;
		if (!marker_mode(*ip, &walk->cpumode))
			return false;
	}
	return false;
}

bool callchain__is_sound(const struct u64_array *chain)
{
	u8 mode;

	for (u64 i = 0; i < chain->nr; i++) {
		u64 word = u64_array__at(chain, i);

		if (word == CONTEXT_USER_DEFERRED)
			return true;
		if (!is_address(word) && !marker_mode(word, &mode))
			return false;
	}
	return true;
}
