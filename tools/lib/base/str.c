// SPDX-License-Identifier: LGPL-2.1-or-later
/* Globs, near misses and hashes of names. */
#include "str.h"

#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

bool str__glob(const char *glob, const char *name)
{
	return fnmatch(glob, name, FNM_NOESCAPE) == 0;
}

bool str__is_glob(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

#define LONGEST 128

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int m = a < b ? a : b;

	return m < c ? m : c;
}

/* Edits (insert, delete, replace) between two names, by the usual one-row table. */
static unsigned int distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned int row[LONGEST + 1];
	size_t i, j;

	for (j = 0; j <= b_len; j++)
		row[j] = j;
	for (i = 1; i <= a_len; i++) {
		unsigned int diagonal = row[0];

		row[0] = i;
		for (j = 1; j <= b_len; j++) {
			bool same = tolower((unsigned char)a[i - 1]) ==
				    tolower((unsigned char)b[j - 1]);
			unsigned int above = row[j];

			row[j] = min3(above + 1, row[j - 1] + 1, diagonal + !same);
			diagonal = above;
		}
	}
	return row[b_len];
}

void str_nearest__offer(struct str_nearest *nearest, const char *wanted, const char *name)
{
	size_t wanted_len = strlen(wanted), len = strlen(name);
	size_t longer = wanted_len > len ? wanted_len : len;
	unsigned int d;

	if (!wanted_len || longer > LONGEST)
		return;
	d = distance(wanted, wanted_len, name, len);
	if (d * 3 > longer || (nearest->name && d >= nearest->distance))
		return;
	*nearest = (struct str_nearest){ .name = name, .distance = d };
}

u64 str__hash(const void *data, size_t len)
{
	const u8 *p = data;
	u64 hash = 0xcbf29ce484222325ULL;

	while (len--)
		hash = (hash ^ *p++) * 0x100000001b3ULL;
	return hash;
}

/* RFC 3629 */
size_t str__utf8_bytes(const char *text)
{
	const u8 *p = (const u8 *)text;
	int length = p[0] < 0x80		   ? 1
		     : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
		     : (p[0] & 0xf0) == 0xe0	   ? 3
		     : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
						   : 0;

	for (int i = 1; i < length; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if (length == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0)))
		return 0;
	if (length == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90)))
		return 0;
	return length;
}
