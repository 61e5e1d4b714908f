/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_LIVE_H
#define PERF_RECORD_LIVE_H

#include "err.h"
#include "types.h"

struct data_event;
struct data_info;
struct event_list;
struct event_lookup;
struct record_notes;
struct record_opts;
struct record_round;

/* A recording that goes to a reader in place of a file, round by round. */
struct record_live;

/*
 * Opens, attaches and starts what record would, with the same defaults. Signals are blocked from here on:
 * SIGINT and SIGTERM end the rounds. Everything is borrowed; @notes is called by whoever asks for rounds.
 * 0 or -errno with @err.
 */
int record_live__new(struct record_live **live, const struct record_opts *opts,
		     struct event_list *list, const struct event_lookup *lookup,
		     const struct record_notes *notes, struct err *err);
void record_live__delete(struct record_live *live);

/*
 * Reads every ring once, with @wait after there is news or a tenth of a second. 1: the round's records,
 * valid until the next call but for what is kept in their blocks, that end with a FINISHED_ROUND when it
 * matters. 0: it is over, by a signal, because the command or the tasks ended, or the last persistent
 * event was removed. -errno with @err.
 */
int record_live__round(struct record_live *live, bool wait, const struct record_round **round,
		       struct err *err);

/* Watches a CPU that came online as well: rounds do that by themselves. 0 or -errno with @err. */
int record_live__add_cpu(struct record_live *live, int cpu, struct err *err);

/* Ends a wait, or with @stop the rounds. For other threads. */
void record_live__wake(struct record_live *live, bool stop);

/* The events: first those asked for, then those that only carry side-band records. */
size_t record_live__nr_events(const struct record_live *live);
size_t record_live__nr_asked(const struct record_live *live);
const struct data_event *record_live__event(const struct record_live *live, size_t i);
/* "sys:name" of each tracepoint among them, NULL-terminated. */
const char *const *record_live__tracepoints(const struct record_live *live);
const struct data_info *record_live__info(const struct record_live *live);

/* Of one of the events asked for. */
struct record_live_status {
	bool persistent;
	bool ended;	 /* it was removed */
	size_t nr_rings; /* that are read */
	u64 ring_bytes;	 /* of each */
	u64 nr_older;	 /* samples from before the attach, left out */
};
void record_live__status(const struct record_live *live, size_t i,
			 struct record_live_status *status);

/* What must be added to CLOCK_MONOTONIC for the clock of the samples, in ns. */
s64 record_live__clock_offset_ns(const struct record_live *live);

/* The exit code of the command; -1: there was none. */
int record_live__child_exit(const struct record_live *live);

#endif
