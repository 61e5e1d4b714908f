/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_RINGS_H
#define PERF_PERSISTENT_RINGS_H

#include <linux/perf_event.h>

#include "persistent/protocol.h"
#include "persistent/socket.h"

/* What watch.c saw of a ring the last time; zeroed before. */
struct ring_watch {
	int guard_fd;	/* an event that runs exactly while the ring's does; 0: none yet */
	u64 enabled_ns; /* the guard's */
	u64 at_ns;	/* and when that was read; 0: not yet */
	u64 head, count;
	u64 names_head; /* when names were looked up */
	bool seen;	/* head and count are of the last tick */
};

/*
 * One persistent event: what it is, and a perf event and its mapped ring for each CPU. Holder and
 * keeper both have it, each with fds and mappings of its own.
 */
struct ring {
	struct fd_info info;
	int fd;
	struct perf_event_mmap_page *page; /* PROT_READ; NULL: not mapped */
	struct ring_watch watch;
};

struct rings {
	struct event_info info; /* info.nr_rings: how many there are, or are announced */
	struct ring *rings;
	unsigned int nr; /* so many are there */
};

struct rings *rings__new(void);

/* Unmaps and closes. The events go on if somebody else maps or holds them. NULL is fine. */
void rings__delete(struct rings *rings);

/*
 * Opens rings->info.words, disabled as the attr says, on CPU @cpu and maps the ring. 0 or -errno as
 * the kernel gave it, with nothing left: *mapping tells that opening worked and mapping failed.
 */
int rings__open_cpu(struct rings *rings, int cpu, bool *mapping);

/* Adds what a MESSAGE_FDS brought and maps it; takes the descriptors over even when it fails.
 * 0, -EPROTO for more than were announced or what is no ring of that size, -ENOMEM. */
int rings__adopt(struct rings *rings, struct wire *body, struct socket_message *message);

static inline bool rings__complete(const struct rings *rings)
{
	return rings->nr == rings->info.nr_rings;
}

/* Starts all; stops all, so that nothing feeds a ring that others still map. 0 or -errno. */
int rings__enable(struct rings *rings);
void rings__disable(struct rings *rings);

/* Sends the event and its rings, in as many messages as it takes. 0 or -errno. */
int rings__send(const struct rings *rings, int fd);

/* A ring's count of events and of records the kernel lost (~0: it does not say). 0 or -errno. */
int ring__read(const struct rings *rings, const struct ring *ring, u64 *count, u64 *lost);

/* The list line: sums, CPUs, age; strings are the caller's. @now_ns in the event's clock.
 * readers stays 0. 0 or -errno. */
int rings__status(const struct rings *rings, u64 now_ns, struct event_status *status);

/* Unmaps and closes one ring, by index. */
void rings__drop(struct rings *rings, unsigned int i);

/* Both are the same event: each gets what the other had opened. */
void rings__swap(struct rings *a, struct rings *b);

/* CLOCK_MONOTONIC, the clock of all persistent events of a holder. */
u64 rings__now_ns(void);

#endif
