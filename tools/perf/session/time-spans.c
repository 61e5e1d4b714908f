// SPDX-License-Identifier: GPL-2.0-only
/* --time with several spans, or with parts of the recording -> spans of the recording's clock. */
#include "session/time-spans.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Thousandths of a percent. */
#define WHOLE 100000

/* "12.5%" at *at, which is moved on. */
static int take_percent(const char **at, u64 *value)
{
	u64 unit = WHOLE / 100, sum = 0;
	bool fraction = false, any = false;

	for (; **at != '%'; (*at)++) {
		if (**at == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (**at < '0' || **at > '9')
			return -EINVAL;
		any = true;
		if (fraction)
			unit /= 10;
		sum = (fraction ? sum : sum * 10) + (**at - '0') * unit;
		if (sum > WHOLE)
			return -ERANGE;
	}
	(*at)++;
	*value = sum;
	return any ? 0 : -EINVAL;
}

static int take_part(const char **at, struct time_span *span)
{
	u64 size, number;
	char *end;
	int ret = take_percent(at, &size);

	if (ret)
		return ret;
	if (**at == '-') {
		(*at)++;
		span->begin_ns = size;
		ret = take_percent(at, &span->end_ns);
		return ret ? ret : span->end_ns > size ? 0 : -EINVAL;
	}
	if (**at != '/' || !size)
		return -EINVAL;
	number = strtoull(*at + 1, &end, 10);
	if (end == *at + 1 || !number || number > WHOLE)
		return -EINVAL;
	*at = end;
	span->begin_ns = (number - 1) * size;
	span->end_ns = number * size;
	return span->end_ns > WHOLE ? -ERANGE : 0;
}

static int parse_parts(struct time_spans *spans, const char *text)
{
	spans->percent = true;
	for (;;) {
		int ret;

		if (spans->nr == TIME_SPANS_MAX)
			return -ERANGE;
		ret = take_part(&text, &spans->list[spans->nr++]);
		if (ret)
			return ret;
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -EINVAL;
	}
}

int time_spans__parse(struct time_spans *spans, const char *text)
{
	char part[64];

	*spans = (struct time_spans){ 0 };
	if (strchr(text, '%'))
		return parse_parts(spans, text);
	while (*text) {
		struct time_span *span = &spans->list[spans->nr];
		size_t len = strcspn(text, " ");
		int ret;

		if (len >= sizeof(part) || spans->nr == TIME_SPANS_MAX)
			return -ERANGE;
		memcpy(part, text, len);
		part[len] = 0;
		*span = (struct time_span){ .end_ns = ~0ULL };
		ret = time_span__parse(span, part);
		if (ret)
			return ret;
		if (span->end_ns < span->begin_ns)
			return -EINVAL;
		spans->nr++;
		text += len + strspn(text + len, " ");
	}
	return spans->nr ? 0 : -EINVAL;
}

int time_spans__resolve(struct time_spans *spans, u64 first_ns, u64 last_ns)
{
	u64 total = last_ns - first_ns;

	if (!spans->percent)
		return 0;
	if (!last_ns || last_ns < first_ns)
		return -ENODATA;
	for (size_t i = 0; i < spans->nr; i++) {
		struct time_span *span = &spans->list[i];
		bool to_end = span->end_ns == WHOLE;

		span->begin_ns = first_ns + (u64)((double)total * span->begin_ns / WHOLE);
		span->end_ns = first_ns + (u64)((double)total * span->end_ns / WHOLE);
		/* Neighbours do not share a sample. */
		if (to_end)
			span->end_ns = last_ns;
		else if (span->end_ns > span->begin_ns)
			span->end_ns--;
	}
	spans->percent = false;
	return 0;
}

void time_spans__begin_at(struct time_spans *spans, u64 begin_ns)
{
	if (!spans->nr)
		spans->list[spans->nr++] = (struct time_span){ .end_ns = ~0ULL };
	for (size_t i = 0; i < spans->nr; i++)
		if (spans->list[i].begin_ns < begin_ns)
			spans->list[i].begin_ns = begin_ns;
}

bool time_spans__has(const struct time_spans *spans, u64 time_ns)
{
	for (size_t i = 0; i < spans->nr; i++)
		if (time_ns >= spans->list[i].begin_ns && time_ns <= spans->list[i].end_ns)
			return true;
	return !spans->nr;
}
