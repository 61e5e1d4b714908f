// SPDX-License-Identifier: GPL-2.0-only
/* Finds where cgroups are mounted and opens one for perf_event_open(PERF_FLAG_PID_CGROUP). */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"

/* The caller frees it; NULL: none is mounted. */
static char *find_mount(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	char *found = NULL;
	struct mntent *entry;

	while (mounts && (entry = getmntent(mounts))) {
		bool v1 = !strcmp(entry->mnt_type, "cgroup") && hasmntopt(entry, "perf_event");
		bool v2 = !strcmp(entry->mnt_type, "cgroup2");

		if (!v1 && (!v2 || found))
			continue;
		free(found);
		found = strdup(entry->mnt_dir);
		if (v1)
			break;
	}
	if (mounts)
		endmntent(mounts);
	return found;
}

int cgroup__open(const char *name, struct err *err)
{
	_cleanup_free_ char *mount = find_mount();
	char path[4096];
	int fd;

	if (!mount) {
		err__set(err, -ENOENT, "no cgroup hierarchy is mounted");
		err__set_hint(err, "mount -t cgroup2 none /sys/fs/cgroup");
		return -ENOENT;
	}
	snprintf(path, sizeof(path), "%s/%s", mount, name + strspn(name, "/"));
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd >= 0 ? fd
		       : err__set(err, -errno, "cgroup %s: %s: %s", name, path, strerror(errno));
}
