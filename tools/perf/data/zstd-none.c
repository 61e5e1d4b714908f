// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, reading: zstd records can not be read by a build without libzstd; it says so. */
#include "zstd-stream.h"

#include <errno.h>

int zstd_stream__new(struct zstd_stream **stream)
{
	*stream = NULL;
	return -EOPNOTSUPP;
}

void zstd_stream__delete(struct zstd_stream *stream)
{
	(void)stream;
}

long zstd_stream__run(struct zstd_stream *stream, const u8 **in, size_t *in_len, void *out,
		      size_t out_len)
{
	(void)stream;
	(void)in;
	(void)in_len;
	(void)out;
	(void)out_len;
	return -EOPNOTSUPP;
}
