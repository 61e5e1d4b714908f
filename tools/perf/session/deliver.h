/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_DELIVER_H
#define PERF_SESSION_DELIVER_H

#include "session/deferred.h"
#include "session/handlers.h"
#include "session/runs.h"
#include "session/user-chain.h"

struct machine;
struct ordered;

/* Which event an id is of; all ones: none. */
#define SESSION_KNOWN_IDS 64
struct session_id_event {
	u64 id;
	u32 event;
};

/* Records whose turn has come. They are few, so that what is in them is still in the cache. */
#define BATCH_ENTRIES 1024

struct batch {
	size_t nr;
	struct ordered_entry entries[BATCH_ENTRIES];
};

/* The session from inside: the half that takes records from the source and puts them in order, */
struct session_front {
	struct ordered *ordered;
	u64 newest_ns;	  /* of all that came */
	u64 round_end_ns; /* newest of all that came before the previous round's end */
	u64 records;
	u64 types[SESSION_TYPES];
	struct session_other_type others[SESSION_OTHERS];
	struct session_id_event known[SESSION_KNOWN_IDS]; /* by the id's low bits */
	struct batch batch;				  /* what the other half gets next */
	int result, fault;
	struct err err; /* of fault */
};

/* and the half that looks at them. */
struct session {
	struct session_source source;
	struct machine *machine;
	struct session_handlers handlers;
	struct session_events events;
	struct session_stats stats;
	struct user_chain chain;
	struct deferred deferred;
	struct sample_decoder decoder; /* of the sample that is handed out */
	u64 last_ns;		       /* time of what was handed out last */
	struct session_front front;
};

/* What the source tells about the recorded machine goes to the machine. 0 or -ENOMEM. */
int session__take_infos(struct session *session);

/* Of no event that is known. */
#define DELIVER_NO_EVENT (~0U)

/* Hands out the records of a batch, and empties it. 0; else what a callback returned, and the rest
 * is not handed out. */
int deliver__batch(struct session *session, struct batch *batch);

/* Hands out the samples that still wait for the rest of their call chain. */
int deliver__end(struct session *session);

#endif
