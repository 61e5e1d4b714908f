// SPDX-License-Identifier: GPL-2.0-only
/* Threads by their number; those of one process share its address space. */
#include "symbol/threads.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(s32 tid)
{
	return (u32)tid * 0x9e3779b1u >> 7;
}

static struct thread **find_bucket(const struct thread_table *table, s32 tid)
{
	size_t mask = table->nr_buckets - 1, at = hash(tid) & mask;

	while (table->buckets[at] && table->buckets[at]->tid != tid)
		at = (at + 1) & mask;
	return &table->buckets[at];
}

struct thread *thread_table__find(const struct thread_table *table, s32 tid)
{
	return table->nr_buckets ? *find_bucket(table, tid) : NULL;
}

static int grow(struct thread_table *table)
{
	struct thread_table larger = { .nr = table->nr,
				       .nr_buckets =
					       table->nr_buckets ? table->nr_buckets * 2 : 256 };

	larger.buckets = calloc(larger.nr_buckets, sizeof(*larger.buckets));
	if (!larger.buckets)
		return -ENOMEM;
	for (size_t i = 0; i < table->nr_buckets; i++)
		if (table->buckets[i])
			*find_bucket(&larger, table->buckets[i]->tid) = table->buckets[i];
	free(table->buckets);
	*table = larger;
	return 0;
}

void thread__set_comm(struct thread *thread, const char *comm)
{
	snprintf(thread->comm, sizeof(thread->comm), "%s", comm);
	thread->comm_known = true;
}

static void name_unknown(struct thread *thread)
{
	if (!thread->tid)
		return thread__set_comm(thread, "swapper");
	snprintf(thread->comm, sizeof(thread->comm), ":%d", thread->tid);
	thread->comm_known = false;
}

static struct thread *add(struct thread_table *table, s32 pid, s32 tid, struct maps *maps)
{
	struct thread *thread;

	if ((table->nr + 1) * 2 > table->nr_buckets && grow(table))
		return NULL;
	thread = calloc(1, sizeof(*thread));
	if (!thread)
		return NULL;
	thread->pid = pid;
	thread->tid = tid;
	thread->ppid = -1;
	thread->maps = maps ? maps__get(maps) : maps__new();
	if (!thread->maps) {
		free(thread);
		return NULL;
	}
	name_unknown(thread);
	*find_bucket(table, tid) = thread;
	table->nr++;
	return thread;
}

struct thread *thread_table__get(struct thread_table *table, s32 pid, s32 tid)
{
	struct thread *thread = thread_table__find(table, tid), *leader = NULL;

	if (thread && (thread->pid != -1 || pid == -1 || pid == tid)) {
		if (thread->pid == -1)
			thread->pid = pid;
		return thread;
	}
	if (pid != -1 && pid != tid) {
		leader = thread_table__get(table, pid, pid);
		if (!leader)
			return NULL;
	}
	if (!thread)
		return add(table, pid, tid, leader ? leader->maps : NULL);
	/* Met before without its process: now it gets the process' address space. */
	thread->pid = pid;
	maps__put(thread->maps);
	thread->maps = maps__get(leader->maps);
	return thread;
}

int thread__reset(struct thread *thread, s32 pid)
{
	struct maps *maps = maps__new();

	if (!maps)
		return -ENOMEM;
	maps__put(thread->maps);
	thread->maps = maps;
	thread->pid = pid;
	thread->ppid = -1;
	thread->ended = thread->spared = false;
	name_unknown(thread);
	return 0;
}

int thread_table__sweep(struct thread_table *table, bool (*keep)(void *ctx, struct thread *thread),
			void *ctx)
{
	struct thread_table kept = { .nr_buckets = 256 };

	while (kept.nr_buckets < table->nr * 2)
		kept.nr_buckets *= 2;
	kept.buckets = calloc(kept.nr_buckets, sizeof(*kept.buckets));
	if (!kept.buckets)
		return -ENOMEM;
	for (size_t i = 0; i < table->nr_buckets; i++) {
		struct thread *thread = table->buckets[i];

		if (!thread)
			continue;
		if (keep(ctx, thread)) {
			*find_bucket(&kept, thread->tid) = thread;
			kept.nr++;
		} else {
			maps__put(thread->maps);
			free(thread);
		}
	}
	free(table->buckets);
	*table = kept;
	return 0;
}

void thread_table__exit(struct thread_table *table)
{
	for (size_t i = 0; i < table->nr_buckets; i++) {
		if (!table->buckets[i])
			continue;
		maps__put(table->buckets[i]->maps);
		free(table->buckets[i]);
	}
	free(table->buckets);
	*table = (struct thread_table){ 0 };
}
