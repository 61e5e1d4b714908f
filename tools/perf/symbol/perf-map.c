// SPDX-License-Identifier: GPL-2.0-only
/* perf-PID.map -> struct symbols. The text is cut up in place and becomes the pool of the names. */
#include "symbol/perf-map.h"

#include <string.h>

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A hexadecimal number and the blank behind it. false: there is none. */
static bool take_hex(char **at, u64 *value)
{
	char *c = *at;

	for (*value = 0; digit(*c) >= 0; c++) {
		if (*value >> 60)
			return false;
		*value = *value << 4 | digit(*c);
	}
	if (c == *at || *c != ' ')
		return false;
	*at = c + 1;
	return true;
}

static int parse_line(struct symbols *symbols, char *line)
{
	struct symbol symbol = { 0 };
	u64 size;

	if (!take_hex(&line, &symbol.start) || !take_hex(&line, &size))
		return 0;
	if (!*line || !size || symbol.start + size < symbol.start)
		return 0;
	symbol.end = symbol.start + size;
	symbol.name = line;
	return symbols__add(symbols, &symbol);
}

int perf_map__parse(struct symbols *symbols, char *text, size_t len)
{
	char *end = text + len;
	int ret = 0;

	symbols->pool = text;
	while (!ret && text < end) {
		char *newline = memchr(text, '\n', end - text);

		if (newline)
			*newline = 0;
		ret = parse_line(symbols, text);
		text = newline ? newline + 1 : end;
	}
	return ret ? ret : symbols__finish(symbols);
}
