/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_DEFINE_H
#define PERF_PERSISTENT_DEFINE_H

#include "err.h"

/* Definitions of persistent events as users write them: pure text. */

#define PERSISTENT_NAME_MAX	  64
#define PERSISTENT_RING_BYTES	  (512 * 1024)
#define PERSISTENT_RING_BYTES_MAX (1ULL << 30)

struct definition {
	char *name;
	char *event;
};

struct definitions {
	struct definition *list;
	size_t nr;
};
void definitions__exit(struct definitions *definitions);

/* Is @name fit to stand in persistent/NAME/ and to be a file? 0, or -EINVAL and why. */
int definition__check_name(const char *name, struct err *err);

/* Appends NAME=EVENT; the first '=' splits. 0, -EINVAL, -EEXIST given before, -ENOMEM. */
int definitions__add(struct definitions *definitions, const char *text, struct err *err);

/* Appends the lines NAME = EVENT of a file's @text; '#' at the begin of a line or after
 * white space begins a comment. The fault's line
 * is put with @file into @err. */
int definitions__parse(struct definitions *definitions, const char *text, const char *file,
		       struct err *err);

/*
 * The size of a ring: a number of pages (a power of two), or bytes with B, K, M or G, which are
 * rounded up to such. 0, or -EINVAL/-ERANGE.
 */
int ring_bytes__parse(const char *text, u64 *bytes, struct err *err);

#endif
