/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_RING_CLOCK_H
#define PERF_RECORD_RING_CLOCK_H

#include "sample-cut.h"

/*
 * Two software events that see the same fault or switch share what the kernel prepared for the first
 * (measured on 6.18): the second one's sample has the first one's time, by the first one's clock,
 * and its id if it has one. How long the event has run, which READ tells, is its own; so both
 * together tell which times are to be believed, and what the others were.
 */
struct ring_clock {
	u64 offset_ns;	/* the clock's time less the time run, */
	u64 enabled_ns; /* when the event had run for so long */
	bool known;
	u64 last_ns; /* time of the sample before */
};

/* Reads the event @fd of a ring, by its read_format, beside the clock. Not known where the format has no
 * time or the clock is the kernel's own, which nobody but the kernel can read. */
void ring_clock__init(struct ring_clock *clock, int fd, u64 read_format, int clockid);

/*
 * When the sample of @facts was written, by the ring's clock: its own time or what replaces it.
 * @foreign: it carries another event's id. @now_ns: nothing is newer. Pure.
 */
u64 ring_clock__time(struct ring_clock *clock, const struct sample_facts *facts, bool foreign,
		     u64 now_ns);

#endif
