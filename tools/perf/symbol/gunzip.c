// SPDX-License-Identifier: GPL-2.0-only
/* gzip -> bytes, in memory, both sides bounded. What follows the first member is left out. */
#include "symbol/gunzip.h"

#include <errno.h>
#include <zlib.h>

#include "buf.h"

#define STEP_BYTES   65536
#define GZIP_WINDOWS (MAX_WBITS + 16) /* zlib's way to say: with gzip's header */

static int run(z_stream *stream, size_t max, struct buf *out)
{
	int ret = Z_OK;

	while (ret == Z_OK) {
		void *to = buf__reserve(out, STEP_BYTES);

		if (!to)
			return -ENOMEM;
		stream->next_out = to;
		stream->avail_out = STEP_BYTES;
		ret = inflate(stream, Z_NO_FLUSH);
		out->len += STEP_BYTES - stream->avail_out;
		if (out->len > max)
			return -EFBIG;
	}
	if (ret == Z_STREAM_END)
		return 0;
	return ret == Z_MEM_ERROR ? -ENOMEM : -EINVAL;
}

int gunzip(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	z_stream stream = { .next_in = (void *)from, .avail_in = size };
	struct buf out = { 0 };
	int ret;

	if (size > UINT32_MAX)
		return -EFBIG;
	if (inflateInit2(&stream, GZIP_WINDOWS) != Z_OK)
		return -ENOMEM;
	ret = run(&stream, max, &out);
	inflateEnd(&stream);
	*to_size = out.len;
	*to = ret ? NULL : buf__take(&out);
	buf__exit(&out);
	return ret ? ret : *to ? 0 : -EINVAL;
}
