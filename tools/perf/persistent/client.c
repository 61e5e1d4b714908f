// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attaching: asks a holder for an event by id; its true attr, its side-band and the fds of all
 * rings come out.
 */
#include "persistent/client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/ask.h"

/* The rings of one event as they arrive. */
struct arriving {
	struct event_info info;
	struct persistent_fd *fds;
	unsigned int nr;
};

static void close_fds(struct persistent_fd *fds, unsigned int nr)
{
	for (unsigned int i = 0; i < nr; i++)
		close(fds[i].fd);
	free(fds);
}

static void arriving__exit(struct arriving *arriving)
{
	event_info__exit(&arriving->info);
	close_fds(arriving->fds, arriving->nr);
}

static int take_fds(struct arriving *arriving, struct wire *body, struct socket_message *message)
{
	struct fd_info infos[PROTOCOL_FDS_MAX];
	int nr = message__get_fds(body, infos);

	if (nr < 0 || (unsigned int)nr != message->nr_fds ||
	    (unsigned int)nr > arriving->info.nr_rings - arriving->nr)
		return -EPROTO;
	for (int i = 0; i < nr; i++)
		arriving->fds[arriving->nr++] = (struct persistent_fd){ .cpu = infos[i].cpu,
									.fd = message->fds[i],
									.id = infos[i].id };
	message->nr_fds = 0;
	return 0;
}

/* One event and all its rings. */
static int receive_event(struct arriving *arriving, int connection, struct socket_message *message,
			 struct err *err)
{
	struct wire body;
	int type = ask__answer(connection, message, &body, err), ret;

	if (type < 0)
		return type;
	ret = type == MESSAGE_EVENT ? message__get_event(&body, &arriving->info) : -EPROTO;
	socket_message__close_fds(message);
	if (!ret) {
		arriving->fds = calloc(arriving->info.nr_rings + 1, sizeof(*arriving->fds));
		ret = arriving->fds ? 0 : -ENOMEM;
	}
	while (!ret && arriving->nr < arriving->info.nr_rings) {
		type = ask__answer(connection, message, &body, err);
		if (type < 0)
			return type;
		ret = type == MESSAGE_FDS ? take_fds(arriving, &body, message) : -EPROTO;
		socket_message__close_fds(message);
	}
	return ret ? err__set(err, ret, "the holder's answer can not be read") : 0;
}

/* Moves what has arrived into the public form. */
static void fill(struct persistent_attach *attach, struct arriving *event,
		 struct arriving *sideband)
{
	*attach = (struct persistent_attach){
		.words = event->info.words,
		.nr_words = event->info.nr_words,
		.name = event->info.name,
		.event = event->info.event,
		.tp_system = event->info.tp_system,
		.tp_name = event->info.tp_name,
		.clockid = event->info.clockid,
		.since_ns = event->info.since_ns,
		.ring_bytes = event->info.ring_bytes,
		.fds = event->fds,
		.nr_fds = event->nr,
		.sideband_words = sideband->info.words,
		.sideband_nr_words = sideband->info.nr_words,
		.sideband_ring_bytes = sideband->info.ring_bytes,
		.sideband = sideband->fds,
		.nr_sideband = sideband->nr,
	};
	sideband->info.words = NULL;
	event_info__exit(&sideband->info);
}

static int attach_over(struct persistent_attach *attach, int connection, u64 id, struct err *err)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	struct arriving event = { 0 }, sideband = { 0 };
	struct buf request = { 0 };
	int ret;

	if (!message)
		return err__set(err, -ENOMEM, "out of memory");
	message__put_id(&request, MESSAGE_ATTACH, id);
	ret = ask__request(connection, &request, err);
	buf__exit(&request);
	if (!ret)
		ret = receive_event(&event, connection, message, err);
	if (!ret)
		ret = receive_event(&sideband, connection, message, err);
	if (!ret && event.info.id != id)
		ret = err__set(err, -EPROTO, "the holder answered with another event");
	if (ret) {
		arriving__exit(&event);
		arriving__exit(&sideband);
		return ret;
	}
	fill(attach, &event, &sideband);
	return 0;
}

int persistent__attach(struct persistent_attach *attach, const char *path, u64 id, struct err *err)
{
	int connection = ask__connect(path, err), ret;

	*attach = (struct persistent_attach){ .connection = -1 };
	if (connection < 0)
		return connection;
	ret = attach_over(attach, connection, id, err);
	if (ret) {
		close(connection);
		attach->connection = -1;
		return ret;
	}
	attach->connection = connection;
	return 0;
}

int persistent_attach__check(struct persistent_attach *attach)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	struct wire body;
	int ret;

	if (!message)
		return -ENOMEM;
	if (attach->connection < 0)
		return -ENOTCONN;
	ret = socket__receive(attach->connection, message, MSG_DONTWAIT);
	if (ret == -EAGAIN)
		return 0;
	if (ret > 0) {
		socket_message__close_fds(message);
		if (message__open(message->data, message->len, &body) == MESSAGE_REMOVED)
			ret = 1;
		else
			ret = -EPROTO;
	} else if (!ret) {
		ret = -ECONNRESET;
	}
	close(attach->connection);
	attach->connection = -1;
	return ret;
}

void persistent_attach__exit(struct persistent_attach *attach)
{
	free(attach->words);
	free(attach->name);
	free(attach->event);
	free(attach->tp_system);
	free(attach->tp_name);
	close_fds(attach->fds, attach->nr_fds);
	free(attach->sideband_words);
	close_fds(attach->sideband, attach->nr_sideband);
	if (attach->connection >= 0)
		close(attach->connection);
	*attach = (struct persistent_attach){ .connection = -1 };
}
