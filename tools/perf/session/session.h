/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SESSION_H
#define PERF_SESSION_SESSION_H

#include "session/events.h"
#include "session/record.h"
#include "session/sample.h"
#include "session/source.h"

struct machine;

/*
 * The one read loop of report, script and top: takes records from a source, decodes them, puts them
 * in order of time, lets the side-band change the machine, and hands each to its callback.
 */
struct session;

/* A record that is handed out; everything is valid until the callback returns. */
struct session_record {
	const struct perf_event_header *header;
	const void *body;
	size_t body_bytes;		   /* sample_id trailer included */
	u64 offset;			   /* in the source */
	const struct session_event *event; /* NULL: not known (never for a sample) */
	const struct perf_sample *sample;  /* other records: what their trailer says */
	const union record_body *other;	   /* NULL: a sample, or of a type not taken apart */
};

/* Each may be NULL. A result that is not 0 ends the loop and is what it returns. The machine has
 * already been changed by the record. */
struct session_handlers {
	void *ctx;
	int (*sample)(void *ctx, const struct session_record *record);
	int (*mmap)(void *ctx, const struct session_record *record); /* MMAP and MMAP2 */
	int (*comm)(void *ctx, const struct session_record *record);
	int (*task)(void *ctx, const struct session_record *record); /* FORK and EXIT */
	int (*lost)(void *ctx, const struct session_record *record); /* LOST and LOST_SAMPLES */
	int (*other)(void *ctx, const struct session_record *record);
};

struct session_stats {
	u64 records; /* all, as the source gave them */
	u64 samples;
	u64 lost_chunks;  /* LOST records */
	u64 lost_events;  /* what they tell */
	u64 lost_samples; /* what LOST_SAMPLES records tell */
	u64 late;	  /* came after a later one had been handed out */
	u64 unknown_ids;  /* samples of no event of the source: left out */
	u64 faulty;	  /* records that could not be decoded: left out */
	struct err first; /* the first fault of these two kinds, or of the source */
};

/* @machine and @handlers are borrowed; @machine may be NULL. NULL: out of memory. */
struct session *session__new(const struct session_source *source, struct machine *machine,
			     const struct session_handlers *handlers);
void session__delete(struct session *session);

/*
 * Reads to the end. 0; what a callback returned; or -errno when the source could not be read on:
 * what came before was handed out. Records that are damaged are left out and counted; the
 * caller looks at the stats.
 */
int session__run(struct session *session);

const struct session_stats *session__stats(const struct session *session);
const struct session_events *session__events(const struct session *session);

/* Reads events that are known before the first record. Called by run(); 0 or -ENOMEM. */
int session__prepare(struct session *session);

#endif
