// SPDX-License-Identifier: GPL-2.0-only
/* xz -> bytes, in memory, both sides bounded: for the small symbol table inside an ELF file. */
#include "symbol/unxz.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>

#include "buf.h"

#define DICTIONARY_BYTES (128ULL << 20)
#define STEP_BYTES	 65536

static int run(lzma_stream *stream, size_t max, struct buf *out)
{
	lzma_ret ret = LZMA_OK;

	while (ret == LZMA_OK) {
		void *to = out->len < max ? buf__reserve(out, STEP_BYTES) : NULL;

		if (!to)
			return out->len < max ? -ENOMEM : -EFBIG;
		stream->next_out = to;
		stream->avail_out = STEP_BYTES;
		ret = lzma_code(stream, LZMA_FINISH);
		out->len += STEP_BYTES - stream->avail_out;
	}
	if (ret == LZMA_STREAM_END)
		return out->len <= max ? 0 : -EFBIG;
	return ret == LZMA_MEM_ERROR ? -ENOMEM : -EINVAL;
}

int unxz(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	struct buf out = { 0 };
	int ret;

	if (lzma_stream_decoder(&stream, DICTIONARY_BYTES, 0) != LZMA_OK)
		return -ENOMEM;
	stream.next_in = from;
	stream.avail_in = size;
	ret = run(&stream, max, &out);
	lzma_end(&stream);
	if (ret) {
		buf__exit(&out);
		return ret;
	}
	*to_size = out.len;
	*to = buf__take(&out);
	return *to ? 0 : -EINVAL;
}
