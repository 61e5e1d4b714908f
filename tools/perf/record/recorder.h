/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_RECORDER_H
#define PERF_RECORD_RECORDER_H

#include <signal.h>

#include "attach.h"
#include "child.h"
#include "open.h"
#include "output.h"
#include "target.h"

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

/* Follows all rings until there is a reason to end. 0 or -errno with @err. */
int record_loop__run(struct recorder *recorder, struct err *err);

/* The events and ids of the recording for the file's header; opens the file. */
int record_header__open(struct recorder *recorder, struct err *err);

#endif
