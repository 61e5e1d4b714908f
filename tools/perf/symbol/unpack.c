// SPDX-License-Identifier: GPL-2.0-only
/* Packed file -> its content, in memory, both sides bounded: for kernel modules. */
#include "symbol/unpack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "data/zstd-stream.h"
#include "symbol/gunzip.h"
#include "symbol/unxz.h"

#define STEP_BYTES 65536

static bool begins(const void *from, size_t size, const char *magic, size_t len)
{
	return size >= len && !memcmp(from, magic, len);
}

/* Frames follow each other until nothing is left. */
static int run_zstd(struct zstd_stream *stream, const u8 *from, size_t size, size_t max,
		    struct buf *out)
{
	long got;

	do {
		void *to = buf__reserve(out, STEP_BYTES);

		if (!to)
			return -ENOMEM;
		got = zstd_stream__run(stream, &from, &size, to, STEP_BYTES);
		if (got < 0)
			return -EINVAL;
		out->len += got;
		if (out->len > max)
			return -EFBIG;
	} while (got || size);
	return 0;
}

static int unzstd(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	struct zstd_stream *stream;
	struct buf out = { 0 };
	int ret = zstd_stream__new(&stream);

	if (ret)
		return ret == -EOPNOTSUPP ? -ENOTSUP : ret;
	ret = run_zstd(stream, from, size, max, &out);
	zstd_stream__delete(stream);
	*to_size = out.len;
	*to = ret ? NULL : buf__take(&out);
	buf__exit(&out);
	return ret ? ret : *to ? 0 : -EINVAL;
}

int unpack(const void *from, size_t size, size_t max, char **to, size_t *to_size)
{
	if (begins(from, size, "\xfd\x37zXZ", 6))
		return unxz(from, size, max, to, to_size);
	if (begins(from, size, "\x28\xb5\x2f\xfd", 4))
		return unzstd(from, size, max, to, to_size);
	if (begins(from, size, "\x1f\x8b", 2))
		return gunzip(from, size, max, to, to_size);
	return -ENOEXEC;
}
