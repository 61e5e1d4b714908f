/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_WIRE_H
#define PERF_PERSISTENT_WIRE_H

#include "buf.h"

/*
 * How values stand in a message: u64 in native order (both ends are on one machine), strings and
 * word arrays behind their length. What is read is checked against the message and a bound.
 */
#define WIRE_STRING_MAX 4096 /* bytes without the NUL */

void wire__put_u64(struct buf *out, u64 value);
void wire__put_string(struct buf *out, const char *text); /* NULL and "" are told apart */
void wire__put_words(struct buf *out, const u64 *words, unsigned int nr);

/* A cursor over a received message. After the first fault nothing more is read. */
struct wire {
	const unsigned char *data;
	size_t left;
	int error; /* 0, -EPROTO for a malformed message, -ENOMEM */
};

u64 wire__u64(struct wire *in); /* 0 after a fault */

/* The caller frees what these return; NULL where NULL was put and after a fault. */
char *wire__string(struct wire *in);
u64 *wire__words(struct wire *in, unsigned int min, unsigned int max, unsigned int *nr);

/* The message has to end here: 0, or the cursor's error. */
int wire__end(struct wire *in);

#endif
