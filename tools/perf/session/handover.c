// SPDX-License-Identifier: GPL-2.0-only
/* A ring of batches between two threads; the lock is taken a few times a batch. */
#include "session/handover.h"

#include <pthread.h>

#include "pages.h"

#define NR_BATCHES 4

struct handover {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	u64 nr_put, nr_done; /* batches, from the begin on */
	bool ended, stopped;
	struct batch batches[NR_BATCHES];
};

struct handover *handover__new(void)
{
	struct handover *handover = pages__alloc(sizeof(*handover));

	if (!handover)
		return NULL;
	pthread_mutex_init(&handover->lock, NULL);
	pthread_cond_init(&handover->changed, NULL);
	return handover;
}

void handover__delete(struct handover *handover)
{
	if (!handover)
		return;
	pthread_cond_destroy(&handover->changed);
	pthread_mutex_destroy(&handover->lock);
	pages__free(handover, sizeof(*handover));
}

/* Waits until at most @max batches are with the other side. False: it wants no more. */
static bool wait_for_taker(struct handover *handover, u64 max)
{
	bool goes_on;

	pthread_mutex_lock(&handover->lock);
	while (!handover->stopped && handover->nr_put - handover->nr_done > max)
		pthread_cond_wait(&handover->changed, &handover->lock);
	goes_on = !handover->stopped;
	pthread_mutex_unlock(&handover->lock);
	return goes_on;
}

struct batch *handover__blank(struct handover *handover)
{
	struct batch *batch;

	if (!wait_for_taker(handover, NR_BATCHES - 1))
		return NULL;
	batch = &handover->batches[handover->nr_put % NR_BATCHES];
	batch->nr = 0;
	return batch;
}

void handover__drain(struct handover *handover)
{
	wait_for_taker(handover, 0);
}

/* Changes something under the lock and wakes the other side. */
static void change(struct handover *handover, u64 put, u64 done, bool end, bool stop)
{
	pthread_mutex_lock(&handover->lock);
	handover->nr_put += put;
	handover->nr_done += done;
	handover->ended |= end;
	handover->stopped |= stop;
	pthread_cond_signal(&handover->changed);
	pthread_mutex_unlock(&handover->lock);
}

void handover__put(struct handover *handover)
{
	change(handover, 1, 0, false, false);
}

void handover__end(struct handover *handover)
{
	change(handover, 0, 0, true, false);
}

struct batch *handover__next(struct handover *handover)
{
	struct batch *batch = NULL;

	pthread_mutex_lock(&handover->lock);
	while (!handover->ended && handover->nr_put == handover->nr_done)
		pthread_cond_wait(&handover->changed, &handover->lock);
	if (handover->nr_put != handover->nr_done)
		batch = &handover->batches[handover->nr_done % NR_BATCHES];
	pthread_mutex_unlock(&handover->lock);
	return batch;
}

void handover__done(struct handover *handover)
{
	change(handover, 0, 1, false, false);
}

void handover__stop(struct handover *handover)
{
	change(handover, 0, 0, false, true);
}
