/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "types.h"

/* Does @name match @glob (fnmatch rules without special treatment of '/' and '.')? */
bool str__glob(const char *glob, const char *name);

/* True when @text holds one of * ? [ */
bool str__is_glob(const char *text);

/*
 * Keeps the nearest of many names: begin with a zeroed struct, offer each, and read .name.
 * Case does not count. A name is near when at most a third of the longer one differs.
 * The offered strings must live as long as the struct.
 */
struct str_nearest {
	const char *name; /* NULL: none was near */
	unsigned int distance;
};
void str_nearest__offer(struct str_nearest *nearest, const char *wanted, const char *name);

/* How many bytes the UTF-8 character at @text has; 0 when there is none that is valid. */
size_t str__utf8_bytes(const char *text);

/* FNV-1a, for hash tables whose keys nobody hostile can pick. */
u64 str__hash(const void *data, size_t len);

#endif
