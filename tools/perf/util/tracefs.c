// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tracepoints by name: finds where tracefs is mounted and walks events/SYSTEM/NAME/id. A plain
 * name costs one open; only globs list directories. What is missing or forbidden is told with
 * the command that helps.
 */
#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "names.h"
#include "str.h"

#define TRACING_DIR "/sys/kernel/tracing"

struct walk {
	const struct tracepoint_walk *asked;
	const char *dir;
	int called;
	struct err *err;
};

static int no_memory(struct err *err)
{
	return err__set(err, -ENOMEM, "out of memory");
}

static int no_tracefs(struct err *err)
{
	err__set(err, -ENOENT, "tracefs is not mounted, so tracepoints can not be found");
	if (access(TRACING_DIR, F_OK))
		err__set_hint(err, "this kernel seems to have no tracepoints (CONFIG_TRACING)");
	else
		err__set_hint(err, "mount -t tracefs nodev " TRACING_DIR);
	return -ENOENT;
}

/* The first tracefs, or else the tracing folder of the first debugfs. */
static int find_mount(FILE *mounts, char **found)
{
	_cleanup_free_ char *in_debugfs = NULL;
	char line[4096];
	struct mntent entry;

	while (getmntent_r(mounts, &entry, line, sizeof(line))) {
		if (!strcmp(entry.mnt_type, "tracefs")) {
			*found = strdup(entry.mnt_dir);
			return *found ? 0 : -ENOMEM;
		}
		if (strcmp(entry.mnt_type, "debugfs") || in_debugfs)
			continue;
		in_debugfs = names__path("%s/tracing", entry.mnt_dir);
		if (!in_debugfs)
			return -ENOMEM;
	}
	/* EACCES is told when the folder is used. */
	if (!in_debugfs || (access(in_debugfs, F_OK) && errno != EACCES))
		return -ENOENT;
	*found = in_debugfs;
	in_debugfs = NULL;
	return 0;
}

char *tracefs__find_in(const char *path, struct err *err)
{
	FILE *mounts = setmntent(path, "re");
	char *found = NULL;
	int ret;

	if (!mounts) {
		err__set(err, -errno, "the mounts can not be read: %s", strerror(errno));
		err__set_file(err, "%s", path);
		return NULL;
	}
	ret = find_mount(mounts, &found);
	endmntent(mounts);
	if (ret == -ENOENT)
		no_tracefs(err);
	else if (ret)
		no_memory(err);
	return found;
}

char *tracefs__find(struct err *err)
{
	return tracefs__find_in("/proc/self/mounts", err);
}

static int unreadable(struct walk *walk, int code, const char *path)
{
	if (code == -EINVAL || code == -ERANGE)
		err__set(walk->err, code, "it does not hold a tracepoint's number");
	else
		err__set(walk->err, code, "it can not be read: %s", strerror(-code));
	if (code == -EACCES)
		err__set_hint(walk->err,
			      "only some users may look into tracefs: try as root, or "
			      "mount -o remount,mode=755 %s",
			      walk->dir);
	err__set_file(walk->err, "%s", path);
	return code;
}

/* Tells of one tracepoint if it is there. Returns 0 or what stops the walk. */
static int visit(struct walk *walk, const char *system, const char *name)
{
	struct tracepoint tp = { .system = system, .name = name };
	_cleanup_free_ char *path = names__path("%s/events/%s/%s/id", walk->dir, system, name);
	int ret;

	if (!path)
		return no_memory(walk->err);
	ret = file__read_u64(AT_FDCWD, path, &tp.id);
	if (ret == -ENOENT || ret == -ENOTDIR)
		return 0;
	if (ret)
		return unreadable(walk, ret, path);
	walk->called++;
	return walk->asked->fn(walk->asked->arg, &tp);
}

/* Lists the folders of a folder for a glob; what is no folder has none. */
static int list(struct walk *walk, const char *path, struct names *names)
{
	int ret = names__read(names, path, NAMES_OF_DIRS);

	if (ret == -ENOMEM)
		return no_memory(walk->err);
	return ret && ret != -ENOENT && ret != -ENOTDIR ? unreadable(walk, ret, path) : 0;
}

static int walk_system(struct walk *walk, const char *system)
{
	const char *glob = walk->asked->name_glob;
	_cleanup_free_ char *path = NULL;
	struct names names;
	int ret;

	if (!str__is_glob(glob))
		return name__is_plain(glob) ? visit(walk, system, glob) : 0;
	path = names__path("%s/events/%s", walk->dir, system);
	if (!path)
		return no_memory(walk->err);
	ret = list(walk, path, &names);
	for (size_t i = 0; i < names.nr && !ret; i++)
		if (str__glob(glob, names.list[i]))
			ret = visit(walk, system, names.list[i]);
	names__exit(&names);
	return ret;
}

int tracefs__each_in(const char *dir, const struct tracepoint_walk *asked, struct err *err)
{
	struct walk walk = { .asked = asked, .dir = dir, .err = err };
	const char *glob = asked->system_glob;
	_cleanup_free_ char *path = NULL;
	struct names names;
	int ret;

	if (!str__is_glob(glob)) {
		ret = name__is_plain(glob) ? walk_system(&walk, glob) : 0;
		return ret ? ret : walk.called;
	}
	path = names__path("%s/events", dir);
	if (!path)
		return no_memory(err);
	ret = list(&walk, path, &names);
	for (size_t i = 0; i < names.nr && !ret; i++)
		if (str__glob(glob, names.list[i]))
			ret = walk_system(&walk, names.list[i]);
	names__exit(&names);
	return ret ? ret : walk.called;
}

int tracefs__each(const struct tracepoint_walk *walk, struct err *err)
{
	struct err fault = { 0 };
	_cleanup_free_ char *dir = tracefs__find(&fault);

	return dir ? tracefs__each_in(dir, walk, err) : err__copy(err, &fault);
}
