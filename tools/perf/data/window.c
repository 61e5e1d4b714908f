// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: the bytes of a file or stream in order, through blocks. In goes a
 * descriptor, out come runs of bytes that begin where the caller is.
 */
#include "window.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What one read asks for: it should still be in the cache when it is looked at. */
#define READ_BYTES (256u << 10)

/* Of what is passed over: it keeps records aligned. */
#define LOOK_BYTES 8

static int use_block(struct window *window, struct data_block *block)
{
	if (!block)
		return -ENOMEM;
	window->block = block;
	window->buf = block->bytes;
	return 0;
}

int window__init(struct window *window, int fd, bool seekable)
{
	memset(window, 0, sizeof(*window));
	window->fd = fd;
	window->seekable = seekable;
	window->limit = UINT64_MAX;
	return use_block(window, data_blocks__get(&window->blocks, NULL));
}

void window__exit(struct window *window)
{
	data_blocks__exit(&window->blocks);
}

void window__trim(struct window *window)
{
	data_blocks__trim(&window->blocks, 0, window->block);
}

u8 *window__bytes(struct window *window)
{
	return window->buf + window->start;
}

/* One read; a file is read in large pieces, a stream as it comes. 0: the end. */
static ssize_t fill(struct window *window)
{
	u64 at = window->offset + (window->end - window->start);
	size_t room = DATA_BLOCK_ROOM - window->end;
	ssize_t got;

	if (at >= window->limit)
		return 0;
	if (room > READ_BYTES)
		room = READ_BYTES;
	if (room > window->limit - at)
		room = window->limit - at;
	do {
		got = window->seekable ? pread(window->fd, window->buf + window->end, room, at)
				       : read(window->fd, window->buf + window->end, room);
	} while (got < 0 && errno == EINTR);
	/* An offset past what a file can have is past its end. */
	if (got < 0 && errno == EINVAL && window->seekable)
		return 0;
	if (got < 0)
		return -errno;
	window->end += got;
	return got;
}

/* Moves what is left to the begin of a block that nothing else is kept in. */
static int make_room(struct window *window)
{
	size_t len = window->end - window->start;
	const u8 *from = window->buf + window->start;
	int ret = 0;

	if (data_block__is_used(window->block))
		ret = use_block(window, data_blocks__get(&window->blocks, window->block));
	if (ret)
		return ret;
	memmove(window->buf, from, len);
	window->start = 0;
	window->end = len;
	return 0;
}

long window__need(struct window *window, size_t len)
{
	int ret;

	if (window->end - window->start >= len)
		return len;
	if (DATA_BLOCK_ROOM - window->start < WINDOW_NEED_MAX ||
	    (window->start == window->end && !data_block__is_used(window->block))) {
		ret = make_room(window);
		if (ret)
			return ret;
	}
	while (window->end - window->start < len) {
		ssize_t got = fill(window);

		if (got < 0)
			return got;
		if (!got)
			return window->end - window->start;
	}
	return len;
}

void window__advance(struct window *window, size_t len)
{
	window->start += len;
	window->offset += len;
}

int window__skip(struct window *window, u64 len)
{
	while (len) {
		size_t available = window->end - window->start;
		long got;

		if (len <= available) {
			window__advance(window, len);
			return 0;
		}
		len -= available;
		window__advance(window, available);
		/* The last bytes are looked at, so that the end is noticed. */
		if (window->seekable && len > LOOK_BYTES) {
			if (len > UINT64_MAX - window->offset)
				return -ENODATA;
			window->offset += len - LOOK_BYTES;
			window->start = window->end;
			len = LOOK_BYTES;
		}
		got = window__need(window, 1);
		if (got <= 0)
			return got ? got : -ENODATA;
	}
	return 0;
}

int window__read(struct window *window, void *to, size_t len)
{
	while (len) {
		long got = window__need(window, 1);
		size_t part = window->end - window->start;

		if (got <= 0)
			return got ? got : -ENODATA;
		if (part > len)
			part = len;
		memcpy(to, window__bytes(window), part);
		window__advance(window, part);
		to = (char *)to + part;
		len -= part;
	}
	return 0;
}

void window__seek(struct window *window, u64 offset, u64 limit)
{
	window->offset = offset;
	window->limit = limit;
	window->start = window->end;
}
