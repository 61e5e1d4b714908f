// SPDX-License-Identifier: LGPL-2.1-or-later
/* Bounded reads of small files, and transfers that are whole or an error. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buf.h"
#include "cleanup.h"

static int read_to_end(int fd, size_t max, struct buf *buf)
{
	for (;;) {
		size_t want = buf->len ? buf->len : 4096;
		char *to = buf__reserve(buf, want);
		ssize_t got;

		if (!to)
			return buf__error(buf);
		got = read(fd, to, want);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		buf->len += got;
		buf->data[buf->len] = 0;
		if (buf->len > max)
			return -EFBIG;
		if (!got)
			return 0;
	}
}

int file__open(int dirfd, const char *path, u64 *size_bytes)
{
	int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = S_ISDIR(st.st_mode) ? -EISDIR : -ENXIO;
	if (ret) {
		close(fd);
		return ret;
	}
	*size_bytes = st.st_size;
	return fd;
}

ssize_t file__read(int dirfd, const char *path, size_t max, char **text)
{
	_cleanup_close_ int fd = -1;
	struct buf buf = { 0 };
	u64 size_bytes;
	ssize_t len;
	int ret;

	*text = NULL;
	fd = file__open(dirfd, path, &size_bytes);
	if (fd < 0)
		return fd;
	ret = read_to_end(fd, max, &buf);
	if (ret) {
		buf__exit(&buf);
		return ret;
	}
	len = buf.len;
	*text = buf__take(&buf);
	return len;
}

ssize_t file__read_attribute(int dirfd, const char *path, char *text, size_t size)
{
	_cleanup_close_ int fd = -1;
	u64 size_bytes;
	ssize_t got;

	fd = file__open(dirfd, path, &size_bytes);
	if (fd < 0)
		return fd;
	do {
		got = read(fd, text, size - 1);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	text[got] = 0;
	return got;
}

int file__parse_u64(const char *text, size_t len, u64 *value)
{
	const char *digits = text + strspn(text, " \t\n");
	char *end;

	if (*digits < '0' || *digits > '9')
		return -EINVAL;
	errno = 0;
	*value = strtoull(digits, &end, 10);
	if (errno)
		return -errno;
	end += strspn(end, " \t\n");
	return end == text + len ? 0 : -EINVAL;
}

int file__read_u64(int dirfd, const char *path, u64 *value)
{
	_cleanup_free_ char *text = NULL;
	ssize_t len = file__read(dirfd, path, 4096, &text);

	return len < 0 ? len : file__parse_u64(text, len, value);
}

int file__write_all(int fd, const void *data, size_t len)
{
	const char *from = data;

	while (len) {
		ssize_t put = write(fd, from, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		from += put;
		len -= put;
	}
	return 0;
}

int file__pwrite_all(int fd, const void *data, size_t len, u64 offset)
{
	const char *from = data;

	while (len) {
		ssize_t put = pwrite(fd, from, len, offset);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		from += put;
		offset += put;
		len -= put;
	}
	return 0;
}

int file__read_all(int fd, void *data, size_t len)
{
	char *to = data;

	while (len) {
		ssize_t got = read(fd, to, len);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return -ENODATA;
		to += got;
		len -= got;
	}
	return 0;
}

int file__pread_all(int fd, void *data, size_t len, u64 offset)
{
	char *to = data;

	while (len) {
		ssize_t got = pread(fd, to, len, offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			return -ENODATA;
		to += got;
		offset += got;
		len -= got;
	}
	return 0;
}
