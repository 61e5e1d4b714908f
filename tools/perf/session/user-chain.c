// SPDX-License-Identifier: GPL-2.0-only
/*
 * The user's part of a call chain when the kernel did not walk it: unwound from the stack, read
 * from the branch records, or brought by a later record. What comes out is a chain as the kernel
 * would have written it, so that nobody else has to know.
 */
#include "session/user-chain.h"

#include <errno.h>
#include <stdlib.h>

#include "session/callchain.h"
#include "session/unwind.h"

static int reserve(struct user_chain *chain, u64 nr)
{
	u64 *words;

	if (nr <= chain->cap)
		return 0;
	words = reallocarray(chain->words, nr, sizeof(*words));
	if (!words)
		return -ENOMEM;
	chain->words = words;
	chain->cap = nr;
	return 0;
}

static void set_chain(struct user_chain *chain, struct perf_sample *sample, u64 nr)
{
	sample->callchain = (struct u64_array){ .bytes = chain->words, .nr = nr };
}

/* What comes before the user's part; its words are copied. */
static u64 copy_kernel_part(struct user_chain *chain, const struct u64_array *from)
{
	u64 nr;

	for (nr = 0; nr < from->nr; nr++) {
		chain->words[nr] = u64_array__at(from, nr);
		if (chain->words[nr] == PERF_CONTEXT_USER)
			break;
	}
	return nr;
}

/*
 * Branches are calls, the newest first: the function that is running was entered where the newest
 * leads to, and each was called from where the branch began.
 */
static u64 add_calls(u64 *words, const struct perf_sample *sample, u64 max)
{
	u64 nr = 0;

	if (max)
		words[nr++] = u64_array__at(&sample->branches, 0);
	for (u64 i = 0; i < sample->branches.nr / 3 && nr < max; i++) {
		if (!i)
			words[0] = u64_array__at(&sample->branches, 1);
		words[nr++] = u64_array__at(&sample->branches, 3 * i);
	}
	return nr;
}

int user_chain__complete(struct user_chain *chain, struct machine *machine,
			 const struct sample_layout *layout, struct perf_sample *sample)
{
	const struct u64_array *from = &sample->callchain;
	bool calls = layout->branch_type & PERF_SAMPLE_BRANCH_CALL_STACK && sample->branches.nr;
	bool stack = sample->regs_user.nr && sample->stack_user_size;
	u64 nr, added;

	if (!(layout->sample_type & PERF_SAMPLE_CALLCHAIN) || !chain->max_stack ||
	    !(calls || stack))
		return 0;
	if (reserve(chain, from->nr + 1 + chain->max_stack))
		return -ENOMEM;
	if (calls) {
		nr = copy_kernel_part(chain, from);
		added = add_calls(chain->words + nr + 1, sample, chain->max_stack);
	} else {
		for (nr = 0; nr < from->nr; nr++)
			chain->words[nr] = u64_array__at(from, nr);
		added = unwind__sample(machine, sample, layout, chain->arch, chain->words + nr + 1,
				       chain->max_stack);
	}
	if (!added)
		return 0;
	chain->words[nr] = PERF_CONTEXT_USER;
	set_chain(chain, sample, nr + 1 + added);
	sample->first_unwound = calls ? 0 : nr + 1;
	return 0;
}

bool user_chain__is_deferred(const struct u64_array *chain, u64 *cookie)
{
	if (chain->nr < 2 || u64_array__at(chain, chain->nr - 2) != CONTEXT_USER_DEFERRED)
		return false;
	*cookie = u64_array__at(chain, chain->nr - 1);
	return true;
}

int user_chain__merge(struct user_chain *chain, const struct u64_array *user,
		      struct perf_sample *sample)
{
	u64 cookie, nr, keep = sample->callchain.nr - 2;

	if (!user_chain__is_deferred(&sample->callchain, &cookie))
		return 0;
	if (reserve(chain, keep + 1 + user->nr))
		return -ENOMEM;
	for (nr = 0; nr < keep; nr++)
		chain->words[nr] = u64_array__at(&sample->callchain, nr);
	/* The record begins with a marker of its own. */
	if (!user->nr || u64_array__at(user, 0) < PERF_CONTEXT_MAX)
		chain->words[nr++] = PERF_CONTEXT_USER;
	for (u64 i = 0; i < user->nr; i++)
		chain->words[nr++] = u64_array__at(user, i);
	set_chain(chain, sample, nr);
	return 0;
}

void user_chain__exit(struct user_chain *chain)
{
	free(chain->words);
	*chain = (struct user_chain){ 0 };
}
