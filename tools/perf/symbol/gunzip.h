/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_GUNZIP_H
#define PERF_SYMBOL_GUNZIP_H

#include "types.h"

/* Inflates @size bytes of a gzip file, to @max bytes at most, which the caller frees. 0 or -errno: -EINVAL
 * damaged, -EFBIG larger than that, -ENOTSUP built without zlib. */
int gunzip(const void *from, size_t size, size_t max, char **to, size_t *to_size);

#endif
