/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_WINDOW_H
#define PERF_DATA_WINDOW_H

#include "data/block.h"

/*
 * Bytes of a file or a stream in order, through blocks: one, unless what was read is kept. No
 * mapping: a file that is cut off meanwhile is a file that ends earlier, and memory does not grow
 * with the file.
 */
#define WINDOW_NEED_MAX (128u << 10)

struct window {
	int fd; /* borrowed */
	bool seekable;
	struct data_blocks blocks;
	struct data_block *block; /* the current one */
	u8 *buf;		  /* its bytes */
	size_t start, end;	  /* what is valid of buf, from the current position on */
	u64 offset;		  /* of buf[start] in the file or stream */
	u64 limit;		  /* nothing is read from there on; UINT64_MAX: to the end */
};

/* 0 or -ENOMEM. A stream's offset begins at 0. */
int window__init(struct window *window, int fd, bool seekable);
void window__exit(struct window *window);

/* Frees the memory in which nothing is kept. */
void window__trim(struct window *window);

/*
 * Makes up to @len bytes (at most WINDOW_NEED_MAX) available at window__bytes(). Returns how many
 * of them there are, fewer only at the end or limit, or -errno. What was handed out moves.
 */
long window__need(struct window *window, size_t len);
u8 *window__bytes(struct window *window);

/* Goes on behind @len available bytes. */
void window__advance(struct window *window, size_t len);

/* Passes over @len bytes, available or not. 0, -errno; -ENODATA: it ends before. */
int window__skip(struct window *window, u64 len);

/* Copies the next @len bytes and goes on behind them. 0, -errno; -ENODATA: it ends before. */
int window__read(struct window *window, void *to, size_t len);

/* Goes to @offset with a new @limit; for what is seekable. */
void window__seek(struct window *window, u64 offset, u64 limit);

#endif
