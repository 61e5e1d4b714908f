// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, reading: bounded numbers and strings out of a section, in either byte order. */
#include "decode.h"

#include <byteswap.h>
#include <string.h>

u16 decode__swap16(u16 value, bool swapped)
{
	return swapped ? bswap_16(value) : value;
}

u32 decode__swap32(u32 value, bool swapped)
{
	return swapped ? bswap_32(value) : value;
}

u64 decode__swap64(u64 value, bool swapped)
{
	return swapped ? bswap_64(value) : value;
}

const void *decode__bytes(struct feature_in *in, size_t len)
{
	const void *bytes;

	if (in->bad || len > in->size - in->pos) {
		in->bad = true;
		return NULL;
	}
	bytes = in->data + in->pos;
	in->pos += len;
	return bytes;
}

u16 decode__u16(struct feature_in *in)
{
	const void *bytes = decode__bytes(in, sizeof(u16));
	u16 value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return decode__swap16(value, in->swapped);
}

u32 decode__u32(struct feature_in *in)
{
	const void *bytes = decode__bytes(in, sizeof(u32));
	u32 value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return decode__swap32(value, in->swapped);
}

u64 decode__u64(struct feature_in *in)
{
	const void *bytes = decode__bytes(in, sizeof(u64));
	u64 value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return decode__swap64(value, in->swapped);
}

const char *decode__string(struct feature_in *in)
{
	u32 len = decode__u32(in);
	const char *text = decode__bytes(in, len);

	if (!text || !memchr(text, 0, len)) {
		in->bad = true;
		return NULL;
	}
	return text;
}

u32 decode__count(struct feature_in *in, size_t min_bytes)
{
	u32 nr = decode__u32(in);

	if (nr > decode__left(in) / min_bytes) {
		in->bad = true;
		return 0;
	}
	return nr;
}
