/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "types.h"

/*
 * A growing byte buffer; zeroed is empty. data[len] is always a NUL once something was
 * appended, so that text can be used as a string. An allocation that failed is remembered:
 * later appends do nothing and buf__error() tells, so one check at the end is enough.
 */
struct buf {
	char *data;
	size_t len;
	size_t cap;
	int error;
};

/* All return 0 or -ENOMEM. */
int buf__append(struct buf *buf, const void *data, size_t len);
int buf__append_zeros(struct buf *buf, size_t len);
int buf__puts(struct buf *buf, const char *text);
int buf__printf(struct buf *buf, const char *fmt, ...) __printf_like(2, 3);

/* Makes room for @len more bytes and returns where they go, or NULL; len is not advanced. */
void *buf__reserve(struct buf *buf, size_t len);

static inline int buf__error(const struct buf *buf)
{
	return buf->error;
}

/* Empties it but keeps the memory. */
static inline void buf__reset(struct buf *buf)
{
	buf->len = 0;
	buf->error = 0;
	if (buf->data)
		buf->data[0] = 0;
}

/* Hands over the bytes, which the caller frees; the buffer is empty afterwards. NULL on error. */
char *buf__take(struct buf *buf);

void buf__exit(struct buf *buf);

#endif
