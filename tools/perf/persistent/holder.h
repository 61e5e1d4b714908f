/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_HOLDER_H
#define PERF_PERSISTENT_HOLDER_H

#include "persistent/keeping.h"
#include "persistent/task-names.h"
#include "persistent/rings.h"
#include "persistent/rundir.h"

/* The holder: which persistent events there are, their keeper, and what is published. */

/* Where a holder says what happens to it while it serves; @text is one line. */
struct holder_log {
	void (*note)(void *ctx, const char *text);
	void *ctx;
};

struct holder {
	struct rundir dir;
	struct keeping keeping;
	struct rings *sideband;
	struct task_names names; /* what the side-band does not tell */
	struct rings **events;
	size_t nr;
	u64 next_id;
	u64 ring_bytes; /* of events that are added without a size */
	bool published;
	bool taken_over;	 /* its events are a predecessor's */
	u64 watch_ns;		 /* time between two looks at all rings */
	const char *online_path; /* lists the CPUs that are online */
	struct holder_log log;
};

/*
 * Opens the run directory and takes over what a keeper there has, or starts with nothing but a
 * keeper and the side-band. 0, or -errno with @err and nothing left over.
 */
int holder__new(struct holder **holder, const char *run_dir, u64 ring_bytes, struct err *err);

/* The same, but only to end what a keeper has: -ECONNREFUSED, and says so, if there is none. */
int holder__new_taking_over(struct holder **holder, const char *run_dir, struct err *err);

/* Lets go: the keeper keeps what there is. */
void holder__delete(struct holder *holder);

/*
 * Starts an event. @ring_bytes 0: the default. 0, or -errno with @err and nothing left over:
 * -EEXIST a name in use, and what resolving and opening give; a column is one of @event.
 */
int holder__add(struct holder *holder, const char *name, const char *event, u64 ring_bytes,
		struct err *err);

/* Stops an event and forgets it; what readers copy from then on is final. -ENOENT. */
int holder__remove(struct holder *holder, const char *name, struct err *err);

struct rings *holder__find(struct holder *holder, const char *name);
struct rings *holder__find_id(struct holder *holder, u64 id);

/* Opens an event anew under its id, with empty rings. 0, or -errno with @err and as it was. */
int holder__reopen(struct holder *holder, struct rings *rings, struct err *err);

/* Lets an event run on a CPU that came online. 0 or -errno with @err. */
int holder__cover_cpu(struct holder *holder, struct rings *rings, int cpu, struct err *err);

/* Looks up the names of all tasks that run, and writes them down for recorders. 0 or -errno. */
int holder__refresh_names(struct holder *holder);

/* Publishes all events; later changes keep what is published up to date. */
int holder__publish(struct holder *holder, struct err *err);

/* Stops all events, ends the keeper, and takes away what was published and the directory. */
void holder__stop(struct holder *holder);

void holder__note(struct holder *holder, const char *fmt, ...) __printf_like(2, 3);

#endif
