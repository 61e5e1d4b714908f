// SPDX-License-Identifier: GPL-2.0-only
/* What --time says -> nanoseconds of the recording's clock. */
#include "session/time-span.h"

#include <errno.h>
#include <string.h>

/* Seconds with up to nine digits behind the point, all of @text up to @end. */
static int parse_seconds(const char *text, const char *end, u64 *ns)
{
	u64 value = 0, unit = 1000000000;
	bool fraction = false;

	for (; text < end; text++) {
		if (*text == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (*text < '0' || *text > '9' || (fraction && unit == 1))
			return -EINVAL;
		if (fraction)
			unit /= 10;
		if (__builtin_mul_overflow(value, fraction ? 1 : 10, &value) ||
		    __builtin_add_overflow(value, (*text - '0') * unit, &value))
			return -ERANGE;
	}
	*ns = value;
	return 0;
}

int time_span__parse(struct time_span *span, const char *text)
{
	const char *comma = strchr(text, ',');
	const char *end = text + strlen(text);

	if (!comma)
		comma = end;
	if (comma > text && parse_seconds(text, comma, &span->begin_ns))
		return -EINVAL;
	if (comma < end - 1 && parse_seconds(comma + 1, end, &span->end_ns))
		return -EINVAL;
	return 0;
}
