/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <endian.h>
#include <string.h>

#include "types.h"

/*
 * Numbers to text without a format: each writes at @to, which must have room for DIGITS_MAX
 * bytes (or the width asked for), and returns where it ended. No NUL is written.
 */
#define DIGITS_MAX 24

extern const char digits__pairs[201]; /* "00" to "99" */
extern const u64 digits__powers[20];  /* of 10, from the first on; the 0th stands for 0 */

/* How many digits @value has in base 10: 1233/4096 is a little more than the logarithm of 2. */
static inline unsigned int digits__width(u64 value)
{
	unsigned int width = (64 - __builtin_clzll(value | 1)) * 1233 >> 12;

	return width + (value >= digits__powers[width]);
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

/* The last @width of a word's 8 digits; 8 bytes are written. All digits are made at once, one a byte. */
static inline void digits__hex_word(char *to, u32 value, unsigned int width)
{
	u64 x = value, letters;

	x = (x << 16 | x) & 0x0000ffff0000ffffULL;
	x = (x << 8 | x) & 0x00ff00ff00ff00ffULL;
	x = (x << 4 | x) & 0x0f0f0f0f0f0f0f0fULL;
	letters = (x + 0x0606060606060606ULL) >> 4 & 0x0101010101010101ULL;
	x += 0x3030303030303030ULL + letters * ('a' - '0' - 10);
	x = htobe64(x << (64 - width * 8));
	memcpy(to, &x, sizeof(x));
}

static inline char *digits__hex(char *to, u64 value)
{
	unsigned int width = digits__hex_width(value);

	if (width <= 8) {
		digits__hex_word(to, value, width);
		return to + width;
	}
	digits__hex_word(to, value >> 32, width - 8);
	digits__hex_word(to + width - 8, value, 8);
	return to + width;
}

/* What digits__copy() may read and write behind the end. */
#define DIGITS_SLACK 15

/* Copies a text that is mostly short, without a call. */
static inline char *digits__copy(char *to, const char *from, size_t len)
{
	for (size_t i = 0; i < len; i += 16)
		memcpy(to + i, from + i, 16);
	return to + len;
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
