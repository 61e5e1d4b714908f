// SPDX-License-Identifier: GPL-2.0-only
/* perf top: how many read a persistent event, as its holder says. */
#include "top-readers.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "persistent/control.h"
#include "util/event.h"

#define ASK_S 2

struct top_readers {
	char *run_dir, *name; /* of the holder and, there, of the event */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t stopped;
	bool stop;
	s32 nr;
	s32 found; /* by the answer under way */
};

static void take_status(void *arg, const struct event_status *status)
{
	struct top_readers *readers = arg;

	if (!strcmp(status->name, readers->name))
		readers->found = status->readers;
}

static void *ask(void *arg)
{
	struct top_readers *readers = arg;

	pthread_mutex_lock(&readers->lock);
	while (!readers->stop) {
		struct timespec until;

		pthread_mutex_unlock(&readers->lock);
		readers->found = -1;
		control__list(readers->run_dir, take_status, readers, NULL);
		pthread_mutex_lock(&readers->lock);
		readers->nr = readers->found;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += ASK_S;
		while (!readers->stop && pthread_cond_timedwait(&readers->stopped, &readers->lock,
								&until) != ETIMEDOUT)
			continue;
	}
	pthread_mutex_unlock(&readers->lock);
	return NULL;
}

static void readers__free(struct top_readers *readers)
{
	free(readers->run_dir);
	free(readers->name);
	free(readers);
}

/* "PMU/NAME/" and the like: what stands between the first two slashes. */
static char *name_of(const struct event *event)
{
	const char *slash = strchr(event->name, '/');

	return slash ? strndup(slash + 1, strcspn(slash + 1, "/,")) : NULL;
}

struct top_readers *top_readers__new(const struct event *event)
{
	/* A holder is named by its socket, which lies in its run directory. */
	const char *slash = event->holder ? strrchr(event->holder, '/') : NULL;
	struct top_readers *readers = slash ? calloc(1, sizeof(*readers)) : NULL;

	if (!readers)
		return NULL;
	readers->nr = -1;
	readers->run_dir = strndup(event->holder, slash - event->holder);
	readers->name = name_of(event);
	pthread_mutex_init(&readers->lock, NULL);
	pthread_cond_init(&readers->stopped, NULL);
	if (readers->run_dir && readers->name &&
	    !pthread_create(&readers->thread, NULL, ask, readers))
		return readers;
	readers__free(readers);
	return NULL;
}

s32 top_readers__nr(struct top_readers *readers)
{
	s32 nr;

	pthread_mutex_lock(&readers->lock);
	nr = readers->nr;
	pthread_mutex_unlock(&readers->lock);
	return nr;
}

void top_readers__delete(struct top_readers *readers)
{
	if (!readers)
		return;
	pthread_mutex_lock(&readers->lock);
	readers->stop = true;
	pthread_cond_signal(&readers->stopped);
	pthread_mutex_unlock(&readers->lock);
	pthread_join(readers->thread, NULL);
	readers__free(readers);
}
