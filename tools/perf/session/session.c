// SPDX-License-Identifier: GPL-2.0-only
/*
 * source -> records in order of time (front.c) -> deliver.c, in one thread: handing records to another CPU
 * takes longer than looking at them.
 */
#include "session/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "data/info.h"
#include "session/deliver.h"
#include "session/front.h"
#include "session/ordered.h"
#include "symbol/machine.h"

/* The kernel walks call chains as far (sysctl kernel.perf_event_max_stack). */
#define MAX_STACK 127

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
	memset(session->front.known, 0xff, sizeof(session->front.known));
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

static int add_build_id(void *arg, const struct data_build_id *id)
{
	return machine__set_build_id(arg, id->path,
				     (id->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
					     PERF_RECORD_MISC_KERNEL,
				     id->id, id->size);
}

int session__take_infos(struct session *session)
{
	const struct session_source *source = &session->source;
	const struct data_info *info = source->info ? source->info(source->ctx) : NULL;
	struct utsname uts;

	if (info)
		session->chain.arch = info->arch;
	if (!session->machine)
		return 0;
	if (info && info->osrelease && machine__set_release(session->machine, info->osrelease))
		return -ENOMEM;
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

	return ret ? ret : session__take_infos(session);
}

int session__run(struct session *session)
{
	struct session_front *front = &session->front;
	int ret = session__prepare(session);

	if (ret)
		return ret;
	session_front__run(session);
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
