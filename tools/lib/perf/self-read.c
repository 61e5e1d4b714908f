// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Counts read from user space: the seqlock protocol of struct perf_event_mmap_page
 * (linux/perf_event.h) around one rdpmc and one rdtsc. First the look, then the arithmetic.
 */
#include "self-read.h"

#include <perf/evsel.h>

#include <errno.h>
#include <linux/perf_event.h>

#define barrier() __asm__ volatile("" ::: "memory")

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_COUNTERS true

static u64 read_pmc(u32 counter)
{
	u32 low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
	return low | (u64)high << 32;
}

static u64 read_cycles(void)
{
	u32 low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return low | (u64)high << 32;
}
#else
#define HAVE_COUNTERS false

static u64 read_pmc(u32 counter)
{
	return counter;
}

static u64 read_cycles(void)
{
	return 0;
}
#endif

/* Nanoseconds since the page was written. The product of the quotient can not overflow before
 * the time itself does. */
static u64 delta_ns(const struct self_read *read)
{
	u64 quotient = read->cycles >> read->time_shift;
	u64 rest = read->cycles & (((u64)1 << read->time_shift) - 1);

	return read->time_offset + quotient * read->time_mult +
	       ((rest * read->time_mult) >> read->time_shift);
}

void self_read__values(const struct self_read *read, struct perf_counts_values *counts)
{
	unsigned int unused_bits = 64 - read->pmc_bits;
	u64 delta = read->has_cycles ? delta_ns(read) : 0;

	counts->val = read->offset;
	if (read->counts)
		counts->val += (s64)(read->pmc << unused_bits) >> unused_bits;
	counts->ena = read->enabled_ns + delta;
	counts->run = read->running_ns + (read->counts ? delta : 0);
}

int self_read(const volatile struct perf_event_mmap_page *page, struct perf_counts_values *counts)
{
	struct self_read read;
	u32 seq, index;

	if (!HAVE_COUNTERS || !page->cap_user_rdpmc || !page->pmc_width || page->pmc_width > 64)
		return -EOPNOTSUPP;
	do {
		seq = page->lock;
		barrier();
		read.enabled_ns = page->time_enabled;
		read.running_ns = page->time_running;
		read.has_cycles = page->cap_user_time;
		if (read.has_cycles) {
			read.cycles = read_cycles();
			read.time_shift = page->time_shift;
			read.time_mult = page->time_mult;
			read.time_offset = page->time_offset;
		}
		index = page->index;
		read.offset = page->offset;
		read.counts = true;
		if (!index)
			return -EOPNOTSUPP;
		read.pmc_bits = page->pmc_width;
		read.pmc = read_pmc(index - 1);
		barrier();
	} while (page->lock != seq);
	self_read__values(&read, counts);
	return 0;
}
