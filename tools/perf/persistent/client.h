/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_CLIENT_H
#define PERF_PERSISTENT_CLIENT_H

#include <linux/perf_event.h>

#include "err.h"
#include "util/pmus.h" /* PERSISTENT_RUN_DIR, where no holder was named */

/* Asking a holder for the rings of a persistent event. */

/*
 * A ring that exists: a perf event fd, owned by the struct it stands in. All samples in it are of
 * this event. The id that PERF_SAMPLE_READ carries says so, too; IDENTIFIER need not: where two
 * software events see the same fault or switch, the kernel (measured on 6.18) lets the second keep
 * what it prepared for the first, which is IDENTIFIER and the time, by the first one's clock. Samples of
 * such an event carry TOTAL_TIME_ENABLED in READ, which is the event's own.
 */
struct persistent_fd {
	int cpu;
	int fd;
	u64 id; /* PERF_EVENT_IOC_ID's value */
};

/* The answer to an attach. Everything in it is owned by it. */
struct persistent_attach {
	u64 *words; /* the event's true attr, at least sizeof(struct perf_event_attr) bytes */
	unsigned int nr_words;
	char *name;		   /* as the holder calls it */
	char *event;		   /* the event string it was added with */
	char *tp_system, *tp_name; /* where it is a tracepoint */
	int clockid;		   /* the samples' clock (CLOCK_MONOTONIC); -1: not known */
	u64 since_ns;		   /* when it was started, in that clock */
	u64 ring_bytes; /* data bytes of each ring, without the control page: map exactly that */
	struct persistent_fd *fds;
	unsigned int nr_fds;

	/* Side-band: comm, task and mmap2 records of a dummy event per CPU; its own attr and size. */
	u64 *sideband_words;
	unsigned int sideband_nr_words;
	u64 sideband_ring_bytes;
	struct persistent_fd *sideband;
	unsigned int nr_sideband;

	/* The connection: stays open while attached; readable with end-of-file when the holder
	 * ended, or with a message when the event was removed. -1 once closed. */
	int connection;
};

/*
 * Attaches to event @id (the config of its sysfs text) at the holder whose socket is @path.
 * 0, or -errno with @err: -ENOENT no such event, -ECONNREFUSED nobody holds it any more, -EACCES.
 */
int persistent__attach(struct persistent_attach *attach, const char *path, u64 id, struct err *err);

/* Looks at the connection without blocking: 0 still there, 1 the event was removed or the holder
 * stopped in order (its rings are final), -errno the holder died (rings go on, kept by the keeper). */
int persistent_attach__check(struct persistent_attach *attach);

void persistent_attach__exit(struct persistent_attach *attach);

#endif
