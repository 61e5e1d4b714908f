// SPDX-License-Identifier: LGPL-2.1-or-later
/* A growing byte buffer whose first failure sticks. */
#include "buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *buf__reserve(struct buf *buf, size_t len)
{
	size_t need, cap = buf->cap ? buf->cap : 64;
	char *data;

	if (buf->error)
		return NULL;
	if (__builtin_add_overflow(buf->len, len, &need) || need > SIZE_MAX / 4)
		goto nomem;
	while (cap < need + 1)
		cap *= 2;
	if (cap != buf->cap) {
		data = realloc(buf->data, cap);
		if (!data)
			goto nomem;
		buf->data = data;
		buf->cap = cap;
	}
	return buf->data + buf->len;
nomem:
	buf->error = -ENOMEM;
	return NULL;
}

int buf__append(struct buf *buf, const void *data, size_t len)
{
	char *to = buf__reserve(buf, len);

	if (!to)
		return buf->error;
	if (len)
		memcpy(to, data, len);
	buf->len += len;
	buf->data[buf->len] = 0;
	return 0;
}

int buf__append_zeros(struct buf *buf, size_t len)
{
	char *to = buf__reserve(buf, len);

	if (!to)
		return buf->error;
	memset(to, 0, len);
	buf->len += len;
	buf->data[buf->len] = 0;
	return 0;
}

int buf__puts(struct buf *buf, const char *text)
{
	return buf__append(buf, text, strlen(text));
}

int buf__printf(struct buf *buf, const char *fmt, ...)
{
	va_list ap;
	char *to;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0)
		return buf->error = -EINVAL;
	to = buf__reserve(buf, len);
	if (!to)
		return buf->error;
	va_start(ap, fmt);
	vsnprintf(to, len + 1, fmt, ap);
	va_end(ap);
	buf->len += len;
	return 0;
}

char *buf__take(struct buf *buf)
{
	char *data = buf->data;

	if (buf->error || !data) {
		buf__exit(buf);
		return NULL;
	}
	*buf = (struct buf){ 0 };
	return data;
}

void buf__exit(struct buf *buf)
{
	free(buf->data);
	*buf = (struct buf){ 0 };
}
