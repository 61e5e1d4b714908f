/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_ORDERED_H
#define PERF_SESSION_ORDERED_H

#include <linux/perf_event.h>

#include "types.h"

/*
 * Records wait here until it is certain that none with an earlier time will come. The order of
 * records with the same time is that in which they came.
 */
struct ordered;

struct ordered_record {
	u64 time_ns;
	u64 offset;			  /* in the source */
	u32 event;			  /* the caller's number of the event */
	u32 size;			  /* bytes, header included */
	struct perf_event_header *header; /* native order, the body follows as it came */
};

struct ordered *ordered__new(void); /* NULL: out of memory */
void ordered__delete(struct ordered *ordered);

/* Copies the record with @header in place of its own. 0 or -ENOMEM. */
int ordered__push(struct ordered *ordered, const struct ordered_record *record, const void *bytes);

/* Takes the oldest record whose time is at most @until_ns; false: there is none. It is valid
 * until the next pop. */
bool ordered__pop(struct ordered *ordered, u64 until_ns, struct ordered_record *record);

/* Bytes that wait. */
u64 ordered__bytes(const struct ordered *ordered);

#endif
