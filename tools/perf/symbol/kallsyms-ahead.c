// SPDX-License-Identifier: GPL-2.0-only
/*
 * Path -> kallsyms, in a thread. To write its table as text takes the kernel 30 ms, in which records can
 * be read.
 */
#include "symbol/kallsyms-ahead.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "symbol/kallsyms.h"

struct kallsyms_ahead {
	pthread_t thread;
	char *path;
	struct kallsyms *table;
	int result;
};

static void *run(void *arg)
{
	struct kallsyms_ahead *ahead = arg;

	ahead->result = kallsyms__read(ahead->table, ahead->path);
	return NULL;
}

static void free_all(struct kallsyms_ahead *ahead)
{
	kallsyms__delete(ahead->table);
	free(ahead->path);
	free(ahead);
}

struct kallsyms_ahead *kallsyms_ahead__begin(const char *path)
{
	struct kallsyms_ahead *ahead = calloc(1, sizeof(*ahead));
	sigset_t all, old;
	int ret = -ENOMEM;

	if (!ahead)
		return NULL;
	ahead->path = strdup(path);
	ahead->table = kallsyms__new();
	/* Signals are for the thread that began. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (ahead->path && ahead->table)
		ret = pthread_create(&ahead->thread, NULL, run, ahead);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!ret)
		return ahead;
	free_all(ahead);
	return NULL;
}

int kallsyms_ahead__end(struct kallsyms_ahead *ahead, struct kallsyms **table)
{
	int ret;

	pthread_join(ahead->thread, NULL);
	ret = ahead->result;
	if (!ret) {
		*table = ahead->table;
		ahead->table = NULL;
	}
	free_all(ahead);
	return ret;
}

void kallsyms_ahead__delete(struct kallsyms_ahead *ahead)
{
	if (!ahead)
		return;
	kallsyms__stop(ahead->table);
	pthread_join(ahead->thread, NULL);
	free_all(ahead);
}
