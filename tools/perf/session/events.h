/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_EVENTS_H
#define PERF_SESSION_EVENTS_H

#include "session/sample.h"
#include "session/source.h"

/* An event of a source, ready for decoding. */
struct session_event {
	const struct data_event *event;
	u32 index;
	struct sample_layout layout;
	int time_word, time_word_from_end; /* -1: its records have no time */
};

/* The events of a source, found by the id that a record carries. Zeroed is empty. */
struct session_events {
	struct session_event *list;
	size_t nr;
	struct session_id *ids; /* sorted */
	size_t nr_ids;
	int id_word, id_word_from_end; /* the same in all events; -1: none */
	bool apart; /* false: several events whose records can not be told apart */
};

/* Takes in what the source has by now. 0 or -ENOMEM. */
int session_events__update(struct session_events *events, const struct session_source *source);
void session_events__exit(struct session_events *events);

/*
 * The event of a record with @len bytes of body: by its id where it has one, else the only or
 * first one. NULL: its id is unknown (*id tells it), or there are no events.
 */
const struct session_event *session_events__find(const struct session_events *events, u32 type,
						 const void *body, size_t len, u64 *id);

/*
 * The event that has @id, and in *last the value that was read for that id before (0 at first).
 * NULL: no event has it.
 */
const struct session_event *session_events__of_id(const struct session_events *events, u64 id,
						  u64 **last);

/* The record's time, without decoding the rest; SAMPLE_NO_TIME where it has none. */
u64 session_event__time_ns(const struct session_event *event, u32 type, const void *body,
			   size_t len);

#endif
