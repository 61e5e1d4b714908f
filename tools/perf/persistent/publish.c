// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events by name and id into the files that util/pmus.c reads: type, format and events of the
 * PMU "persistent", and .holder, which tells where to ask for the rings.
 */
#include "persistent/publish.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "persistent/rundir.h"

#define NEW_TREE  ".devices-new"
#define NEW_EVENT ".event-new"
#define EVENTS	  PUBLISH_DEVICES "/" PUBLISH_PMU "/events"
#define PATH_SIZE 256

static int fault(const char *path, int code, struct err *err)
{
	return err__set(err, code, "%s in the run directory can not be written: %s", path,
			strerror(-code));
}

static int write_file(int dirfd, const char *path, const char *text, struct err *err)
{
	int fd = openat(dirfd, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0444);
	int ret = fd < 0 ? -errno : file__write_all(fd, text, strlen(text));

	/* Whatever the umask: others may read what is published. */
	if (!ret && fchmod(fd, 0444))
		ret = -errno;
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	return ret ? fault(path, ret, err) : 0;
}

static int write_event(int dirfd, const char *path, const struct publish_event *event,
		       struct err *err)
{
	char text[64];

	snprintf(text, sizeof(text), PUBLISH_PMU ",config=%llu\n", event->id);
	return write_file(dirfd, path, text, err);
}

/* Removes a file or a tree; @depth bounds what a hostile tree could ask for. */
static void remove_tree(int dirfd, const char *name, int depth)
{
	int fd = openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		unlinkat(dirfd, name, 0);
		return;
	}
	while (depth && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			remove_tree(fd, entry->d_name, depth - 1);
	closedir(dir);
	unlinkat(dirfd, name, AT_REMOVEDIR);
}

static int make_dirs(int dirfd, struct err *err)
{
	static const char *const dirs[] = { NEW_TREE, NEW_TREE "/" PUBLISH_PMU,
					    NEW_TREE "/" PUBLISH_PMU "/format",
					    NEW_TREE "/" PUBLISH_PMU "/events" };

	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++)
		if (mkdirat(dirfd, dirs[i], 0755) || fchmodat(dirfd, dirs[i], 0755, 0))
			return fault(dirs[i], -errno, err);
	return 0;
}

static int build_tree(int dirfd, const struct publish_event *events, size_t nr, struct err *err)
{
	char text[PATH_SIZE];
	int ret = make_dirs(dirfd, err);

	snprintf(text, sizeof(text), "%u\n", PUBLISH_TYPE);
	if (!ret)
		ret = write_file(dirfd, NEW_TREE "/.holder", "../" RUNDIR_SOCKET "\n", err);
	if (!ret)
		ret = write_file(dirfd, NEW_TREE "/" PUBLISH_PMU "/type", text, err);
	/* The highest flag bit, which no kernel has given a meaning. */
	if (!ret)
		ret = write_file(dirfd, NEW_TREE "/" PUBLISH_PMU "/format/persistent", "attr5:63\n",
				 err);
	for (size_t i = 0; !ret && i < nr; i++) {
		snprintf(text, sizeof(text), NEW_TREE "/" PUBLISH_PMU "/events/%s", events[i].name);
		ret = write_event(dirfd, text, &events[i], err);
	}
	return ret;
}

/* A directory of that name that no holder made is left alone. */
static bool is_ours(int dirfd)
{
	struct stat st;

	return fstatat(dirfd, PUBLISH_DEVICES, &st, AT_SYMLINK_NOFOLLOW) ||
	       !fstatat(dirfd, PUBLISH_DEVICES "/.holder", &st, AT_SYMLINK_NOFOLLOW);
}

int publish__tree(int dirfd, const struct publish_event *events, size_t nr, struct err *err)
{
	int ret;

	if (!is_ours(dirfd))
		return err__set(err, -EEXIST,
				"the run directory has a '" PUBLISH_DEVICES
				"' that no holder made: choose another one");
	remove_tree(dirfd, NEW_TREE, 4);
	ret = build_tree(dirfd, events, nr, err);
	/* Where a crashed holder left a tree, the two change places and the old one goes. */
	if (!ret && renameat2(dirfd, NEW_TREE, dirfd, PUBLISH_DEVICES, RENAME_EXCHANGE) &&
	    renameat(dirfd, NEW_TREE, dirfd, PUBLISH_DEVICES))
		ret = fault(PUBLISH_DEVICES, -errno, err);
	remove_tree(dirfd, NEW_TREE, 4);
	return ret;
}

int publish__add(int dirfd, const struct publish_event *event, struct err *err)
{
	char path[PATH_SIZE];
	int ret;

	snprintf(path, sizeof(path), EVENTS "/%s", event->name);
	unlinkat(dirfd, NEW_EVENT, 0);
	ret = write_event(dirfd, NEW_EVENT, event, err);
	if (!ret && renameat(dirfd, NEW_EVENT, dirfd, path))
		ret = fault(path, -errno, err);
	if (ret)
		unlinkat(dirfd, NEW_EVENT, 0);
	return ret;
}

void publish__remove(int dirfd, const char *name)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), EVENTS "/%s", name);
	unlinkat(dirfd, path, 0);
}

void publish__withdraw(int dirfd)
{
	/* Gone at once for readers, then file by file. */
	remove_tree(dirfd, NEW_TREE, 4);
	unlinkat(dirfd, NEW_EVENT, 0);
	if (is_ours(dirfd) && !renameat(dirfd, PUBLISH_DEVICES, dirfd, NEW_TREE))
		remove_tree(dirfd, NEW_TREE, 4);
}
