/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DEBUGINFOD_H
#define PERF_SYMBOL_DEBUGINFOD_H

#include "err.h"

/* Servers that have files by their build-id, which $DEBUGINFOD_URLS names: asked only by who wants to. */
struct debuginfod;

/* Can they be asked? 0, or -errno with @err: -EINVAL no server is named, -ENOSYS no library. */
int debuginfod__check(struct err *err);

/* NULL: out of memory. */
struct debuginfod *debuginfod__new(void);
void debuginfod__delete(struct debuginfod *servers);

/*
 * Opens the file with the code of that build-id, or with @debug the one with its debug information. It
 * may take long, and leaves a copy in the library's own cache. The fd, which the caller closes, or -errno.
 * Where no server can be reached, none is asked again.
 */
int debuginfod__open(struct debuginfod *servers, bool debug, const u8 *id, u8 size,
		     u64 *size_bytes);

#endif
