// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lowest part of the holder's protocol: values into a buffer, and a message's bytes, which
 * may be hostile, back into values. Pure.
 */
#include "persistent/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WIRE_NULL (~0ULL) /* the length of a string that is not there */

void wire__put_u64(struct buf *out, u64 value)
{
	buf__append(out, &value, sizeof(value));
}

void wire__put_string(struct buf *out, const char *text)
{
	size_t len;

	if (!text) {
		wire__put_u64(out, WIRE_NULL);
		return;
	}
	len = strnlen(text, WIRE_STRING_MAX);
	wire__put_u64(out, len);
	buf__append(out, text, len);
}

void wire__put_words(struct buf *out, const u64 *words, unsigned int nr)
{
	wire__put_u64(out, nr);
	buf__append(out, words, nr * sizeof(*words));
}

static const void *wire__bytes(struct wire *in, size_t len)
{
	const void *data = in->data;

	if (in->error)
		return NULL;
	if (len > in->left) {
		in->error = -EPROTO;
		return NULL;
	}
	in->data += len;
	in->left -= len;
	return data;
}

u64 wire__u64(struct wire *in)
{
	const void *data = wire__bytes(in, sizeof(u64));
	u64 value = 0;

	if (data)
		memcpy(&value, data, sizeof(value));
	return value;
}

char *wire__string(struct wire *in)
{
	u64 len = wire__u64(in);
	const char *data;
	char *text;

	if (in->error || len == WIRE_NULL)
		return NULL;
	data = len <= WIRE_STRING_MAX ? wire__bytes(in, len) : NULL;
	if (!data || memchr(data, 0, len)) {
		in->error = -EPROTO;
		return NULL;
	}
	text = strndup(data, len);
	if (!text)
		in->error = -ENOMEM;
	return text;
}

u64 *wire__words(struct wire *in, unsigned int min, unsigned int max, unsigned int *nr)
{
	u64 count = wire__u64(in);
	const void *data;
	u64 *words;

	if (in->error)
		return NULL;
	data = count >= min && count <= max ? wire__bytes(in, count * sizeof(u64)) : NULL;
	if (!data) {
		in->error = -EPROTO;
		return NULL;
	}
	words = malloc(count * sizeof(u64) + 1);
	if (!words) {
		in->error = -ENOMEM;
		return NULL;
	}
	memcpy(words, data, count * sizeof(u64));
	*nr = count;
	return words;
}

int wire__end(struct wire *in)
{
	if (!in->error && in->left)
		in->error = -EPROTO;
	return in->error;
}
