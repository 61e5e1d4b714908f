/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LIBPERF_SELF_READ_H
#define LIBPERF_SELF_READ_H

#include "types.h"

struct perf_counts_values;
struct perf_event_mmap_page;

/* One consistent look at a control page and at the processor's counters. */
struct self_read {
	u64 enabled_ns, running_ns;
	s64 offset;
	bool counts; /* the event is on the counter that pmc was read from */
	u64 pmc;     /* of which the lowest pmc_bits are there */
	u16 pmc_bits;
	bool has_cycles; /* the times can be continued to now */
	u64 cycles;
	u16 time_shift;
	u32 time_mult;
	u64 time_offset;
};

/* Value, enabled and running time as of that look. */
void self_read__values(const struct self_read *read, struct perf_counts_values *counts);

/*
 * Reads an event of the calling thread through its mapped control page, without a system call.
 * 0, or -EOPNOTSUPP where the page, the processor or the moment does not allow it: use read(2).
 */
int self_read(const volatile struct perf_event_mmap_page *page, struct perf_counts_values *counts);

#endif
