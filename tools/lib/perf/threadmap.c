// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Arrays of thread ids, counted by references; names come from /proc when they are asked for.
 */
#include <perf/threadmap.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "types.h"

#define COMM_FILE_MAX_BYTES 4096

struct thread {
	pid_t pid;
	char *comm; /* NULL: not asked for yet, or there is none */
};

struct perf_thread_map {
	unsigned int refcnt;
	int nr;
	struct thread threads[];
};

struct perf_thread_map *perf_thread_map__new_array(int nr_threads, pid_t *array)
{
	struct perf_thread_map *map;
	int i;

	if (nr_threads < 1) {
		errno = EINVAL;
		return NULL;
	}
	map = calloc(1, sizeof(*map) + nr_threads * sizeof(map->threads[0]));
	if (!map)
		return NULL;
	map->refcnt = 1;
	map->nr = nr_threads;
	for (i = 0; i < nr_threads; i++)
		map->threads[i].pid = array ? array[i] : -1;
	return map;
}

struct perf_thread_map *perf_thread_map__new_dummy(void)
{
	return perf_thread_map__new_array(1, NULL);
}

static struct thread *find(struct perf_thread_map *map, int idx)
{
	return map && idx >= 0 && idx < map->nr ? &map->threads[idx] : NULL;
}

void perf_thread_map__set_pid(struct perf_thread_map *map, int idx, pid_t pid)
{
	struct thread *thread = find(map, idx);

	if (!thread)
		return;
	thread->pid = pid;
	free(thread->comm);
	thread->comm = NULL;
}

pid_t perf_thread_map__pid(struct perf_thread_map *map, int idx)
{
	struct thread *thread = find(map, idx);

	return thread ? thread->pid : -1;
}

int perf_thread_map__nr(struct perf_thread_map *threads)
{
	return threads ? threads->nr : 1;
}

char *perf_thread_map__comm(struct perf_thread_map *map, int idx)
{
	struct thread *thread = find(map, idx);
	char path[64];
	ssize_t len;

	if (!thread || thread->pid < 0)
		return NULL;
	if (thread->comm)
		return thread->comm;
	if (thread->pid)
		snprintf(path, sizeof(path), "/proc/%d/comm", thread->pid);
	else
		snprintf(path, sizeof(path), "/proc/thread-self/comm");
	len = file__read(AT_FDCWD, path, COMM_FILE_MAX_BYTES, &thread->comm);
	if (len < 0) {
		thread->comm = NULL;
		errno = -len;
		return NULL;
	}
	if (len && thread->comm[len - 1] == '\n')
		thread->comm[len - 1] = 0;
	return thread->comm;
}

struct perf_thread_map *perf_thread_map__get(struct perf_thread_map *map)
{
	if (map)
		__atomic_add_fetch(&map->refcnt, 1, __ATOMIC_RELAXED);
	return map;
}

void perf_thread_map__put(struct perf_thread_map *map)
{
	int i;

	if (!map || __atomic_sub_fetch(&map->refcnt, 1, __ATOMIC_ACQ_REL))
		return;
	for (i = 0; i < map->nr; i++)
		free(map->threads[i].comm);
	free(map);
}
