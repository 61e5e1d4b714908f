// SPDX-License-Identifier: GPL-2.0-only
/* Samples whose call chain is not yet complete: a list that is bounded in bytes and in length. */
#include "session/deferred.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A task has one call of the kernel at a time, so hardly more wait than there are tasks. */
#define MAX_HELD       4096
#define MAX_HELD_BYTES (64ULL << 20)

int deferred__hold(struct deferred *deferred, const struct perf_event_header *header,
		   const struct held_sample *what)
{
	struct held_sample *held = malloc(sizeof(*held) + header->size);

	if (!held)
		return -ENOMEM;
	*held = *what;
	held->next = NULL;
	memcpy(held->header, header, header->size);
	if (deferred->last)
		deferred->last->next = held;
	else
		deferred->first = held;
	deferred->last = held;
	deferred->nr++;
	deferred->bytes += header->size;
	return 0;
}

/* Takes out the one behind @before (NULL: the first). */
static struct held_sample *unlink_held(struct deferred *deferred, struct held_sample *before)
{
	struct held_sample **from = before ? &before->next : &deferred->first, *held = *from;

	*from = held->next;
	if (deferred->last == held)
		deferred->last = before;
	deferred->nr--;
	deferred->bytes -= held->header->size;
	return held;
}

struct held_sample *deferred__take(struct deferred *deferred, u64 cookie, u32 tid)
{
	struct held_sample *before = NULL;

	for (struct held_sample *held = deferred->first; held; before = held, held = held->next)
		if (held->cookie == cookie && held->tid == tid)
			return unlink_held(deferred, before);
	return NULL;
}

struct held_sample *deferred__take_oldest(struct deferred *deferred, bool all)
{
	if (!deferred->first ||
	    (!all && deferred->nr <= MAX_HELD && deferred->bytes <= MAX_HELD_BYTES))
		return NULL;
	return unlink_held(deferred, NULL);
}

void deferred__exit(struct deferred *deferred)
{
	struct held_sample *held;

	while ((held = deferred__take_oldest(deferred, true)))
		free(held);
}
