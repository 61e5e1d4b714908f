/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_UNPACK_H
#define PERF_SYMBOL_UNPACK_H

#include "types.h"

/*
 * What @size bytes of a file hold that xz, zstd or gzip made, told by how they begin: at most @max bytes,
 * which the caller frees. 0 or -errno: -ENOEXEC none of these, -EINVAL damaged, -EFBIG larger than
 * that, -ENOTSUP built without the library.
 */
int unpack(const void *from, size_t size, size_t max, char **to, size_t *to_size);

#endif
