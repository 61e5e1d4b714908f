/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_HEADER_H
#define PERF_RECORD_HEADER_H

#include "err.h"
#include "types.h"

struct data_event;
struct record_set;
struct recorder;
struct event;

/* The events of a recording as readers want them: in the order in which they were asked for, then the
 * recorder's own and the providers' side-band. */
struct record_header {
	struct data_event *events;
	const struct event **of; /* what each was opened for; NULL: a provider's side-band */
	unsigned int *leaders;
	const char **group_names; /* of leaders; NULL entries allowed, borrowed */
	char **tracepoints;	  /* "sys:name", NULL-terminated */
	size_t nr, nr_tracepoints;
};

/* Once all events are open. 0 or -errno with @err; exit is due in both cases. */
int record_header__init(struct record_header *header, struct recorder *recorder, struct err *err);
void record_header__exit(struct record_header *header);

/* Adds the ids of events that are open in another set, too. 0 or -errno. */
int record_header__add_set(struct record_header *header, struct recorder *recorder,
			   const struct record_set *set);

/* Likewise of rings that an attached event got. */
struct record_attached;
int record_header__add_rings(struct record_header *header, struct recorder *recorder,
			     const struct record_attached *attached);

/* Opens the file with them. */
int record_header__open(struct recorder *recorder, struct err *err);

#endif
