// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: compressed records to plain ones. In go the bytes of records of type 81 and
 * 83, out come runs of decompressed bytes that begin where the reader is.
 */
#include "inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "zstd-stream.h"

#define OUT_BYTES (256u << 10)

static int start(struct inflate *inflate)
{
	inflate->in = malloc(DATA_RECORD_MAX);
	inflate->out = malloc(OUT_BYTES);
	if (!inflate->in || !inflate->out)
		return -ENOMEM;
	return zstd_stream__new(&inflate->stream);
}

int inflate__feed(struct inflate *inflate, const void *bytes, size_t len)
{
	int ret = inflate->stream ? 0 : start(inflate);

	if (ret) {
		inflate__exit(inflate);
		return ret;
	}
	memcpy(inflate->in, bytes, len);
	inflate->in_pos = 0;
	inflate->in_end = len;
	return 0;
}

u8 *inflate__bytes(struct inflate *inflate)
{
	return inflate->out ? inflate->out + inflate->out_pos : NULL;
}

void inflate__advance(struct inflate *inflate, size_t len)
{
	inflate->out_pos += len;
}

long inflate__need(struct inflate *inflate, size_t len)
{
	if (inflate->out_end - inflate->out_pos >= len)
		return len;
	if (!inflate->stream)
		return 0;
	memmove(inflate->out, inflate__bytes(inflate), inflate->out_end - inflate->out_pos);
	inflate->out_end -= inflate->out_pos;
	inflate->out_pos = 0;
	while (inflate->out_end < len) {
		const u8 *in = inflate->in + inflate->in_pos;
		size_t in_len = inflate->in_end - inflate->in_pos;
		long got = zstd_stream__run(inflate->stream, &in, &in_len,
					    inflate->out + inflate->out_end,
					    OUT_BYTES - inflate->out_end);

		if (got < 0)
			return got;
		if (!got && in_len == inflate->in_end - inflate->in_pos)
			return inflate->out_end;
		inflate->in_pos = inflate->in_end - in_len;
		inflate->out_end += got;
	}
	return len;
}

void inflate__exit(struct inflate *inflate)
{
	zstd_stream__delete(inflate->stream);
	free(inflate->in);
	free(inflate->out);
	memset(inflate, 0, sizeof(*inflate));
}
