// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of tasks beside the side-band: from /proc into a sorted list that remembers those that have
 * ended, and the list to a file and back. The file may be hostile.
 */
#include "persistent/task-names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "proc.h"

#define NEW_FILE    ".names-new"
#define NAMES_MAGIC 0x31454d414e465250ULL /* "PRFNAME1" in memory order */

struct file_head {
	u64 magic;
	u64 nr;
};

void task_names__exit(struct task_names *names)
{
	free(names->list);
	*names = (struct task_names){ 0 };
}

static u64 clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static int compare_tasks(const struct task_name *a, const struct task_name *b)
{
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	if (a->start_ticks != b->start_ticks)
		return a->start_ticks < b->start_ticks ? -1 : 1;
	return 0;
}

static int compare_names(const void *x, const void *y)
{
	const struct task_name *a = x, *b = y;
	int order = compare_tasks(a, b);

	return order ? order : a->time_ns < b->time_ns ? -1 : a->time_ns > b->time_ns;
}

/* What a walk over /proc finds. */
struct snapshot {
	struct task_names names;
	size_t cap;
	u64 asleep_ns; /* what CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC */
	u64 tick_ns;
};

static int take_task(void *arg, const struct proc_task *task)
{
	struct snapshot *snapshot = arg;
	struct task_name *name;
	u64 start_ns = task->start_ticks * snapshot->tick_ns;

	if (snapshot->names.nr == NAMES_MAX)
		return 0;
	if (snapshot->names.nr == snapshot->cap) {
		size_t cap = snapshot->cap ? 2 * snapshot->cap : 256;
		struct task_name *grown = reallocarray(snapshot->names.list, cap, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		snapshot->names.list = grown;
		snapshot->cap = cap;
	}
	name = &snapshot->names.list[snapshot->names.nr++];
	*name = (struct task_name){
		/* Rounded down: not after the fork that made the task. */
		.time_ns = start_ns > snapshot->asleep_ns ? start_ns - snapshot->asleep_ns : 1,
		.start_ticks = task->start_ticks,
		.pid = task->pid,
		.tid = task->tid,
	};
	memcpy(name->comm, task->comm, sizeof(name->comm));
	return 0;
}

int task_names__refresh(struct task_names *names)
{
	u64 now_ns = clock_ns(CLOCK_MONOTONIC);
	struct snapshot snapshot = { .asleep_ns = clock_ns(CLOCK_BOOTTIME) - now_ns,
				     .tick_ns = 1000000000ULL / sysconf(_SC_CLK_TCK) };
	int ret = proc__each_task(take_task, &snapshot);

	if (snapshot.names.nr)
		qsort(snapshot.names.list, snapshot.names.nr, sizeof(struct task_name),
		      compare_names);
	if (!ret)
		ret = task_names__merge(names, &snapshot.names, now_ns, NAMES_MAX);
	task_names__exit(&snapshot.names);
	return ret;
}

/* Both lists are sorted: what is known of a task comes before what is new of it. */
int task_names__merge(struct task_names *names, const struct task_names *fresh, u64 now_ns,
		      size_t max)
{
	struct task_name *merged = calloc(names->nr + fresh->nr + 1, sizeof(*merged));
	bool with_ended = names->nr + fresh->nr <= max;
	size_t nr = 0, old = 0;

	if (!merged)
		return -ENOMEM;
	for (size_t i = 0; i < fresh->nr; i++) {
		const struct task_name *now = &fresh->list[i], *last = NULL;

		for (; old < names->nr && compare_tasks(&names->list[old], now) <= 0; old++) {
			bool same = !compare_tasks(&names->list[old], now);

			if (same)
				last = &names->list[old];
			if (same || with_ended)
				merged[nr++] = names->list[old];
		}
		if (last && !strcmp(last->comm, now->comm))
			continue;
		merged[nr] = *now;
		if (last)
			merged[nr].time_ns = now_ns;
		nr++;
	}
	for (; with_ended && old < names->nr; old++)
		merged[nr++] = names->list[old];
	free(names->list);
	/* Names of one task that renames itself all the time can still be too many. */
	*names = (struct task_names){ .list = merged, .nr = nr < max ? nr : max };
	return 0;
}

int task_names__write(const struct task_names *names, int dirfd)
{
	struct file_head head = { NAMES_MAGIC, names->nr };
	int fd, ret;

	unlinkat(dirfd, NEW_FILE, 0);
	fd = openat(dirfd, NEW_FILE, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -errno;
	ret = file__write_all(fd, &head, sizeof(head));
	if (!ret)
		ret = file__write_all(fd, names->list, names->nr * sizeof(*names->list));
	if (close(fd) && !ret)
		ret = -errno;
	if (!ret && renameat(dirfd, NEW_FILE, dirfd, NAMES_FILE))
		ret = -errno;
	if (ret)
		unlinkat(dirfd, NEW_FILE, 0);
	return ret;
}

void task_names__remove(int dirfd)
{
	unlinkat(dirfd, NEW_FILE, 0);
	unlinkat(dirfd, NAMES_FILE, 0);
}

int task_names__read(struct task_names *names, int dirfd)
{
	size_t max = sizeof(struct file_head) + NAMES_MAX * sizeof(struct task_name);
	_cleanup_free_ char *data = NULL;
	ssize_t len = file__read(dirfd, NAMES_FILE, max, &data);
	struct file_head head;

	*names = (struct task_names){ 0 };
	if (len < 0)
		return len;
	if ((size_t)len < sizeof(head))
		return -EPROTO;
	memcpy(&head, data, sizeof(head));
	len -= sizeof(head);
	if (head.magic != NAMES_MAGIC || len % sizeof(struct task_name) ||
	    head.nr != len / sizeof(struct task_name))
		return -EPROTO;
	names->list = malloc(len + 1);
	if (!names->list)
		return -ENOMEM;
	memcpy(names->list, data + sizeof(head), len);
	names->nr = head.nr;
	for (size_t i = 0; i < names->nr; i++)
		names->list[i].comm[sizeof(names->list[i].comm) - 1] = 0;
	if (names->nr)
		qsort(names->list, names->nr, sizeof(*names->list), compare_names);
	return 0;
}

int task_names__read_of(struct task_names *names, const char *path)
{
	const char *slash = strrchr(path, '/');
	_cleanup_free_ char *dir =
		slash ? strndup(path, slash - path + (slash == path)) : strdup(".");
	_cleanup_close_ int fd = -1;

	*names = (struct task_names){ 0 };
	if (!dir)
		return -ENOMEM;
	fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : task_names__read(names, fd);
}
