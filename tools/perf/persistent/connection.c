// SPDX-License-Identifier: GPL-2.0-only
/* The holder's end of a connection: answers go in at any time, and out as the peer takes them. */
#include "persistent/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct queued {
	struct queued *next;
	struct buf message;
	int fds[PROTOCOL_FDS_MAX]; /* borrowed */
	unsigned int nr_fds;
};

struct connection *connection__new(int fd, uid_t uid)
{
	struct connection *connection = calloc(1, sizeof(*connection));

	if (!connection)
		return NULL;
	connection->fd = fd;
	connection->uid = uid;
	connection->deadline_ns = ~0ULL;
	connection->last = &connection->first;
	return connection;
}

static void drop_first(struct connection *connection)
{
	struct queued *queued = connection->first;

	connection->first = queued->next;
	if (!connection->first)
		connection->last = &connection->first;
	buf__exit(&queued->message);
	free(queued);
}

void connection__drop_queue(struct connection *connection)
{
	while (connection->first)
		drop_first(connection);
}

void connection__delete(struct connection *connection)
{
	if (!connection)
		return;
	connection__drop_queue(connection);
	close(connection->fd);
	free(connection);
}

static struct queued *enqueue(struct connection *connection)
{
	struct queued *queued = calloc(1, sizeof(*queued));

	if (!queued)
		return NULL;
	*connection->last = queued;
	connection->last = &queued->next;
	return queued;
}

int connection__put(struct connection *connection, const struct buf *message)
{
	struct queued *queued = message->error ? NULL : enqueue(connection);

	return queued ? buf__append(&queued->message, message->data, message->len) : -ENOMEM;
}

int connection__put_err(struct connection *connection, const struct err *err)
{
	struct queued *queued = enqueue(connection);

	if (!queued)
		return -ENOMEM;
	message__put_err(&queued->message, err);
	return queued->message.error;
}

int connection__put_plain(struct connection *connection, enum message_type type)
{
	struct queued *queued = enqueue(connection);

	if (!queued)
		return -ENOMEM;
	message__put_plain(&queued->message, type);
	return queued->message.error;
}

int connection__put_rings(struct connection *connection, const struct rings *rings)
{
	struct fd_info infos[PROTOCOL_FDS_MAX];
	struct queued *queued = enqueue(connection);

	if (!queued)
		return -ENOMEM;
	message__put_event(&queued->message, &rings->info);
	for (unsigned int i = 0, n; queued && i < rings->nr; i += n) {
		queued = enqueue(connection);
		for (n = 0; queued && n < PROTOCOL_FDS_MAX && i + n < rings->nr; n++) {
			infos[n] = rings->rings[i + n].info;
			queued->fds[n] = rings->rings[i + n].fd;
		}
		if (!queued)
			return -ENOMEM;
		queued->nr_fds = n;
		message__put_fds(&queued->message, infos, n);
	}
	return 0;
}

int connection__flush(struct connection *connection)
{
	while (connection->first) {
		struct queued *queued = connection->first;
		int ret = socket__send(connection->fd, &queued->message, queued->fds,
				       queued->nr_fds, MSG_DONTWAIT);

		if (ret)
			return ret;
		drop_first(connection);
	}
	return 0;
}
