// SPDX-License-Identifier: GPL-2.0-only
/* What --since says -> a moment of the clock, a span, or a date; what these are counted from is the
 * caller's: now for those who record, the end of the file for those who read one. */
#include "session/since.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000ULL

/* "SECONDS[.FRACTION]" in ns without rounding. False when @end is not its end. */
static bool parse_seconds(const char *text, const char **end, u64 *ns)
{
	u64 seconds, fraction = 0, scale = NS_PER_S / 10;
	char *at;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	seconds = strtoull(text, &at, 10);
	if (errno || seconds > UINT64_MAX / NS_PER_S - 1)
		return false;
	if (*at == '.')
		for (at++; *at >= '0' && *at <= '9'; at++, scale /= 10)
			fraction += (*at - '0') * scale;
	*end = at;
	*ns = seconds * NS_PER_S + fraction;
	return true;
}

static bool parse_span(const char *text, u64 *span_ns)
{
	static const struct {
		const char *name;
		u64 mul, div;
	} units[] = {
		{ "ns", 1, NS_PER_S }, { "us", 1, 1000000 }, { "ms", 1, 1000 }, { "s", 1, 1 },
		{ "m", 60, 1 },	       { "min", 60, 1 },     { "h", 3600, 1 },	{ "d", 86400, 1 },
	};
	const char *end;
	u64 ns;

	if (!parse_seconds(text, &end, &ns))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcmp(end, units[i].name))
			continue;
		/* Longer than any clock has run. */
		*span_ns = ns > UINT64_MAX / units[i].mul ? UINT64_MAX
							  : ns * units[i].mul / units[i].div;
		return true;
	}
	return false;
}

static bool parse_date(const char *text, u64 *wall_ns)
{
	struct tm tm = { .tm_isdst = -1 };
	const char *end = strptime(text, "%Y-%m-%d %H:%M:%S", &tm);
	u64 fraction = 0;
	time_t t;

	if (!end)
		end = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	if (!end) {
		memset(&tm, 0, sizeof(tm));
		tm.tm_isdst = -1;
		end = strptime(text, "%Y-%m-%d %H:%M", &tm);
	}
	if (!end)
		return false;
	if (*end == '.') {
		u64 scale = NS_PER_S / 10;

		for (end++; *end >= '0' && *end <= '9'; end++, scale /= 10)
			fraction += (*end - '0') * scale;
	}
	t = mktime(&tm);
	if (*end || t < 0)
		return false;
	*wall_ns = t * NS_PER_S + fraction;
	return true;
}

int since__parse(struct since *since, const char *text, struct err *err)
{
	const char *end;

	*since = (struct since){ .kind = SINCE_TIME };
	if (!strcmp(text, "boot"))
		return 0;
	if (parse_seconds(text, &end, &since->ns) && !*end)
		return 0;
	since->kind = SINCE_SPAN;
	if (parse_span(text, &since->ns))
		return 0;
	since->kind = SINCE_DATE;
	if (parse_date(text, &since->ns))
		return 0;
	err__set(err, -EINVAL, "--since can not be '%s'", text);
	err__set_hint(err, "it is 30s, 500ms, 10m, 2h, boot, seconds of the event's clock "
			   "(1234.567), or 'YYYY-MM-DD HH:MM:SS'");
	return -EINVAL;
}
