/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_PUT_H
#define PERF_UI_PUT_H

#include "buf.h"
#include "digits.h"

/* Numbers and texts in columns, appended without a format. When memory runs out nothing is
 * appended and the buffer remembers it. Numbers have a width of up to 32. */
#define PUT_BYTES 64

static inline char *put__reserve(struct buf *out, size_t len)
{
	if (!out->error && out->cap - out->len > len)
		return out->data + out->len;
	return buf__reserve(out, len);
}

static inline void put__char(struct buf *out, char c)
{
	char *to = put__reserve(out, 1);

	if (to) {
		*to = c;
		out->len++;
	}
}

/* What was written at the end of the buffer, up to @to, behind blanks up to @width. */
static inline void put__commit(struct buf *out, char *from, char *to, size_t width)
{
	size_t len = to - from;

	if (len < width) {
		memmove(from + width - len, from, len);
		memset(from, ' ', width - len);
		len = width;
	}
	out->len += len;
}

static inline void put__dec(struct buf *out, u64 value, size_t width)
{
	char *to = put__reserve(out, PUT_BYTES);

	if (to)
		put__commit(out, to, digits__dec(to, value), width);
}

static inline void put__signed(struct buf *out, s64 value, size_t width)
{
	char *to = put__reserve(out, PUT_BYTES);

	if (to)
		put__commit(out, to, digits__signed(to, value), width);
}

/* The same with the blanks behind it. */
static inline void put__signed_left(struct buf *out, s64 value, int width)
{
	char *to = put__reserve(out, PUT_BYTES), *end;

	if (!to)
		return;
	end = digits__signed(to, value);
	for (; end < to + width; end++)
		*end = ' ';
	out->len += end - to;
}

static inline void put__zeros(struct buf *out, u64 value, int width)
{
	char *to = put__reserve(out, PUT_BYTES);

	if (to)
		out->len += digits__fixed(to, value, width) - to;
}

static inline void put__hex(struct buf *out, u64 value, int width)
{
	char *to = put__reserve(out, PUT_BYTES);

	if (!to)
		return;
	width -= digits__hex_width(value);
	if (width > 0) {
		memset(to, ' ', width);
		out->len += digits__hex(to + width, value) - to;
	} else {
		out->len += digits__hex(to, value) - to;
	}
}

static inline void put__bytes(struct buf *out, const char *text, size_t len)
{
	char *to = put__reserve(out, len);

	if (to) {
		memcpy(to, text, len);
		out->len += len;
	}
}

static inline void put__text(struct buf *out, const char *text, size_t width)
{
	size_t len = strlen(text);
	char *to = put__reserve(out, len > width ? len : width);

	if (to)
		out->len += digits__right(to, text, len, width) - to;
}

#endif
