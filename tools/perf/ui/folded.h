/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_FOLDED_H
#define PERF_UI_FOLDED_H

#include "session/session.h"

struct buf;
struct machine;

/* Call chains added up: "comm;outermost;...;innermost COUNT", the lines flamegraph.pl reads. */
struct folded;

struct folded *folded__new(void); /* NULL: out of memory */
void folded__delete(struct folded *folded);

/* Counts one sample. 0 or -ENOMEM. */
int folded__add(struct folded *folded, struct machine *machine,
		const struct session_record *record);

/* Appends all lines, by their bytes. 0 or -ENOMEM. */
int folded__print(struct folded *folded, struct buf *out);

#endif
