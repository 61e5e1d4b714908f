// SPDX-License-Identifier: LGPL-2.1-or-later
/* Lists of threads, as options name them and /proc holds them; all tasks, one by one. */
#include "proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "file.h"

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

int proc_task__parse(struct proc_task *task, const char *stat)
{
	/* The name may hold blanks and parentheses. */
	const char *name = strchr(stat, '('), *end = strrchr(stat, ')');
	size_t len;

	if (!name || !end || end < name)
		return -EINVAL;
	len = end - ++name;
	if (len >= sizeof(task->comm))
		len = sizeof(task->comm) - 1;
	memset(task->comm, 0, sizeof(task->comm));
	memcpy(task->comm, name, len);
	/* What follows: state, 18 numbers, the start. */
	return sscanf(end + 1,
		      " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
		      "%*s %llu",
		      &task->start_ticks) == 1
		       ? 0
		       : -EINVAL;
}

static int each_of_process(pid_t pid, int (*each)(void *arg, const struct proc_task *task),
			   void *arg)
{
	struct tid_list tids = { 0 };
	int ret = tid_list__add_process(&tids, pid);

	for (int i = 0; !ret && i < tids.nr; i++) {
		struct proc_task task = { .pid = pid, .tid = tids.tids[i] };
		_cleanup_free_ char *stat = NULL;
		char path[64];

		snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, task.tid);
		if (file__read(AT_FDCWD, path, 4096, &stat) > 0 && !proc_task__parse(&task, stat))
			ret = each(arg, &task);
	}
	free(tids.tids);
	/* It ended meanwhile. */
	return ret == -ESRCH ? 0 : ret;
}

int proc__each_task(int (*each)(void *arg, const struct proc_task *task), void *arg)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	int ret = 0;

	if (!proc)
		return -errno;
	while (!ret && (entry = readdir(proc)))
		if (isdigit((unsigned char)entry->d_name[0]))
			ret = each_of_process(atoi(entry->d_name), each, arg);
	closedir(proc);
	return ret;
}
