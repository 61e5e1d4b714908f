/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_HANDLERS_H
#define PERF_SESSION_HANDLERS_H

#include "session/events.h"
#include "session/record.h"
#include "session/sample.h"
#include "session/source.h"

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
	/* Each record before it is decoded, be it damaged; with this also those of the file itself
	 * (types from 64 on), which no other callback gets. */
	int (*raw)(void *ctx, const struct session_record *record);
	int (*sample)(void *ctx, const struct session_record *record);
	int (*mmap)(void *ctx, const struct session_record *record); /* MMAP and MMAP2 */
	int (*comm)(void *ctx, const struct session_record *record);
	int (*task)(void *ctx, const struct session_record *record); /* FORK and EXIT */
	int (*lost)(void *ctx, const struct session_record *record); /* LOST and LOST_SAMPLES */
	int (*other)(void *ctx, const struct session_record *record);
};

/* Types from here on, which are no tool's but simpleperf's, are counted one by one as they come. */
#define SESSION_TYPES  96
#define SESSION_OTHERS 64 /* so many of them */

struct session_other_type {
	u32 type;
	u64 nr;
};

struct session_stats {
	u64 records;					  /* all, as the source gave them */
	u64 types[SESSION_TYPES];			  /* of these, by type, when all are read */
	struct session_other_type others[SESSION_OTHERS]; /* nr is 0 from the end on */
	u64 samples;
	u64 guests;	  /* of these, taken in guests */
	u64 lost_chunks;  /* LOST records */
	u64 lost_events;  /* what they tell */
	u64 lost_samples; /* what LOST_SAMPLES records tell */
	u64 late;	  /* came after a later one had been handed out */
	u64 unknown_ids;  /* samples of no event of the source: left out */
	u64 faulty;	  /* records that could not be decoded: left out */
	struct err first; /* the first fault of these two kinds, or of the source */
};

#endif
