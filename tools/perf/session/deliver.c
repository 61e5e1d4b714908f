// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records in their order -> decoded, taken in by the machine, handed to the callbacks. What is
 * damaged is left out and counted.
 */
#include "session/deliver.h"

#include <errno.h>
#include <stdlib.h>

#include "data/block.h"
#include "data/info.h"
#include "session/cursor.h"
#include "symbol/machine.h"

/* Records from here on are the file's own. */
#define TYPE_USER_FIRST 64

/* The first fault is kept with its place; the others are only counted. */
static void note_fault(struct session *session, const struct perf_event_header *header, u64 offset,
		       const char *what)
{
	const char *name = record__type_name(header->type);

	session->stats.faulty++;
	if (!session->stats.first.code)
		err__set(&session->stats.first, -EINVAL, "offset %#llx: record type %u%s%s%s: %s",
			 offset, header->type, name ? " (" : "", name ? name : "", name ? ")" : "",
			 what);
}

static int update_machine(struct machine *machine, const struct perf_event_header *header,
			  const union record_body *body)
{
	bool kernel = (header->misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
	const struct task_body *task = &body->task;
	const struct mmap_body *mmap = &body->mmap;

	switch (header->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		/* Of another machine, whose processes have numbers as ours do. */
		if (record__is_guest(header))
			return 0;
		return machine__mmap(machine, &(struct machine_mmap){
						      .pid = mmap->pid,
						      .tid = mmap->tid,
						      .start = mmap->start,
						      .len = mmap->len,
						      .pgoff = mmap->pgoff,
						      .inode = mmap->inode,
						      .prot = mmap->prot,
						      .shared = mmap->shared,
						      .exec = mmap->exec,
						      .kernel = kernel,
						      .path = mmap->path,
						      .build_id = mmap->build_id,
						      .build_id_size = mmap->build_id_size,
					      });
	case PERF_RECORD_COMM:
		return machine__comm(machine, body->comm.pid, body->comm.tid, body->comm.comm);
	case PERF_RECORD_FORK:
		return machine__fork(machine,
				     &(struct machine_fork){ task->pid, task->tid, task->ppid,
							     task->ptid, task->synthesized });
	case PERF_RECORD_EXIT:
		machine__exit_thread(machine, task->tid);
	}
	return 0;
}

static int call(const struct session *session, const struct session_record *record)
{
	const struct session_handlers *handlers = &session->handlers;
	int (*fn)(void *ctx, const struct session_record *record) = handlers->other;

	switch (record->header->type) {
	case PERF_RECORD_SAMPLE:
		fn = handlers->sample;
		break;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		fn = handlers->mmap;
		break;
	case PERF_RECORD_COMM:
		fn = handlers->comm;
		break;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		fn = handlers->task;
		break;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		fn = handlers->lost;
		break;
	}
	return fn ? fn(handlers->ctx, record) : 0;
}

static void count_lost(struct session_stats *stats, u32 type, const union record_body *body)
{
	if (type == PERF_RECORD_LOST) {
		stats->lost_chunks++;
		stats->lost_events += body->lost.lost;
	} else if (type == PERF_RECORD_LOST_SAMPLES) {
		stats->lost_samples += body->lost.lost;
	}
}

static void note_unknown_id(struct session *session, u64 offset, u64 id)
{
	session->stats.unknown_ids++;
	if (!session->stats.first.code)
		err__set(&session->stats.first, -EINVAL,
			 "offset %#llx: record type %u (SAMPLE): no event has its id %llu", offset,
			 PERF_RECORD_SAMPLE, id);
}

/*
 * A sample that read counters stands for one sample of each: the leader's overflow tells how
 * far the others came meanwhile. Counters that stood still are left out.
 */
static int deliver_counters(struct session *session, struct session_record *record,
			    struct perf_sample *sample)
{
	const struct sample_layout *layout = &record->event->layout;
	int ret = 0;

	for (u64 i = 0; i < sample->read.nr && !ret; i++) {
		struct sample_value value = sample__value(sample, layout, i);
		u64 *last;

		record->event = session_events__of_id(&session->events, value.id, &last);
		if (!record->event) {
			note_unknown_id(session, record->offset, value.id);
			continue;
		}
		sample->id = value.id;
		sample->period = value.value - *last;
		*last = value.value;
		if (!sample->period)
			continue;
		session->stats.samples++;
		ret = call(session, record);
	}
	return ret;
}

/* @user: the words of the user's part, when a record brought them; else NULL. */
static int deliver_whole_sample(struct session *session, struct session_record *record,
				struct perf_sample *sample, const struct u64_array *user)
{
	const struct sample_layout *layout = &record->event->layout;
	int ret = user ? user_chain__merge(&session->chain, user, sample)
		       : user_chain__complete(&session->chain, session->machine, layout, sample);

	if (ret)
		return ret;
	record->sample = sample;
	if (layout->sample_type & PERF_SAMPLE_READ && layout->read_format & PERF_FORMAT_ID)
		return deliver_counters(session, record, sample);
	/* A period that never changes is not in the samples but in the attr. */
	if (!(layout->sample_type & PERF_SAMPLE_PERIOD))
		sample->period = data_event__attr(record->event->event)->sample_period;
	session->stats.samples++;
	session->stats.guests += record__is_guest(record->header);
	return call(session, record);
}

/* A sample that waited. Its record could be decoded before. */
static int deliver_held(struct session *session, struct held_sample *held,
			const struct u64_array *user)
{
	struct session_record record = {
		.header = held->header,
		.body = held->header + 1,
		.body_bytes = held->header->size - sizeof(*held->header),
		.offset = held->offset,
		.event = &session->events.list[held->event],
	};
	struct perf_sample sample;
	int ret = sample__decode(&sample, &record.event->layout, record.body, record.body_bytes,
				 NULL);

	if (!ret)
		ret = deliver_whole_sample(session, &record, &sample, user);
	free(held);
	return ret;
}

/* Those for which no record came, or which are too many. */
static int deliver_oldest(struct session *session, bool all)
{
	struct held_sample *held;
	int ret = 0;

	while (!ret && (held = deferred__take_oldest(&session->deferred, all)))
		ret = deliver_held(session, held, NULL);
	return ret;
}

/* Room for what is wrong with a sample is made only when something is. */
static __attribute__((noinline)) void note_bad_sample(struct session *session,
						      const struct session_record *record)
{
	struct perf_sample sample;
	struct err err = { 0 };

	sample__decode(&sample, &record->event->layout, record->body, record->body_bytes, &err);
	note_fault(session, record->header, record->offset, err.text);
}

static int deliver_sample(struct session *session, struct session_record *record)
{
	const struct sample_layout *layout = &record->event->layout;
	struct held_sample held = { .event = record->event->index, .offset = record->offset };
	struct perf_sample *sample = &session->decoder.sample;
	int ret;

	if (sample_decoder__next(&session->decoder, layout, record->body, record->body_bytes)) {
		note_bad_sample(session, record);
		return 0;
	}
	if (!session->chain.max_stack || !user_chain__is_deferred(&sample->callchain, &held.cookie))
		return deliver_whole_sample(session, record, sample, NULL);
	held.tid = sample->tid;
	ret = deferred__hold(&session->deferred, record->header, &held);
	return ret ? ret : deliver_oldest(session, false);
}

/* The user's part of the call chains of samples that wait. */
static int deliver_deferred(struct session *session, const struct session_record *record, u32 tid)
{
	struct cursor c = { .at = record->body,
			    .left = record->body_bytes,
			    .swapped = session->source.swapped };
	struct u64_array user = { .swapped = session->source.swapped };
	u64 cookie = cursor__u64(&c);
	struct held_sample *held;
	int ret = 0;

	user.nr = cursor__u64(&c);
	user.bytes = cursor__array(&c, user.nr, sizeof(u64));
	if (c.failed) {
		note_fault(session, record->header, record->offset, "it is too short");
		return 0;
	}
	while (!ret && (held = deferred__take(&session->deferred, cookie, tid)))
		ret = deliver_held(session, held, &user);
	return ret;
}

static int deliver_other(struct session *session, struct session_record *record)
{
	struct perf_sample trailer = { .id = SAMPLE_NO_ID,
				       .time_ns = SAMPLE_NO_TIME,
				       .cpu = SAMPLE_NO_CPU };
	union record_body body;
	size_t trailer_bytes = 0;
	int ret = 0;

	if (record->event)
		ret = sample__decode_trailer(&trailer, &record->event->layout, record->body,
					     record->body_bytes, &trailer_bytes);
	if (ret || record__decode(&body, record->header, record->body,
				  record->body_bytes - trailer_bytes, session->source.swapped)) {
		note_fault(session, record->header, record->offset, "it is too short");
		return 0;
	}
	count_lost(&session->stats, record->header->type, &body);
	record->sample = &trailer;
	if (record__is_known(record->header->type)) {
		record->other = &body;
		ret = session->machine ? update_machine(session->machine, record->header, &body)
				       : 0;
	}
	if (!ret && record->header->type == PERF_RECORD_CALLCHAIN_DEFERRED)
		ret = deliver_deferred(session, record, trailer.tid);
	if (!ret)
		ret = call(session, record);
	record->other = NULL;
	record->sample = NULL;
	return ret;
}

/* Of a sample that has none of the source's events. */
static int note_no_event(struct session *session, const struct session_record *record)
{
	u64 id = SAMPLE_NO_ID;

	session_events__find(&session->events, PERF_RECORD_SAMPLE, record->body, record->body_bytes,
			     &id);
	if (session->events.nr)
		note_unknown_id(session, record->offset, id);
	else
		note_fault(session, record->header, record->offset, "no event is known yet");
	return 0;
}

static void look_at_time(struct session *session, u64 time_ns)
{
	if (time_ns == SAMPLE_NO_TIME)
		return;
	if (time_ns < session->last_ns)
		session->stats.late++;
	else
		session->last_ns = time_ns;
}

static int deliver(struct session *session, const struct ordered_entry *entry)
{
	struct session_record record = {
		.header = entry->header,
		.body = entry->header + 1,
		.body_bytes = entry->header->size - sizeof(*entry->header),
		.offset = entry->offset,
	};
	int ret;

	look_at_time(session, entry->time_ns);
	if (entry->event < session->events.nr)
		record.event = &session->events.list[entry->event];
	if (session->handlers.raw) {
		ret = session->handlers.raw(session->handlers.ctx, &record);
		if (ret || record.header->type >= TYPE_USER_FIRST)
			return ret;
	}
	if (record.header->type != PERF_RECORD_SAMPLE)
		return deliver_other(session, &record);
	if (!record.event)
		return note_no_event(session, &record);
	return deliver_sample(session, &record);
}

/* Records were read a while ago, and will be needed in a moment. */
static void prefetch(const struct batch *batch, size_t i)
{
	const char *header;

	if (i >= batch->nr)
		return;
	header = (const char *)batch->entries[i].header;
	__builtin_prefetch(header);
	__builtin_prefetch(header + 64);
}

/* Lets go of the records of all entries. */
static void empty(struct batch *batch)
{
	for (size_t i = 0; i < batch->nr; i++)
		data_block__of(batch->entries[i].header)->kept--;
	batch->nr = 0;
}

int deliver__batch(struct session *session, struct batch *batch)
{
	int ret = 0;

	session->stats.records = session->front.records;
	for (size_t i = 0; i < batch->nr && !ret; i++) {
		prefetch(batch, i + 6);
		ret = deliver(session, &batch->entries[i]);
	}
	empty(batch);
	return ret;
}

int deliver__end(struct session *session)
{
	return deliver_oldest(session, true);
}
