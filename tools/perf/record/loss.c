// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recording: the bookkeeping of losses of one shared ring. Samples that interrupted each other carry
 * each other's counts, which evens out over some; so a balance is kept over the rounds. Pure.
 */
#include "loss.h"

/* Task, softirq, interrupt and NMI each may write a sample inside of another's. */
#define NESTED_CONTEXTS 4

void loss__begin(struct loss *loss)
{
	loss->counting = true;
}

void loss__take(struct loss *loss, u64 count, u64 period, u64 bytes)
{
	if (loss->counting)
		loss->missing += (s64)(count - loss->last_count) - (s64)period;
	loss->counting = true;
	loss->last_count = count;
	loss->bytes += bytes;
	loss->records++;
}

static u64 tell(struct loss *loss, u64 lost)
{
	loss->told += lost;
	return lost;
}

u64 loss__due(struct loss *loss, bool exact, u64 lost_bytes)
{
	u64 each = loss->records ? loss->bytes / loss->records : 0;

	if (!lost_bytes)
		return 0;
	loss->lost_bytes += lost_bytes;
	if (exact)
		return loss->missing > (s64)loss->told ? tell(loss, loss->missing - loss->told) : 0;
	return tell(loss, each && lost_bytes > each ? lost_bytes / each : 1);
}

u64 loss__rest(struct loss *loss, bool exact)
{
	s64 rest = loss->missing - (s64)loss->told;

	/* Where no byte was lost, a sample that others interrupted may still be on its way. */
	if (!exact || rest <= (loss->lost_bytes ? 0 : NESTED_CONTEXTS))
		return 0;
	return tell(loss, rest);
}
