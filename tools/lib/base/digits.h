/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <string.h>

#include "types.h"

/*
 * Numbers to text without a format: each writes at @to, which must have room for DIGITS_MAX
 * bytes (or the width asked for), and returns where it ended. No NUL is written.
 */
#define DIGITS_MAX 24

extern const char digits__pairs[201]; /* "00" to "99" */
extern const char digits__hex_low[17];

/* How many digits @value has in base 10. */
static inline unsigned int digits__width(u64 value)
{
	unsigned int width = 1;

	for (; value >= 10000; value /= 10000)
		width += 4;
	return width + (value >= 10) + (value >= 100) + (value >= 1000);
}

/* Exactly @width digits, with leading zeros. */
static inline char *digits__fixed(char *to, u64 value, unsigned int width)
{
	char *at = to + width;

	while (at - to >= 2) {
		at -= 2;
		memcpy(at, digits__pairs + value % 100 * 2, 2);
		value /= 100;
	}
	if (at > to)
		*to = '0' + value % 10;
	return to + width;
}

static inline char *digits__dec(char *to, u64 value)
{
	return digits__fixed(to, value, digits__width(value));
}

static inline char *digits__signed(char *to, s64 value)
{
	if (value >= 0)
		return digits__dec(to, value);
	*to = '-';
	return digits__dec(to + 1, 0 - (u64)value);
}

/* How many digits @value has in base 16. */
static inline unsigned int digits__hex_width(u64 value)
{
	return value ? (67 - __builtin_clzll(value)) / 4 : 1;
}

static inline char *digits__hex(char *to, u64 value)
{
	unsigned int width = digits__hex_width(value);

	for (unsigned int i = width; i--; value >>= 4)
		to[i] = digits__hex_low[value & 15];
	return to + width;
}

/* @text of @len bytes behind blanks that fill it up to @width. */
static inline char *digits__right(char *to, const char *text, size_t len, size_t width)
{
	if (len < width) {
		memset(to, ' ', width - len);
		to += width - len;
	}
	memcpy(to, text, len);
	return to + len;
}

#endif
