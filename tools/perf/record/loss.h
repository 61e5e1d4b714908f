/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_LOSS_H
#define PERF_RECORD_LOSS_H

#include "types.h"

/*
 * How many samples of one ring were overwritten before they could be read. Where each count of the
 * event is a sample, the counts in the samples tell exactly; elsewhere the bytes tell about.
 * Zeroed is the begin.
 */
struct loss {
	bool counting;
	s64 missing; /* counts that no sample was seen for */
	u64 last_count;
	u64 told;
	u64 bytes, records; /* seen in all, for the size of a record */
	u64 lost_bytes;	    /* overwritten unread, in all */
};

/* The ring is known to be empty and the event's count to be 0: what is lost from here on is missing. */
void loss__begin(struct loss *loss);

/* One sample in the ring's order, with the event's count, its period and its size. */
void loss__take(struct loss *loss, u64 count, u64 period, u64 bytes);

/* After a round in which @lost_bytes were overwritten unread: how many samples are to be told as lost
 * now. @exact: each count is a sample. */
u64 loss__due(struct loss *loss, bool exact, u64 lost_bytes);

/* After the last round: what is missing and was not told yet. */
u64 loss__rest(struct loss *loss, bool exact);

#endif
