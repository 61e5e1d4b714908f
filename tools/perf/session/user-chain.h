/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_USER_CHAIN_H
#define PERF_SESSION_USER_CHAIN_H

#include "session/sample.h"

struct machine;

/*
 * Completes samples' call chains with what their samples have of the user's part: registers and
 * stack, or the processor's record of calls (LBR). Zeroed is empty.
 */
struct user_chain {
	u64 *words;
	size_t cap;
	u32 max_stack;	  /* addresses that are added at most; 0: none */
	const char *arch; /* of the recording machine; NULL: this one's */
};

/* Points sample->callchain to a longer one, valid until the next call, when there is something to
 * add. 0 or -ENOMEM. */
int user_chain__complete(struct user_chain *chain, struct machine *machine,
			 const struct sample_layout *layout, struct perf_sample *sample);

/* Puts the @nr words of @user in the place of a chain's announcement of deferred ones. Likewise. */
int user_chain__merge(struct user_chain *chain, const struct u64_array *user,
		      struct perf_sample *sample);

/* Is the user's part of @chain announced for later? Then *cookie is what it will be known by. */
bool user_chain__is_deferred(const struct u64_array *chain, u64 *cookie);

void user_chain__exit(struct user_chain *chain);

#endif
