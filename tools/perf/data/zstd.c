// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, reading: zstd records through libzstd. zstd-none.c stands in where there is none. */
#include "zstd-stream.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

struct zstd_stream {
	ZSTD_DStream *stream;
};

int zstd_stream__new(struct zstd_stream **stream_)
{
	struct zstd_stream *stream = calloc(1, sizeof(*stream));

	*stream_ = NULL;
	if (!stream)
		return -ENOMEM;
	stream->stream = ZSTD_createDStream();
	if (!stream->stream) {
		free(stream);
		return -ENOMEM;
	}
	*stream_ = stream;
	return 0;
}

void zstd_stream__delete(struct zstd_stream *stream)
{
	if (!stream)
		return;
	ZSTD_freeDStream(stream->stream);
	free(stream);
}

long zstd_stream__run(struct zstd_stream *stream, const u8 **in, size_t *in_len, void *out,
		      size_t out_len)
{
	ZSTD_inBuffer from = { *in, *in_len, 0 };
	ZSTD_outBuffer to = { out, out_len, 0 };
	size_t ret = ZSTD_decompressStream(stream->stream, &to, &from);

	if (ZSTD_isError(ret))
		return -EBADMSG;
	*in += from.pos;
	*in_len -= from.pos;
	return to.pos;
}
