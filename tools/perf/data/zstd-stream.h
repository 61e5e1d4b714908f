/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_ZSTD_STREAM_H
#define PERF_DATA_ZSTD_STREAM_H

#include "types.h"

/* Decompression of one zstd stream; built without libzstd there is none. */
struct zstd_stream;

/* 0; -ENOMEM; -EOPNOTSUPP: built without libzstd. */
int zstd_stream__new(struct zstd_stream **stream);
void zstd_stream__delete(struct zstd_stream *stream);

/*
 * Decompresses from @in on (moving it and taking from @in_len what was used up) into at most
 * @out_len bytes. Returns how many came out; -EBADMSG: it is no zstd. 0 with no input left: more
 * is needed.
 */
long zstd_stream__run(struct zstd_stream *stream, const u8 **in, size_t *in_len, void *out,
		      size_t out_len);

#endif
