// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run directory and its lock: a path comes in, a directory that only this process serves
 * comes out, and is taken away again in the end.
 */
#include "persistent/rundir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"

/* In the lock file of a directory that a holder made, for the holder that takes over. */
#define CREATED_MARK "created\n"

static int check_owner(const struct rundir *dir, struct err *err)
{
	struct stat st;

	if (fstat(dir->fd, &st))
		return err__set(err, -errno, "%s: %s", dir->path, strerror(errno));
	if (st.st_uid != geteuid() || st.st_mode & S_IWOTH)
		return err__set(err, -EPERM,
				"%s: others could write to it; a run directory belongs to who "
				"serves it, and to nobody else",
				dir->path);
	return 0;
}

int rundir__open(struct rundir *dir, const char *path, bool create, struct err *err)
{
	int ret;

	*dir = (struct rundir){ .fd = -1, .lock_fd = -1, .path = strdup(path) };
	if (!dir->path)
		return err__set(err, -ENOMEM, "out of memory");
	if (create && !mkdir(path, 0755))
		dir->created = true;
	else if (create && errno != EEXIST)
		return ret = -errno, rundir__exit(dir, false),
		       err__set(err, ret, "%s can not be made: %s", path, strerror(-ret));
	dir->fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (dir->fd < 0) {
		ret = err__set(err, -errno, "%s: %s", path, strerror(errno));
		rundir__exit(dir, false);
		return ret;
	}
	return 0;
}

/* Did a holder remove the lock file while it was waited for? */
static bool is_current(const struct rundir *dir, int fd)
{
	struct stat ours, there;

	return !fstat(fd, &ours) && !fstatat(dir->fd, RUNDIR_LOCK, &there, AT_SYMLINK_NOFOLLOW) &&
	       ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

/* What the holder before, which did not end in order, had written. */
static void read_mark(struct rundir *dir)
{
	char mark[sizeof(CREATED_MARK)] = "";

	if (pread(dir->lock_fd, mark, sizeof(mark) - 1, 0) == sizeof(mark) - 1 &&
	    !strcmp(mark, CREATED_MARK))
		dir->created = true;
}

static int busy(const struct rundir *dir, int code, struct err *err)
{
	if (code != -EWOULDBLOCK)
		return err__set(err, code, "%s/" RUNDIR_LOCK ": %s", dir->path, strerror(-code));
	err__set(err, -EBUSY, "%s: another holder serves it", dir->path);
	err__set_hint(err,
		      "'perf persistent add --run-dir %s NAME=EVENT' adds to it; 'list' and 'stop' "
		      "show and end it",
		      dir->path);
	return -EBUSY;
}

int rundir__lock(struct rundir *dir, bool create, struct err *err)
{
	int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0);
	int ret = check_owner(dir, err);

	while (!ret && dir->lock_fd < 0) {
		int fd = openat(dir->fd, RUNDIR_LOCK, flags, 0600);

		if (fd < 0)
			return err__set(err, -errno, "%s/" RUNDIR_LOCK ": %s", dir->path,
					strerror(errno));
		if (flock(fd, LOCK_EX | LOCK_NB)) {
			ret = busy(dir, -errno, err);
			close(fd);
		} else if (is_current(dir, fd)) {
			dir->lock_fd = fd;
		} else {
			close(fd);
		}
	}
	if (ret)
		return ret;
	read_mark(dir);
	/* Without the mark only the empty directory stays behind. */
	if (dir->created)
		file__pwrite_all(dir->lock_fd, CREATED_MARK, strlen(CREATED_MARK), 0);
	return 0;
}

void rundir__exit(struct rundir *dir, bool remove)
{
	if (remove && dir->lock_fd >= 0)
		unlinkat(dir->fd, RUNDIR_LOCK, 0);
	/* It was made for nothing where the lock was not taken. */
	if (dir->created && (remove || dir->lock_fd < 0))
		rmdir(dir->path);
	if (dir->lock_fd >= 0)
		close(dir->lock_fd);
	if (dir->fd >= 0)
		close(dir->fd);
	free(dir->path);
	*dir = (struct rundir){ .fd = -1, .lock_fd = -1 };
}
