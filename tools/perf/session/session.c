// SPDX-License-Identifier: GPL-2.0-only
/*
 * source -> records -> ordered by time -> deliver.c. What was written before the previous
 * FINISHED_ROUND is older than all that comes after this one, so that is how far the order is
 * certain; without rounds all waits for the end. Where there are CPUs and records enough, one
 * thread puts records in order and another looks at them.
 */
#include "session/session.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "data/info.h"
#include "pages.h"
#include "session/deliver.h"
#include "session/ordered.h"
#include "symbol/machine.h"

/* Records above 64 are the file's own. */
#define TYPE_USER_FIRST	    64
#define TYPE_HEADER_ATTR    64
#define TYPE_BUILD_ID	    67
#define TYPE_FINISHED_ROUND 68
#define TYPE_HEADER_FEATURE 80

/* The kernel walks call chains as far (sysctl kernel.perf_event_max_stack). */
#define MAX_STACK 127

/* A second thread is worth its while from so many records on. */
#define RECORDS_ALONE 4096

struct session *session__new(const struct session_source *source, struct machine *machine,
			     const struct session_handlers *handlers)
{
	struct session *session = calloc(1, sizeof(*session));

	if (!session)
		return NULL;
	session->source = *source;
	session->machine = machine;
	session->handlers = *handlers;
	session->chain.max_stack = machine ? MAX_STACK : 0;
	session->front.batch = &session->own;
	session->front.ordered = ordered__new();
	if (session->front.ordered)
		return session;
	session__delete(session);
	return NULL;
}

void session__delete(struct session *session)
{
	if (!session)
		return;
	ordered__delete(session->front.ordered);
	session_events__exit(&session->events);
	user_chain__exit(&session->chain);
	deferred__exit(&session->deferred);
	free(session);
}

void session__set_max_stack(struct session *session, u32 max_stack)
{
	session->chain.max_stack = session->machine ? max_stack : 0;
}

const struct session_stats *session__stats(const struct session *session)
{
	return &session->stats;
}

const struct session_events *session__events(const struct session *session)
{
	return &session->events;
}

/* Gives the batch to the other side, which is a function where there is one thread. */
static int put_batch(struct session *session)
{
	struct session_front *front = &session->front;
	int ret = 0;

	front->batch->records = front->records;
	if (front->handover) {
		handover__put(front->handover);
		front->batch = handover__blank(front->handover);
		front->stopped = !front->batch;
		return front->stopped ? -ECANCELED : 0;
	}
	ret = deliver__batch(session, front->batch);
	front->batch->nr = 0;
	return ret;
}

/* Lets the other side see all that was put in order so far. */
static void settle(void *arg)
{
	struct session *session = arg;

	if (!session->front.handover || session->front.stopped || put_batch(session))
		return;
	handover__drain(session->front.handover);
}

/* Hands out what waits and is not newer than @until_ns. */
static int flush(struct session *session, u64 until_ns)
{
	struct session_front *front = &session->front;
	int ret = 0;
	long nr;

	while (!ret) {
		struct batch *batch = front->batch;

		nr = ordered__take(front->ordered, until_ns, batch->entries + batch->nr,
				   BATCH_ENTRIES - batch->nr);
		if (nr < 0)
			return nr;
		batch->nr += nr;
		if (batch->nr < BATCH_ENTRIES)
			break;
		ret = put_batch(session);
	}
	return ret || front->handover ? ret : put_batch(session);
}

static int finish_round(struct session *session)
{
	int ret = flush(session, session->front.round_end_ns);

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
	front->batch->entries[front->batch->nr++] = entry;
	if (front->handover && front->batch->nr < BATCH_ENTRIES)
		return 0;
	return put_batch(session);
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

	if (info)
		session->chain.arch = info->arch;
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
	if (session->source.nr_events(session->source.ctx) != session->events.nr) {
		settle(session);
		ret = session_events__update(&session->events, &session->source);
	}
	if (ret)
		return ret;
	switch (type) {
	case TYPE_FINISHED_ROUND:
		return finish_round(session);
	case TYPE_HEADER_ATTR:
		/* Events may have got more ids. */
		settle(session);
		return session_events__update(&session->events, &session->source);
	case TYPE_BUILD_ID:
	case TYPE_HEADER_FEATURE:
		settle(session);
		return take_infos(session);
	}
	return type < TYPE_USER_FIRST ? take_kernel_record(session, record) : 0;
}

/* Takes @max records; all that wait are handed out after the last one. */
static void take_records(struct session *session, u64 max)
{
	struct session_front *front = &session->front;
	const struct session_source *source = &session->source;
	struct data_record record;

	while (!front->result && !front->stopped && front->records < max) {
		front->fault = source->next(source->ctx, &record, &front->err);
		if (front->fault <= 0) {
			front->result = flush(session, ~0ULL);
			return;
		}
		front->result = take(session, &record);
	}
}

static void *run_front(void *arg)
{
	struct session *session = arg;
	struct session_front *front = &session->front;

	take_records(session, ~0ULL);
	if (!front->stopped) {
		front->batch->records = front->records;
		handover__put(front->handover);
	}
	handover__end(front->handover);
	return NULL;
}

static bool has_cpus(void)
{
	cpu_set_t set;

	return !sched_getaffinity(0, sizeof(set), &set) && CPU_COUNT(&set) > 1;
}

/* Signals are for the thread that looks at records. */
static int start_front(struct session *session, pthread_t *thread)
{
	sigset_t all, old;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(thread, NULL, run_front, session);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ret;
}

static int deliver_all(struct session *session)
{
	struct handover *handover = session->front.handover;
	struct batch *batch;
	int ret = 0;

	while (!ret && (batch = handover__next(handover))) {
		ret = deliver__batch(session, batch);
		if (ret)
			handover__stop(handover);
		else
			handover__done(handover);
	}
	return ret;
}

/* The rest in two threads. False: it can not be done, and nothing has changed. */
static bool run_threads(struct session *session, int *result)
{
	const struct session_source *source = &session->source;
	struct session_front *front = &session->front;
	struct handover *handover;
	pthread_t thread;
	bool started;

	if (!source->on_change || !has_cpus())
		return false;
	handover = handover__new();
	if (!handover || !source->on_change(source->ctx, settle, session)) {
		handover__delete(handover);
		return false;
	}
	front->handover = handover;
	front->batch = handover__blank(handover);
	started = !start_front(session, &thread);
	if (started) {
		*result = deliver_all(session);
		pthread_join(thread, NULL);
	}
	source->on_change(source->ctx, NULL, NULL);
	front->handover = NULL;
	front->batch = &session->own;
	handover__delete(handover);
	return started;
}

int session__run(struct session *session)
{
	struct session_front *front = &session->front;
	int ret = session__prepare(session);

	if (ret)
		return ret;
	front->fault = 1;
	take_records(session, RECORDS_ALONE);
	if (!front->result && front->fault > 0 && !run_threads(session, &ret))
		take_records(session, ~0ULL);
	if (!ret && !front->stopped)
		ret = front->result;
	if (!ret)
		ret = deliver__end(session);
	session->stats.records = front->records;
	memcpy(session->stats.types, front->types, sizeof(front->types));
	memcpy(session->stats.others, front->others, sizeof(front->others));
	if (ret)
		return ret;
	if (front->fault < 0 && !session->stats.first.code)
		err__copy(&session->stats.first, &front->err);
	return front->fault;
}
