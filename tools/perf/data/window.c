// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data, reading: the bytes of a file or stream in order, through one buffer. In goes a
 * descriptor, out come runs of bytes that begin where the caller is.
 */
#include "window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int window__init(struct window *window, int fd, bool seekable)
{
	memset(window, 0, sizeof(*window));
	window->fd = fd;
	window->seekable = seekable;
	window->limit = UINT64_MAX;
	window->buf = malloc(WINDOW_BYTES);
	return window->buf ? 0 : -ENOMEM;
}

void window__exit(struct window *window)
{
	free(window->buf);
	window->buf = NULL;
}

u8 *window__bytes(struct window *window)
{
	return window->buf + window->start;
}

/* One read; a file is read in large pieces, a stream as it comes. 0: the end. */
static ssize_t fill(struct window *window)
{
	u64 at = window->offset + (window->end - window->start);
	size_t room = WINDOW_BYTES - window->end;
	ssize_t got;

	if (at >= window->limit)
		return 0;
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

long window__need(struct window *window, size_t len)
{
	if (window->end - window->start >= len)
		return len;
	memmove(window->buf, window->buf + window->start, window->end - window->start);
	window->end -= window->start;
	window->start = 0;
	while (window->end < len) {
		ssize_t got = fill(window);

		if (got < 0)
			return got;
		if (!got)
			return window->end;
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
		if (window->seekable) {
			window->offset = len > UINT64_MAX - window->offset ? UINT64_MAX
									   : window->offset + len;
			window->start = window->end = 0;
			return 0;
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
	window->start = window->end = 0;
}
