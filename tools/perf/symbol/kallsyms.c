// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbol tables in text: /proc/kallsyms and perf-PID.map -> struct symbols. The text is cut
 * up in place and becomes the pool of the names.
 */
#include "symbol/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"

/* A kernel with every symbol has about 10 MB of them. */
#define KALLSYMS_MAX (256U << 20)

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

/* Ends the word that begins at @at and returns what follows the blanks behind it. */
static char *end_word(char *at)
{
	at += strcspn(at, " \t");
	if (*at)
		*at++ = 0;
	return at + strspn(at, " \t");
}

/* Functions and data: what a sample's address can point into. */
static bool wanted(char type)
{
	return type && strchr("tTwWdDbB", type);
}

static int parse_line(struct symbols *symbols, char *line)
{
	struct symbol symbol = { 0 };
	char *rest, type;

	if (!take_hex(&line, &symbol.start) || !symbol.start)
		return 0;
	type = *line;
	if (!wanted(type) || line[1] != ' ')
		return 0;
	line += 2;
	rest = end_word(line);
	if (!*line)
		return 0;
	symbol.end = symbol.start;
	symbol.name = line;
	symbol.weak = type == 'w' || type == 'W';
	symbol.local = type >= 'a' && !symbol.weak;
	if (*rest == '[') {
		rest[strcspn(rest, "]")] = 0;
		symbol.module = rest + 1;
	}
	return symbols__add(symbols, &symbol);
}

static int parse_map_line(struct symbols *symbols, char *line)
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

static int parse_lines(struct symbols *symbols, char *text, size_t len,
		       int (*parse)(struct symbols *symbols, char *line))
{
	char *end = text + len;
	int ret = 0;

	symbols->pool = text;
	while (!ret && text < end) {
		char *newline = memchr(text, '\n', end - text);

		if (newline)
			*newline = 0;
		ret = parse(symbols, text);
		text = newline ? newline + 1 : end;
	}
	if (!ret)
		ret = symbols__finish(symbols);
	return ret;
}

int kallsyms__parse(struct symbols *symbols, char *text, size_t len)
{
	symbols->last_wins = true;
	return parse_lines(symbols, text, len, parse_line);
}

int perf_map__parse(struct symbols *symbols, char *text, size_t len)
{
	return parse_lines(symbols, text, len, parse_map_line);
}

int kallsyms__read(struct symbols *symbols, const char *path)
{
	char *text;
	ssize_t len = file__read(AT_FDCWD, path, KALLSYMS_MAX, &text);

	return len < 0 ? (int)len : kallsyms__parse(symbols, text, len);
}

u64 symbols__address_of(const struct symbols *symbols, const char *name)
{
	for (size_t i = 0; i < symbols->nr; i++)
		if (!strcmp(symbols->list[i].name, name))
			return symbols->list[i].start;
	return 0;
}
