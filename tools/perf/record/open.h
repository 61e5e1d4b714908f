/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_OPEN_H
#define PERF_RECORD_OPEN_H

#include "err.h"

struct event;
struct perf_cpu_map;
struct perf_evlist;
struct perf_evsel;
struct perf_thread_map;
struct record_notes;
struct record_opts;

/* One event that is open: what was asked for and libperf's side of it. Both borrowed. */
struct record_evsel {
	struct event *event;
	struct perf_evsel *evsel;
	const char *filter; /* NULL: none */
};

/* Events that are opened on the same CPUs and tasks and share a ring per CPU. */
struct record_set {
	struct perf_evlist *evlist;
	struct record_evsel *evsels; /* in order; leaders of groups before their members */
	size_t nr;
};

int record_set__init(struct record_set *set);
void record_set__exit(struct record_set *set);

/* Adds an event, whose attr is final but for what the kernel refuses. @leader is the index of its
 * group's leader in this set. 0 or -errno. */
int record_set__add(struct record_set *set, struct event *event, size_t leader);

/*
 * Opens all events; what the kernel refuses and may be given up is given up, in the attr of the
 * evsel and with a note where the user would miss it. @tids: see record_target. 0, or -errno and
 * in @err what is wrong and what would help.
 */
struct record_target;
int record_set__open(struct record_set *set, const struct record_target *target,
		     const struct record_opts *opts, const struct record_notes *notes,
		     struct err *err);

/* Maps the rings; with too small a budget for locked memory smaller ones than asked for, with a
 * note. 0 or -errno with @err. */
int record_set__map(struct record_set *set, const struct record_opts *opts,
		    const struct record_notes *notes, struct err *err);

#endif
