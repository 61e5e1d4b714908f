/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_INFLATE_H
#define PERF_DATA_INFLATE_H

#include "types.h"

struct zstd_stream;

/*
 * Records out of compressed records: one zstd stream runs through all of them, and a record may
 * begin in one and end in another. Zeroed is empty; memory is bounded whatever the input says.
 */
struct inflate {
	struct zstd_stream *stream;
	u8 *in; /* what is left of the last compressed record */
	size_t in_pos, in_end;
	u8 *out; /* decompressed, not yet handed out */
	size_t out_pos, out_end;
};

/* Takes over the bytes of one compressed record; what was fed before must be used up. 0,
 * -ENOMEM, -EOPNOTSUPP. */
int inflate__feed(struct inflate *inflate, const void *bytes, size_t len);

/*
 * Makes @len bytes (at most 64 KiB) available at inflate__bytes(). Returns how many there are:
 * fewer when more must be fed. -EBADMSG: it is no zstd.
 */
long inflate__need(struct inflate *inflate, size_t len);
/* NULL before anything was fed. */
u8 *inflate__bytes(struct inflate *inflate);
void inflate__advance(struct inflate *inflate, size_t len);

void inflate__exit(struct inflate *inflate);

#endif
