/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_ROOT_H
#define PERF_SYMBOL_ROOT_H

#include "types.h"

/*
 * Opens a regular file for reading, as file__open(). With a @symfs (else NULL) @path is looked for
 * below that folder, and nothing outside it is ever followed: neither links nor "..". The fd,
 * or -errno.
 */
int root__open(const char *symfs, const char *path, u64 *size_bytes);

#endif
