// SPDX-License-Identifier: GPL-2.0-only
/*
 * The half of the session that takes records from the source: finds each one's event and time, puts
 * them in order, and gives those whose turn has come to the other half in batches. What was
 * written before the previous FINISHED_ROUND is older than all that comes after this one, so that is
 * how far the order is certain; without rounds all waits for the end.
 */
#include "session/front.h"

#include <errno.h>
#include <string.h>

#include "session/deliver.h"
#include "session/ordered.h"

/* Records from here on are the file's own. */
#define TYPE_USER_FIRST	    64
#define TYPE_HEADER_ATTR    64
#define TYPE_BUILD_ID	    67
#define TYPE_FINISHED_ROUND 68
#define TYPE_HEADER_FEATURE 80

/* Hands out what waits and is not newer than @until_ns. */
static int flush(struct session *session, u64 until_ns)
{
	struct batch *batch = &session->front.batch;
	int ret = 0;
	long nr;

	do {
		nr = ordered__take(session->front.ordered, until_ns, batch->entries, BATCH_ENTRIES);
		if (nr < 0)
			return nr;
		batch->nr = nr;
		if (nr)
			ret = deliver__batch(session, batch);
	} while (!ret && nr == BATCH_ENTRIES);
	return ret;
}

static int finish_round(struct session *session)
{
	int ret;

	if (session->source.unordered)
		return 0;
	ret = flush(session, session->front.round_end_ns);
	session->front.round_end_ns = session->front.newest_ns;
	return ret;
}

/* What has no time can not wait for its turn. */
static int pass_on(struct session *session, const struct data_record *record, u32 event)
{
	struct session_front *front = &session->front;
	struct ordered_entry entry = { .time_ns = SAMPLE_NO_TIME, .event = event };
	int ret = ordered__keep(front->ordered, record, &entry);

	if (ret)
		return ret;
	front->batch.entries[front->batch.nr++] = entry;
	return deliver__batch(session, &front->batch);
}

/* A record of the kernel: waits for its turn, or goes on at once when it has no time. */
static int take_kernel_record(struct session *session, const struct data_record *record)
{
	struct session_front *front = &session->front;
	const void *body = (const u8 *)record->bytes + sizeof(*record->header);
	size_t body_bytes = record->size - sizeof(*record->header);
	u32 type = record->header->type;
	const struct session_event *event;
	u64 id, time_ns;

	event = session_events__find(&session->events, type, body, body_bytes, &id);
	if (!event && type == PERF_RECORD_SAMPLE)
		return pass_on(session, record, DELIVER_NO_EVENT);
	if (!event && session->events.nr)
		event = &session->events.list[0];
	if (!event)
		return pass_on(session, record, DELIVER_NO_EVENT);
	time_ns = session_event__time_ns(event, type, body, body_bytes);
	if (!time_ns || time_ns == SAMPLE_NO_TIME)
		return pass_on(session, record, event->index);
	if (time_ns > front->newest_ns)
		front->newest_ns = time_ns;
	return ordered__push(front->ordered, record, time_ns, event->index);
}

static void count_type(struct session_front *front, u32 type)
{
	struct session_other_type *other = front->others;

	if (type < SESSION_TYPES) {
		front->types[type]++;
		return;
	}
	while (other < front->others + SESSION_OTHERS && other->nr && other->type != type)
		other++;
	if (other == front->others + SESSION_OTHERS)
		return;
	other->type = type;
	other->nr++;
}

static int update_events(struct session *session)
{
	memset(session->front.known, 0xff, sizeof(session->front.known));
	return session_events__update(&session->events, &session->source);
}

static int take(struct session *session, const struct data_record *record)
{
	struct session_front *front = &session->front;
	u32 type = record->header->type;
	int ret = 0;

	front->records++;
	count_type(front, type);
	if (type >= TYPE_USER_FIRST && session->handlers.raw)
		ret = pass_on(session, record, session->events.nr ? 0 : DELIVER_NO_EVENT);
	if (ret)
		return ret;
	if (session->source.nr_events(session->source.ctx) != session->events.nr)
		ret = update_events(session);
	if (ret)
		return ret;
	switch (type) {
	case TYPE_FINISHED_ROUND:
		return finish_round(session);
	case TYPE_HEADER_ATTR:
		/* Events may have got more ids. */
		return update_events(session);
	case TYPE_BUILD_ID:
	case TYPE_HEADER_FEATURE:
		return session__take_infos(session);
	}
	return type < TYPE_USER_FIRST ? take_kernel_record(session, record) : 0;
}

/* The event of a sample in this machine's byte order; DELIVER_NO_EVENT: it needs a closer look. */
static u32 event_of(struct session *session, const u64 *body, size_t words)
{
	const struct session_events *events = &session->events;
	const struct session_event *event;
	struct session_id_event *known;
	u64 id;

	if (events->nr == 1)
		return 0;
	if (events->id_word < 0 || (size_t)events->id_word >= words)
		return DELIVER_NO_EVENT;
	id = body[events->id_word];
	known = &session->front.known[id % SESSION_KNOWN_IDS];
	if (known->id == id)
		return known->event;
	event = session_events__find(events, PERF_RECORD_SAMPLE, body, words * sizeof(u64), &id);
	if (!event)
		return DELIVER_NO_EVENT;
	*known = (struct session_id_event){ body[events->id_word], event->index };
	return event->index;
}

/* An ordinary sample. False: it is none, and nothing was done. */
static bool take_sample(struct session *session, const struct data_span *span,
			const struct perf_event_header *header)
{
	const u64 *body = (const void *)(header + 1);
	size_t words = (header->size - sizeof(*header)) / sizeof(u64);
	struct session_front *front = &session->front;
	struct ordered_entry entry = { .header = (struct perf_event_header *)header };
	int word;

	if (header->type != PERF_RECORD_SAMPLE || !span->block)
		return false;
	entry.event = event_of(session, body, words);
	if (entry.event == DELIVER_NO_EVENT)
		return false;
	word = session->events.list[entry.event].time_word;
	if (word < 0 || (size_t)word >= words || !body[word] || body[word] == SAMPLE_NO_TIME)
		return false;
	entry.time_ns = body[word];
	entry.offset = span->offset + ((const u8 *)header - span->bytes);
	if (entry.time_ns > front->newest_ns)
		front->newest_ns = entry.time_ns;
	front->result = ordered__push_entry(front->ordered, &entry);
	return true;
}

/* Any other record of the kernel. */
static int take_other(struct session *session, const struct data_span *span,
		      const struct perf_event_header *header)
{
	struct data_record record = { .header = header,
				      .bytes = header,
				      .size = header->size,
				      .offset = span->offset + ((const u8 *)header - span->bytes),
				      .block = span->block };

	return take_kernel_record(session, &record);
}

/* All records of the kernel that the source has ready. */
static void take_span(struct session *session)
{
	const struct session_source *source = &session->source;
	struct session_front *front = &session->front;
	const struct perf_event_header *header;
	struct data_span span;
	size_t at = 0;

	if (!source->span || session->handlers.raw || !session->events.nr ||
	    !source->span(source->ctx, &span))
		return;
	while (!front->result) {
		header = (const void *)(span.bytes + at);
		if (span.size - at < sizeof(*header) || header->type >= TYPE_USER_FIRST ||
		    header->size < sizeof(*header) || header->size > span.size - at ||
		    header->size % sizeof(u64))
			break;
		front->records++;
		front->types[header->type]++;
		if (!take_sample(session, &span, header))
			front->result = take_other(session, &span, header);
		at += header->size;
	}
	source->skip(source->ctx, at);
}

void session_front__run(struct session *session)
{
	struct session_front *front = &session->front;
	const struct session_source *source = &session->source;
	struct data_record record;

	for (;;) {
		take_span(session);
		if (front->result)
			return;
		front->fault = source->next(source->ctx, &record, &front->err);
		if (front->fault <= 0) {
			front->result = flush(session, ~0ULL);
			return;
		}
		front->result = take(session, &record);
	}
}
