// SPDX-License-Identifier: GPL-2.0-only
/*
 * source -> records -> decoded -> ordered by time -> machine and callbacks. What was written
 * before the previous FINISHED_ROUND is older than all that comes after this one, so that is how
 * far the order is certain. A source without rounds is put in order within a window.
 */
#include "session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "data/info.h"
#include "session/ordered.h"
#include "symbol/machine.h"

/* Records above 64 are the file's own. */
#define TYPE_USER_FIRST	    64
#define TYPE_TRACING_DATA   66
#define TYPE_BUILD_ID	    67
#define TYPE_FINISHED_ROUND 68
#define TYPE_HEADER_FEATURE 80

/* What may wait to be put in order. */
#define WINDOW_BYTES (64ULL << 20)

struct session {
	struct session_source source;
	struct machine *machine;
	struct session_handlers handlers;
	struct session_events events;
	struct ordered *ordered;
	struct session_stats stats;
	u64 last_ns;	  /* time of what was handed out last */
	u64 newest_ns;	  /* of all that came */
	u64 round_end_ns; /* newest of all that came before the previous round's end */
};

struct session *session__new(const struct session_source *source, struct machine *machine,
			     const struct session_handlers *handlers)
{
	struct session *session = calloc(1, sizeof(*session));

	if (!session)
		return NULL;
	session->source = *source;
	session->machine = machine;
	session->handlers = *handlers;
	session->ordered = ordered__new();
	if (session->ordered)
		return session;
	session__delete(session);
	return NULL;
}

void session__delete(struct session *session)
{
	if (!session)
		return;
	ordered__delete(session->ordered);
	session_events__exit(&session->events);
	free(session);
}

const struct session_stats *session__stats(const struct session *session)
{
	return &session->stats;
}

const struct session_events *session__events(const struct session *session)
{
	return &session->events;
}

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
		return machine__mmap(machine, &(struct machine_mmap){
						      .pid = mmap->pid,
						      .tid = mmap->tid,
						      .start = mmap->start,
						      .len = mmap->len,
						      .pgoff = mmap->pgoff,
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

static int deliver_sample(struct session *session, struct session_record *record)
{
	const struct sample_layout *layout = &record->event->layout;
	struct perf_sample sample;
	struct err err = { 0 };

	if (sample__decode(&sample, layout, record->body, record->body_bytes, &err)) {
		note_fault(session, record->header, record->offset, err.text);
		return 0;
	}
	record->sample = &sample;
	if (layout->sample_type & PERF_SAMPLE_READ && layout->read_format & PERF_FORMAT_ID)
		return deliver_counters(session, record, &sample);
	/* A period that never changes is not in the samples but in the attr. */
	if (!(layout->sample_type & PERF_SAMPLE_PERIOD))
		sample.period = data_event__attr(record->event->event)->sample_period;
	session->stats.samples++;
	return call(session, record);
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
	return ret ? ret : call(session, record);
}

static int deliver(struct session *session, struct session_record *record, u32 event)
{
	if (event < session->events.nr)
		record->event = &session->events.list[event];
	if (record->header->type == PERF_RECORD_SAMPLE)
		return deliver_sample(session, record);
	return deliver_other(session, record);
}

static int deliver_ordered(struct session *session, const struct ordered_record *ordered)
{
	struct session_record record = {
		.header = ordered->header,
		.body = ordered->header + 1,
		.body_bytes = ordered->size - sizeof(*ordered->header),
		.offset = ordered->offset,
	};

	return deliver(session, &record, ordered->event);
}

/* What has no time can not wait for its turn. */
static int deliver_at_once(struct session *session, const struct data_record *from, u32 event)
{
	struct session_record record = {
		.header = from->header,
		.body = (const u8 *)from->bytes + sizeof(*from->header),
		.body_bytes = from->size - sizeof(*from->header),
		.offset = from->offset,
	};

	return deliver(session, &record, event);
}

/* Hands out what waits and is not newer than @until_ns, until at most @keep_bytes wait. */
static int flush(struct session *session, u64 until_ns, u64 keep_bytes)
{
	struct ordered_record record;
	int ret = 0;

	while (!ret && ordered__bytes(session->ordered) > keep_bytes &&
	       ordered__pop(session->ordered, until_ns, &record)) {
		if (record.time_ns < session->last_ns)
			session->stats.late++;
		else
			session->last_ns = record.time_ns;
		ret = deliver_ordered(session, &record);
	}
	return ret;
}

static int finish_round(struct session *session)
{
	int ret = flush(session, session->round_end_ns, 0);

	session->round_end_ns = session->newest_ns;
	return ret;
}

/* A record of the kernel: waits for its turn, or goes on at once when it has no time. */
static int take_kernel_record(struct session *session, const struct data_record *record)
{
	const void *body = (const u8 *)record->bytes + sizeof(*record->header);
	size_t body_bytes = record->size - sizeof(*record->header);
	u32 type = record->header->type;
	struct ordered_record entry = { .offset = record->offset, .size = record->size };
	const struct session_event *event;
	u64 id;

	event = session_events__find(&session->events, type, body, body_bytes, &id);
	if (!event && type == PERF_RECORD_SAMPLE) {
		if (session->events.nr)
			note_unknown_id(session, record->offset, id);
		else
			note_fault(session, record->header, record->offset,
				   "no event is known yet");
		return 0;
	}
	if (!event && session->events.nr)
		event = &session->events.list[0];
	entry.event = event ? event->index : ~0U;
	entry.time_ns =
		event ? session_event__time_ns(event, type, body, body_bytes) : SAMPLE_NO_TIME;
	entry.header = (struct perf_event_header *)record->header;
	if (!entry.time_ns || entry.time_ns == SAMPLE_NO_TIME)
		return deliver_at_once(session, record, entry.event);
	if (entry.time_ns > session->newest_ns)
		session->newest_ns = entry.time_ns;
	if (ordered__push(session->ordered, &entry, record->bytes))
		return -ENOMEM;
	if (ordered__bytes(session->ordered) > WINDOW_BYTES)
		return flush(session, ~0ULL, WINDOW_BYTES / 2);
	return 0;
}

static int add_build_id(void *arg, const struct data_build_id *id)
{
	return machine__set_build_id(arg, id->path,
				     (id->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
					     PERF_RECORD_MISC_KERNEL,
				     id->id, id->size);
}

/* What the source tells about the recorded machine. */
static int take_infos(struct session *session)
{
	const struct session_source *source = &session->source;
	const struct data_info *info = source->info ? source->info(source->ctx) : NULL;
	struct utsname uts;

	if (!session->machine)
		return 0;
	if (info && info->osrelease && !uname(&uts))
		machine__set_kernel_is_running(session->machine,
					       !strcmp(info->osrelease, uts.release));
	return source->each_build_id
		       ? source->each_build_id(source->ctx, add_build_id, session->machine)
		       : 0;
}

int session__prepare(struct session *session)
{
	int ret = session_events__update(&session->events, &session->source);

	return ret ? ret : take_infos(session);
}

static int take(struct session *session, const struct data_record *record)
{
	int ret = 0;

	session->stats.records++;
	if (session->source.nr_events(session->source.ctx) != session->events.nr)
		ret = session_events__update(&session->events, &session->source);
	if (ret)
		return ret;
	switch (record->header->type) {
	case TYPE_FINISHED_ROUND:
		return finish_round(session);
	case TYPE_BUILD_ID:
	case TYPE_HEADER_FEATURE:
		return take_infos(session);
	}
	return record->header->type < TYPE_USER_FIRST ? take_kernel_record(session, record) : 0;
}

int session__run(struct session *session)
{
	struct data_record record;
	struct err err = { 0 };
	int ret = session__prepare(session), fault;

	if (ret)
		return ret;
	while ((fault = session->source.next(session->source.ctx, &record, &err)) > 0) {
		ret = take(session, &record);
		if (ret)
			return ret;
	}
	ret = flush(session, ~0ULL, 0);
	if (fault < 0 && !session->stats.first.code)
		err__copy(&session->stats.first, &err);
	return ret ? ret : fault;
}
