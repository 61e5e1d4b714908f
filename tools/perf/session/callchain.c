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

bool callchain_walk__enter(struct callchain_walk *walk, u64 marker)
{
	return marker_mode(marker, &walk->cpumode);
}

bool callchain__is_sound(const struct perf_sample *sample, u32 max_stack)
{
	const struct u64_array *chain = &sample->callchain;
	u64 nr = sample->first_unwound ? sample->first_unwound - 1 : chain->nr, addresses = 0;
	u8 mode;

	for (u64 i = 0; i < nr && addresses < max_stack; i++) {
		u64 word = u64_array__at(chain, i);

		if (word < PERF_CONTEXT_MAX)
			addresses++;
		else if (word == CONTEXT_USER_DEFERRED)
			return true;
		else if (!marker_mode(word, &mode))
			return false;
	}
	return true;
}
