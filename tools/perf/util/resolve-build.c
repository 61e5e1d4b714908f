// SPDX-License-Identifier: GPL-2.0-only
/* What all stages of resolving one event need: a term's value as a number, text, out of memory. */
#include "resolve-build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int build__no_memory(struct build *build)
{
	return err__set(build->err, -ENOMEM, "out of memory");
}

int build__set_text(struct build *build, char **to, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return build__no_memory(build);
	free(*to);
	*to = copy;
	return 0;
}

int build__number(struct build *build, const struct syntax_term *term, u64 *value)
{
	int ret;

	*value = 1;
	if (!term->value.text)
		return 0;
	ret = term->quoted ? -EINVAL : syntax__number(term->value.text, value);
	if (ret == -ERANGE)
		return err__set_at(build->err, ret, term->value.column,
				   "value %s of '%s' is too big: the maximum is "
				   "0xffffffffffffffff",
				   term->value.text, term->name.text);
	if (ret)
		return err__set_at(build->err, ret, term->value.column,
				   "value '%s' of '%s' is no number (decimal, or hex behind 0x)",
				   term->value.text, term->name.text);
	return 0;
}
