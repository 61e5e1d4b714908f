// SPDX-License-Identifier: GPL-2.0-only
/* Options of other perfs -> nothing, or the sentence that says why not, and what there is in their place. */
#include "other-options.h"

error_t other_options__parse(int key, char *arg, struct argp_state *state)
{
	const struct argp *argp = state->input;

	(void)arg;
	for (const struct argp_option *option = argp->options; option->name; option++) {
		if (key != option->key)
			continue;
		if (option->doc)
			argp_error(state, "--%s: %s", option->name, option->doc);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}
