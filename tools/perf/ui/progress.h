/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_PROGRESS_H
#define PERF_UI_PROGRESS_H

#include "types.h"

/* A line on the terminal at standard error that says how far a file was read. Zeroed shows nothing. */
struct progress {
	u64 total_bytes; /* 0: not known */
	u64 begin_ns, last_ns;
	u64 nr; /* samples */
	bool enabled, shown;
};

/* Shows nothing when standard error is no terminal. */
void progress__init(struct progress *progress, const char *path);

/* One more sample, at @offset of the file. Cheap: looks at the clock now and then. */
void progress__step(struct progress *progress, u64 offset);

/* Takes the line away. */
void progress__end(struct progress *progress);

#endif
