// SPDX-License-Identifier: GPL-2.0-only
/*
 * A ring of batches between two threads. Waking a thread costs more than looking at a batch, so who
 * has to wait sleeps until half of the ring is his, or the other side asks for what is there.
 */
#include "session/handover.h"

#include <pthread.h>

#include "pages.h"

#define NR_BATCHES 16
#define HALF	   (NR_BATCHES / 2)

struct handover {
	pthread_mutex_t lock;
	pthread_cond_t changed; /* for the side that sleeps: at most one does */
	u64 nr_put, nr_done;	/* batches, from the begin on */
	u64 giver_max;		/* the giver sleeps until at most so many are underway; or AWAKE */
	u64 taker_min;		/* the taker sleeps until so many are; 0: it is awake */
	bool ended, stopped;
	struct batch batches[NR_BATCHES];
};
#define AWAKE (~0ULL)

struct handover *handover__new(void)
{
	struct handover *handover = pages__alloc(sizeof(*handover));

	if (!handover)
		return NULL;
	pthread_mutex_init(&handover->lock, NULL);
	pthread_cond_init(&handover->changed, NULL);
	handover->giver_max = AWAKE;
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

static u64 nr_underway(const struct handover *handover)
{
	return handover->nr_put - handover->nr_done;
}

/* Once more than @max batches are underway, waits until at most @then are. False: the other side
 * wants no more. */
static bool wait_for_taker(struct handover *handover, u64 max, u64 then)
{
	bool goes_on;

	pthread_mutex_lock(&handover->lock);
	if (nr_underway(handover) > max) {
		handover->giver_max = then;
		if (handover->taker_min) {
			handover->taker_min = 1;
			pthread_cond_signal(&handover->changed);
		}
	}
	while (!handover->stopped && handover->giver_max != AWAKE &&
	       nr_underway(handover) > handover->giver_max)
		pthread_cond_wait(&handover->changed, &handover->lock);
	handover->giver_max = AWAKE;
	goes_on = !handover->stopped;
	pthread_mutex_unlock(&handover->lock);
	return goes_on;
}

struct batch *handover__blank(struct handover *handover)
{
	struct batch *batch;

	if (!wait_for_taker(handover, NR_BATCHES - 1, HALF))
		return NULL;
	batch = &handover->batches[handover->nr_put % NR_BATCHES];
	batch->nr = 0;
	return batch;
}

void handover__drain(struct handover *handover)
{
	wait_for_taker(handover, 0, 0);
}

/* Changes something under the lock and wakes the side that has waited for it. */
static void change(struct handover *handover, u64 put, u64 done, bool end, bool stop)
{
	pthread_mutex_lock(&handover->lock);
	handover->nr_put += put;
	handover->nr_done += done;
	handover->ended |= end;
	handover->stopped |= stop;
	if (end || stop || (put && nr_underway(handover) == handover->taker_min) ||
	    (done && nr_underway(handover) == handover->giver_max))
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
	if (!nr_underway(handover))
		handover->taker_min = HALF;
	while (!handover->ended && nr_underway(handover) < handover->taker_min)
		pthread_cond_wait(&handover->changed, &handover->lock);
	handover->taker_min = 0;
	if (nr_underway(handover))
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
