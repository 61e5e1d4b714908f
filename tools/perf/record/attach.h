/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_ATTACH_H
#define PERF_RECORD_ATTACH_H

#include "err.h"
#include "loss.h"
#include "persistent/client.h"
#include "ring-clock.h"
#include "sample-cut.h"

struct event;
struct event_lookup;
struct perf_ring;
struct record_notes;
struct record_opts;
struct record_output;

/* One ring of a persistent event: mapped, shared, never written to nor stopped. */
struct attached_ring {
	struct perf_ring *ring;
	int cpu;
	u64 id;
	struct loss loss;
	struct ring_clock clock;
};

struct attached_rings {
	struct attached_ring *rings;
	size_t nr;
	struct sample_cut cut;
	bool exact; /* every count is one sample */
	u64 *words; /* the attr for the file: READ cleared */
	unsigned int nr_words;
};

/* A persistent event of somebody else that this recording reads. */
struct record_attached {
	struct event *event; /* borrowed */
	struct persistent_attach attach;
	int clockid;
	struct attached_rings samples;
	struct attached_rings
		sideband; /* the provider's comm, task and mmap2 records, for history */
	bool ended;	  /* removed: nothing more will come */
	u64 retry_ns;	  /* CLOCK_MONOTONIC: when a holder that died is looked for again */
	u64 nr_older;	  /* samples left out */
	u64 nr_bad;	  /* samples that are not laid out as the provider said */
};

/* Refuses what can not be asked of an event that runs already: 0 or -EINVAL with @err. */
int record_attached__check(const struct event *event, const struct record_opts *opts,
			   const struct event_lookup *lookup, struct err *err);

/* Attaches and maps the rings of the CPUs that -C chose, and with @sideband the provider's side-band
 * rings of all. 0 or -errno with @err. */
int record_attached__init(struct record_attached *attached, struct event *event,
			  const struct record_opts *opts, bool sideband, struct err *err);
void record_attached__exit(struct record_attached *attached);

/* Maps rings that the provider made since, on CPUs that came online: how many, or -errno with @err. */
int record_attached__extend(struct record_attached *attached, const struct record_opts *opts,
			    struct err *err);

/* Adds the rings to read in a round to @rings, which has room for them all; returns how many. */
size_t record_attached__rings(const struct record_attached *attached, bool sideband,
			      struct perf_ring **rings);

/* Writes what the last round read and is not older than @since_ns. 0 or -errno with @err. */
int record_attached__write(struct record_attached *attached, u64 since_ns,
			   struct record_output *output, struct err *err);

/* Writes the names that the provider keeps beside its side-band, from before @until_ns. */
int record_attached__write_names(struct record_attached *attached, u64 until_ns,
				 struct record_output *output, struct err *err);

/* Writes the side-band of the last round that is older than @until_ns. */
int record_attached__write_sideband(struct record_attached *attached, u64 until_ns,
				    struct record_output *output, struct err *err);

/* Tells at the end what is missing and was not told yet. */
int record_attached__write_missing(struct record_attached *attached, u64 now_ns,
				   struct record_output *output, struct err *err);

/* Once a holder died: looks for one that took the rings over, now and then. A note tells. */
void record_attached__rejoin(struct record_attached *attached, const struct record_notes *notes);

/* Looks whether the provider is still there, with a note when it is not any more. */
void record_attached__poll(struct record_attached *attached, const struct record_notes *notes);

#endif
