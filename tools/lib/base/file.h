/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <sys/types.h>

#include "types.h"

/*
 * Opens a regular file for reading; @dirfd may be AT_FDCWD. Opens with O_NONBLOCK, so that a fifo
 * in the place of a file can not hang the reader. Returns the fd, which the caller closes, or
 * -errno: -EISDIR and -ENXIO for what is no regular file. *size_bytes: what the file says.
 */
int file__open(int dirfd, const char *path, u64 *size_bytes);

/*
 * Reads such a file whole, at most @max bytes, into a NUL-terminated buffer that the caller
 * frees. Returns the length, or -errno: as file__open(), or -EFBIG for more than @max bytes.
 */
ssize_t file__read(int dirfd, const char *path, size_t max, char **text);

/*
 * Reads an attribute, a file whose text one read() gives whole as sysfs does, into @text of @size
 * bytes and ends it with a NUL; what is longer is cut at @size - 1. Returns the length or -errno.
 */
ssize_t file__read_attribute(int dirfd, const char *path, char *text, size_t size);

/* The number that makes up a text of @len bytes and a NUL (decimal, white space around it
 * allowed). Returns 0 or -errno; -EINVAL for anything else, -ERANGE past 64 bits. */
int file__parse_u64(const char *text, size_t len, u64 *value);

/* Reads the number that makes up a small file (decimal, white space around it allowed).
 * Returns 0 or -errno; -EINVAL for anything else, -ERANGE past 64 bits. */
int file__read_u64(int dirfd, const char *path, u64 *value);

/* Write and read all of @len bytes over short transfers and EINTR. Returns 0 or -errno;
 * reading fewer bytes because the file ended is -ENODATA. */
int file__write_all(int fd, const void *data, size_t len);
int file__pwrite_all(int fd, const void *data, size_t len, u64 offset);
int file__read_all(int fd, void *data, size_t len);
int file__pread_all(int fd, void *data, size_t len, u64 offset);

#endif
