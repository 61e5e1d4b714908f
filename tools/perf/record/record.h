/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_RECORD_H
#define PERF_RECORD_RECORD_H

#include "err.h"

struct event_list;
struct event_lookup;
struct record_notes;
struct record_opts;

/* What became of a recording. */
struct record_result {
	u64 bytes; /* written as records */
	u64 nr_samples;
	u64 nr_lost;	/* samples that LOST records tell of */
	u64 nr_wakeups; /* how often there was something to write */
	int signal;	/* that ended it; 0: none */
	int child_exit; /* of the command, as a shell gives it; -1: there was none */
	bool written;	/* the file is there and complete */
	bool exec_failed;
};

/*
 * Records @list to opts->output until the command ends, a signal comes, or nothing is left to
 * record. The events' attrs are filled in, and dummy events may be appended to the list. 0 or
 * -errno with @err; @result is filled in both cases. SIGINT, SIGTERM, SIGCHLD and SIGPIPE are
 * blocked meanwhile.
 */
int record__run(const struct record_opts *opts, struct event_list *list,
		const struct event_lookup *lookup, const struct record_notes *notes,
		struct record_result *result, struct err *err);

#endif
