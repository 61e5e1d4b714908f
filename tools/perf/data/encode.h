/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_ENCODE_H
#define PERF_DATA_ENCODE_H

#include "buf.h"

/* What sections are built of. All return 0 or -ENOMEM (buf remembers it). */
int encode__u32(struct buf *out, u32 value);
int encode__u64(struct buf *out, u64 value);
/* u32 length of what follows, the text, NULs up to the alignment. */
int encode__string(struct buf *out, const char *text);

/* A u32 count that is known only later: encode a 0, remember out->len before, then set it. */
void encode__set_u32(struct buf *out, size_t at, u32 value);

#endif
