// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recorded path -> open file, below another root when one is given: the kernel resolves the whole
 * path with that folder as its root. A kernel that can not do that (before 5.6) gets the path one
 * part at a time, and no link is followed.
 */
#include "symbol/root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"

#define OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

static int open_in_root(int dirfd, const char *path)
{
	struct open_how how = { .flags = OPEN_FLAGS,
				.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
	int fd = syscall(SYS_openat2, dirfd, path, &how, sizeof(how));

	return fd < 0 ? -errno : fd;
}

static int open_part(int dirfd, const char *name, bool last)
{
	int flags = last ? OPEN_FLAGS : O_PATH | O_DIRECTORY | O_CLOEXEC;
	int fd = openat(dirfd, name, flags | O_NOFOLLOW);

	return fd < 0 ? -errno : fd;
}

static int open_by_parts(int dirfd, const char *path)
{
	int at = dup(dirfd), next;
	char name[256];

	if (at < 0)
		return -errno;
	for (path += strspn(path, "/"); *path; path += strspn(path, "/")) {
		size_t len = strcspn(path, "/");

		if (len >= sizeof(name) || (len == 2 && !memcmp(path, "..", 2))) {
			close(at);
			return -ENOENT;
		}
		memcpy(name, path, len);
		name[len] = 0;
		path += len;
		next = open_part(at, name, !path[strspn(path, "/")]);
		close(at);
		if (next < 0)
			return next;
		at = next;
	}
	return at;
}

int root__open(const char *symfs, const char *path, u64 *size_bytes)
{
	_cleanup_close_ int dirfd = -1;
	struct stat st;
	int fd;

	if (!symfs || !*symfs)
		return file__open(AT_FDCWD, path, size_bytes);
	dirfd = open(symfs, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dirfd < 0)
		return -errno;
	fd = open_in_root(dirfd, path);
	if (fd == -ENOSYS)
		fd = open_by_parts(dirfd, path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -ENXIO;
	}
	*size_bytes = st.st_size;
	return fd;
}
