// SPDX-License-Identifier: GPL-2.0-only
/* perf.data, writing: numbers and padded strings into a buffer, in native byte order. */
#include "encode.h"

#include <string.h>

#include "format.h"

int encode__u32(struct buf *out, u32 value)
{
	return buf__append(out, &value, sizeof(value));
}

int encode__u64(struct buf *out, u64 value)
{
	return buf__append(out, &value, sizeof(value));
}

int encode__string(struct buf *out, const char *text)
{
	size_t len = strlen(text);
	size_t padded = ALIGN_UP(len + 1, DATA_STRING_ALIGN);

	encode__u32(out, padded);
	buf__append(out, text, len);
	return buf__append_zeros(out, padded - len);
}

void encode__set_u32(struct buf *out, size_t at, u32 value)
{
	if (!buf__error(out))
		memcpy(out->data + at, &value, sizeof(value));
}
