/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_CONNECTION_H
#define PERF_PERSISTENT_CONNECTION_H

#include "persistent/rings.h"

/*
 * A peer of the holder. It is never waited for: what it does not take yet stands in a queue, and
 * nothing more is read from it until the queue is empty.
 */
struct connection {
	int fd;
	uid_t uid;
	u64 attached;	 /* id of the event it follows; 0: none */
	u64 deadline_ns; /* it is given up then; ~0: never. CLOCK_MONOTONIC */
	struct queued *first, **last;
};

struct connection *connection__new(int fd, uid_t uid);
void connection__delete(struct connection *connection);

static inline bool connection__has_queue(const struct connection *connection)
{
	return connection->first;
}

/* Each queues one answer; 0 or -ENOMEM. The descriptors of rings are borrowed until they are
 * sent: connection__drop_queue() before they are closed. */
int connection__put(struct connection *connection, const struct buf *message);
int connection__put_err(struct connection *connection, const struct err *err);
int connection__put_plain(struct connection *connection, enum message_type type);
int connection__put_rings(struct connection *connection, const struct rings *rings);
void connection__drop_queue(struct connection *connection);

/* Sends what the peer takes now. 0, -EAGAIN while some is left, or -errno: the peer is gone. */
int connection__flush(struct connection *connection);

#endif
