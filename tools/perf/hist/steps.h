/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_STEPS_H
#define PERF_HIST_STEPS_H

#include "hist/places.h"

/* What steps of call chains are, beside functions. */
enum step_detail {
	STEP_FUNCTION,
	STEP_LINE,    /* each line of a function */
	STEP_ADDRESS, /* each address, shown by its line */
};

/* Steps that are lines or addresses of functions, each kept once. */
struct steps;

/* All borrowed. NULL: out of memory. */
struct steps *steps__new(struct machine *machine, struct places *places, enum step_detail detail,
			 bool full_source_path);
void steps__delete(struct steps *steps);

/* The step at an address of a call chain; where no function or line is known, the place. NULL: out of
 * memory. Lives as long as the table. */
const struct place *steps__find(struct steps *steps, struct thread *thread, u8 cpumode, u64 ip);

/* Number @i of the places at the user address @ip, which was unwound. */
const struct place *steps__find_inline(struct steps *steps, struct thread *thread, u64 ip,
				       const struct place_list *list, size_t i);

#endif
