/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_THREADS_H
#define PERF_SYMBOL_THREADS_H

#include "symbol/maps.h"

struct thread {
	s32 pid, tid; /* pid -1: not known yet */
	s32 ppid;     /* the thread that made it; -1: not recorded */
	char comm[24];
	bool comm_known; /* a record said so */
	bool ended;	 /* likewise; what comes of it yet is still its */
	bool spared;	 /* by the sweep after it ended */
	bool in_use;	 /* by rows, for the next sweep */
	struct maps *maps;
};

/* Threads by tid. Zeroed is empty. */
struct thread_table {
	struct thread **buckets; /* open addressing */
	size_t nr, nr_buckets;
};

/* NULL: there is none. */
struct thread *thread_table__find(const struct thread_table *table, s32 tid);

/* The thread of that number, made when it is new, with its leader's address space. NULL: out of
 * memory. @pid may be -1. */
struct thread *thread_table__get(struct thread_table *table, s32 pid, s32 tid);

/* Forgets what is known of the thread: its number is used anew. 0 or -ENOMEM. */
int thread__reset(struct thread *thread, s32 pid);

/* Frees the threads for which @keep gives false. 0 or -ENOMEM, and then none is freed. */
int thread_table__sweep(struct thread_table *table, bool (*keep)(void *ctx, struct thread *thread),
			void *ctx);

void thread__set_comm(struct thread *thread, const char *comm);
void thread_table__exit(struct thread_table *table);

#endif
