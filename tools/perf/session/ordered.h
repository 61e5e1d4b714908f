/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_ORDERED_H
#define PERF_SESSION_ORDERED_H

#include "data/block.h"
#include "session/runs.h"

struct data_record;

/*
 * Records wait here until it is certain that none with an earlier time will come. The order of
 * records with the same time is that in which they came. Bytes stay in the block that they were
 * read into where there is one, and are copied to a block elsewhere.
 */
struct ordered;

struct ordered *ordered__new(void); /* NULL: out of memory */
void ordered__delete(struct ordered *ordered);

/*
 * Keeps a record and makes an entry of it, which does not wait. Whoever is done with an entry
 * lets go of it (batch__release()). 0 or -ENOMEM.
 */
int ordered__keep(struct ordered *ordered, const struct data_record *record,
		  struct ordered_entry *entry);

/* Keeps a record until its turn has come. 0 or -ENOMEM; -errno of the file when too many wait. */
int ordered__push(struct ordered *ordered, const struct data_record *record, u64 time_ns,
		  u32 event);

/* The same with an entry whose header lies in a block; the rest is filled in, but for seq. */
int ordered__push_entry(struct ordered *ordered, struct ordered_entry *entry);

/*
 * Takes out up to @max entries whose time is at most @until_ns, the oldest first, kept as by
 * ordered__keep(). Returns how many; 0: there are no more. -ENOMEM, -errno.
 */
long ordered__take(struct ordered *ordered, u64 until_ns, struct ordered_entry *entries,
		   size_t max);

#endif
