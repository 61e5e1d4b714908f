/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DWARF_BYTES_H
#define PERF_SYMBOL_DWARF_BYTES_H

#include <string.h>

#include "types.h"

/* Reads numbers as DWARF encodes them. Past the end all are 0, and .bad says so. */
struct dwarf_bytes {
	const u8 *at, *end;
	bool swapped; /* the other byte order than ours */
	bool bad;
};

static inline size_t dwarf_bytes__left(const struct dwarf_bytes *bytes)
{
	return bytes->end - bytes->at;
}

/* An unsigned number of @nr bytes, at most 8. */
static inline u64 dwarf_bytes__uint(struct dwarf_bytes *bytes, size_t nr)
{
	u64 value = 0;

	if (nr > sizeof(value) || dwarf_bytes__left(bytes) < nr) {
		bytes->bad = true;
		bytes->at = bytes->end;
		return 0;
	}
	for (size_t i = 0; i < nr; i++) {
		bool high_first = bytes->swapped != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
		size_t from = high_first ? i : nr - 1 - i;

		value = value << 8 | bytes->at[from];
	}
	bytes->at += nr;
	return value;
}

static inline s64 dwarf_bytes__sint(struct dwarf_bytes *bytes, size_t nr)
{
	u64 value = dwarf_bytes__uint(bytes, nr);
	int unused = 64 - 8 * (int)nr;

	return nr && nr < 8 ? (s64)(value << unused) >> unused : (s64)value;
}

static inline u8 dwarf_bytes__u8(struct dwarf_bytes *bytes)
{
	return dwarf_bytes__uint(bytes, 1);
}

static inline u64 dwarf_bytes__leb128(struct dwarf_bytes *bytes, bool is_signed)
{
	u64 value = 0;
	int shift = 0;
	u8 byte;

	do {
		byte = dwarf_bytes__u8(bytes);
		if (shift < 64)
			value |= (u64)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && shift < 70);
	if (byte & 0x80)
		bytes->bad = true;
	if (is_signed && shift < 64 && byte & 0x40)
		value |= ~0ULL << shift;
	return value;
}

static inline u64 dwarf_bytes__uleb128(struct dwarf_bytes *bytes)
{
	return dwarf_bytes__leb128(bytes, false);
}

static inline s64 dwarf_bytes__sleb128(struct dwarf_bytes *bytes)
{
	return dwarf_bytes__leb128(bytes, true);
}

/* The next @nr bytes as a piece of their own, empty when there are fewer. */
static inline struct dwarf_bytes dwarf_bytes__take(struct dwarf_bytes *bytes, u64 nr)
{
	struct dwarf_bytes part = *bytes;

	if (nr > dwarf_bytes__left(bytes)) {
		bytes->bad = true;
		nr = 0;
	}
	part.end = part.at + nr;
	bytes->at += nr;
	return part;
}

#endif
