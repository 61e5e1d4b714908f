// SPDX-License-Identifier: LGPL-2.1-or-later
/* Lists of threads, as options name them and /proc holds them. */
#include "proc.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tid_list__add(struct tid_list *list, pid_t tid)
{
	pid_t *tids;

	for (int i = 0; i < list->nr; i++)
		if (list->tids[i] == tid)
			return 0;
	/* Full at powers of two: then it doubles. */
	if (!(list->nr & (list->nr - 1))) {
		tids = realloc(list->tids, (list->nr ? 2 * list->nr : 1) * sizeof(*tids));
		if (!tids)
			return -ENOMEM;
		list->tids = tids;
	}
	list->tids[list->nr++] = tid;
	return 0;
}

int tid_list__add_process(struct tid_list *list, pid_t pid)
{
	char path[64];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while (!ret && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			ret = tid_list__add(list, atoi(entry->d_name));
	closedir(dir);
	return ret;
}

int tid_list__parse(struct tid_list *list, const char *text, bool of_process, struct err *err)
{
	const char *at = text;
	char *end;
	int ret;

	for (;; at = end + 1) {
		long value;

		errno = 0;
		value = strtol(at, &end, 10);
		if (end == at || errno || value <= 0 || value > INT_MAX || (*end && *end != ','))
			return err__set_at(err, -EINVAL, at - text + 1, "'%s' is no list of %s ids",
					   text, of_process ? "process" : "thread");
		if (of_process)
			ret = tid_list__add_process(list, value);
		else if (kill(value, 0) && errno == ESRCH)
			ret = -ESRCH;
		else
			ret = tid_list__add(list, value);
		if (ret)
			return err__set_at(err, ret, at - text + 1, "%s %ld: %s",
					   of_process ? "process" : "thread", value,
					   strerror(-ret));
		if (!*end)
			return 0;
	}
}
