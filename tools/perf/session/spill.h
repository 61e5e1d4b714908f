/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SPILL_H
#define PERF_SESSION_SPILL_H

#include "session/runs.h"

/*
 * Records that wait in a file without a name, because they are too many for memory: each spilled
 * run is in order, and is read again in small pieces.
 */
struct spill;
struct spilled_run;

/* The file is made under $TMPDIR or in /var/tmp. 0, -ENOMEM or -errno. */
int spill__new(struct spill **spill);
void spill__delete(struct spill *spill); /* its runs, too */

/* A run is written record by record, then ended; nothing else is written meanwhile. 0, -errno. */
int spill__write(struct spill *spill, const struct ordered_entry *entry);
int spill__end_run(struct spill *spill);

size_t spill__nr_runs(const struct spill *spill);
struct spilled_run *spill__run(struct spill *spill, size_t i);

/* The oldest record of a run, valid until advance; NULL when the run is used up. */
const struct ordered_entry *spilled_run__head(const struct spilled_run *run);

/* Goes on to the next record. 0, -ENOMEM or -errno. */
int spilled_run__advance(struct spill *spill, struct spilled_run *run);

#endif
