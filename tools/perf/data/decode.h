/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_DECODE_H
#define PERF_DATA_DECODE_H

#include "types.h"

/*
 * A bounded walk over the bytes of one feature section (or of one record's body). Whatever the
 * bytes say, nothing outside of them is read: a length that does not fit sets .bad, and from
 * then on everything reads as 0 or NULL, so that one check at the end is enough.
 */
struct feature_in {
	const u8 *data;
	size_t size;
	size_t pos;
	bool swapped;
	bool bad;
};

u16 decode__u16(struct feature_in *in);
u32 decode__u32(struct feature_in *in);
u64 decode__u64(struct feature_in *in);

/* The next @len bytes, or NULL. */
const void *decode__bytes(struct feature_in *in, size_t len);

/* A padded string: borrowed, always with a NUL inside of its bytes; NULL when it is bad. */
const char *decode__string(struct feature_in *in);

/*
 * How many entries follow, of at least @min_bytes each: a count that can not be true is bad
 * and reads as 0, so that nothing is allocated by it.
 */
u32 decode__count(struct feature_in *in, size_t min_bytes);

static inline size_t decode__left(const struct feature_in *in)
{
	return in->bad ? 0 : in->size - in->pos;
}

u16 decode__swap16(u16 value, bool swapped);
u32 decode__swap32(u32 value, bool swapped);
u64 decode__swap64(u64 value, bool swapped);

#endif
