/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_NAMES_H
#define PERF_UTIL_NAMES_H

#include "types.h"

/* The names in a directory, in the order of their bytes; zeroed is empty. */
struct names {
	char **list;
	size_t nr;
};

/* What of a directory is listed; links count as what they lead to. Only plain names are. */
enum names_of { NAMES_OF_DIRS, NAMES_OF_FILES };

/* Lists @path into @names, which the caller exits. 0 or -errno; -E2BIG past NAMES_MAX entries. */
#define NAMES_MAX 65536
int names__read(struct names *names, const char *path, enum names_of of);
void names__exit(struct names *names);

bool names__has(const struct names *names, const char *name);

/* Calls @fn for each until it returns non-zero, and returns that. */
int names__each(const struct names *names, int (*fn)(void *arg, const char *name), void *arg);

/* The text of a path, which the caller frees; NULL when out of memory. */
char *names__path(const char *fmt, ...) __printf_like(1, 2);

/*
 * A name that a file of a directory can have, that is not hidden (".x") and that can be printed:
 * control characters would reach the terminal of whoever lists it.
 */
bool name__is_plain(const char *name);

#endif
