/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_SNAPSHOT_H
#define PERF_HIST_SNAPSHOT_H

#include "hist/copy.h"

struct collect;

struct snapshot_event {
	const char *name; /* the collection's */
	struct hists raw, hists;
};

/*
 * The rows of all events at one moment. What they point to stands in it but for files, which are held, and
 * their symbols. The spec is that of the collection.
 */
struct snapshot {
	struct snapshot_event *events;
	size_t nr;
	struct arena arena;
	struct texts texts;
	struct held_dsos held;
	bool chains, from_caller;
};

/* By the thread that collects. NULL: out of memory. */
struct snapshot *snapshot__take(struct collect *collect);

/* Makes final, sorted rows: in any thread, once. 0 or -ENOMEM. */
int snapshot__finish(struct snapshot *snapshot);
void snapshot__delete(struct snapshot *snapshot);

/*
 * Lets what was counted so far weigh @eighths of an eighth, 0 to 8, and frees what is needed no more: with
 * @tidy also what was kept to know addresses again, and files that rows name are marked as in use.
 * By the thread that collects. 0 or -ENOMEM.
 */
int collect__age(struct collect *collect, unsigned int eighths, bool tidy);

#endif
