/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_CURSOR_H
#define PERF_SESSION_CURSOR_H

#include <byteswap.h>
#include <string.h>

#include "types.h"

/*
 * Walks over bytes of a file in either byte order and at any alignment. What does not fit sets
 * .failed and reads as 0, so that one check after many fields is enough.
 */
struct cursor {
	const u8 *at;
	size_t left;
	bool swapped;
	bool failed;
};

/* The next @bytes, or NULL and .failed. */
static inline const void *cursor__bytes(struct cursor *c, u64 bytes)
{
	const void *at = c->at;

	if (c->failed || bytes > c->left) {
		c->failed = true;
		return NULL;
	}
	c->at += bytes;
	c->left -= bytes;
	return at;
}

static inline u64 cursor__u64(struct cursor *c)
{
	const void *at = cursor__bytes(c, sizeof(u64));
	u64 value = 0;

	if (at)
		memcpy(&value, at, sizeof(value));
	return c->swapped ? bswap_64(value) : value;
}

static inline u32 cursor__u32(struct cursor *c)
{
	const void *at = cursor__bytes(c, sizeof(u32));
	u32 value = 0;

	if (at)
		memcpy(&value, at, sizeof(value));
	return c->swapped ? bswap_32(value) : value;
}

static inline u16 cursor__u16(struct cursor *c)
{
	const void *at = cursor__bytes(c, sizeof(u16));
	u16 value = 0;

	if (at)
		memcpy(&value, at, sizeof(value));
	return c->swapped ? bswap_16(value) : value;
}

static inline u8 cursor__u8(struct cursor *c)
{
	const u8 *at = cursor__bytes(c, 1);

	return at ? *at : 0;
}

/* @nr elements of @size bytes; the product can not wrap. */
static inline const void *cursor__array(struct cursor *c, u64 nr, u64 size)
{
	if (nr > c->left / size) {
		c->failed = true;
		return NULL;
	}
	return cursor__bytes(c, nr * size);
}

/* The NUL-terminated string that comes next and ends inside the bytes, or NULL and .failed. */
static inline const char *cursor__string(struct cursor *c)
{
	const u8 *end = c->failed || !c->left ? NULL : memchr(c->at, 0, c->left);

	return cursor__bytes(c, end ? (u64)(end - c->at) + 1 : (u64)c->left + 1);
}

#endif
