/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_RECORDER_H
#define PERF_RECORD_RECORDER_H

#include <signal.h>

#include "attach.h"
#include "child.h"
#include "open.h"
#include "output.h"
#include "target.h"

struct event_lookup;
struct late_cpu;
struct record_result;

/* A recording under way: what the stages of record.c hand to each other. */
struct recorder {
	const struct record_opts *opts;
	const struct record_notes *notes;
	struct event_list *list; /* what was asked for, then the dummies */
	size_t nr_asked;

	struct child child;
	bool started; /* the command was */
	bool child_runs;
	int child_status;

	struct record_target target;	      /* of the events that were asked for */
	struct record_target tracking_target; /* every CPU */
	struct record_set set;		      /* events that were asked for */
	struct record_set tracking;	      /* side-band events of the recorder's own */
	struct late_cpu *late;		      /* the same of CPUs that came later */
	struct record_attached *attached;
	size_t nr_attached;
	struct perf_ring **rings; /* of all attached events, for one round */
	size_t nr_rings;

	int clockid;
	u64 since_ns;	 /* older samples of attached events are left out */
	u64 sideband_ns; /* from then on the recorder has side-band records of its own */
	u64 sample_type; /* of the side-band records */
	struct record_output output;

	int epoll_fd, signal_fd;
	sigset_t old_signals;
	bool signals_blocked;
	struct record_result *result;
};

/*
 * The stages, to be called in this order. setup: attach, targets, attrs, open, map, the file (unless the
 * output has a sink) and what runs already; start: lets events and command go. All: 0 or -errno with
 * @err. exit is due after init, whatever happened.
 */
int recorder__init(struct recorder *recorder, struct err *err);
int recorder__setup(struct recorder *recorder, const struct event_lookup *lookup, struct err *err);
int recorder__start(struct recorder *recorder, struct err *err);
void recorder__exit(struct recorder *recorder);

/* Lists the rings of all attached events, those with samples first. 0 or -ENOMEM. */
int recorder__list_rings(struct recorder *recorder);

/* Ends the command if it still runs, and gives its status to the result. */
void recorder__end_child(struct recorder *recorder);

/* Tells of samples that were left out. */
void recorder__note_left_out(const struct recorder *recorder);

/* The loop over the rings. */
struct record_loop {
	struct recorder *recorder;
	int wait_ms;	 /* until attached rings are read again */
	int max_wait_ms; /* whatever the rings do; -1: no bound */
	u64 *positions;	 /* of the attached rings, at the last round */
	bool first;
	u64 enable_at_ns;  /* -D: CLOCK_MONOTONIC; 0: nothing to wait for */
	bool stop;	   /* there is a reason to end */
	size_t nr_watched; /* descriptors that can still tell something */
};

/* All: 0 or -errno with @err. exit is due after init, whatever happened. */
int record_loop__init(struct record_loop *loop, struct recorder *recorder, struct err *err);
void record_loop__exit(struct record_loop *loop);

/* The recorder's list of rings is another one. 0 or -ENOMEM. */
int record_loop__relist(struct record_loop *loop);

/* Reads every ring once and looks at the providers. */
int record_loop__round(struct record_loop *loop, struct err *err);

/* Waits until there is something to read, or to do. */
int record_loop__wait(struct record_loop *loop, struct err *err);

/* Stops the events and reads what is left. */
int record_loop__read_last(struct record_loop *loop, struct err *err);

#endif
