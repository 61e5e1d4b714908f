// SPDX-License-Identifier: GPL-2.0-only
/*
 * The holder as a service: one loop over its socket, its keeper, its clock and its peers. Peers
 * may be hostile; none is waited for, and none keeps a place without being attached.
 */
#include "persistent/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "persistent/connection.h"
#include "persistent/define.h"
#include "persistent/watch.h"

#define CONNECTIONS_MAX 1024
#define IDLE_NS		10000000000ULL /* to say something, or to take what was answered */
#define ACCEPTS_MAX	64	       /* in one round, so that a flood leaves time for the rest */

enum { POLL_STOP, POLL_LISTEN, POLL_KEEPER, POLL_FIRST };

struct server {
	struct holder *holder;
	struct watch *watch;
	int listen_fd;
	int reserve_fd; /* given up to turn a peer away when the table is full */
	struct connection *connections[CONNECTIONS_MAX]; /* NULL: ended in the round under way */
	size_t nr;
	struct pollfd fds[POLL_FIRST + CONNECTIONS_MAX];
	struct socket_message message;
	bool stopped;
};

void server__delete(struct server *server)
{
	if (!server)
		return;
	for (size_t i = 0; i < server->nr; i++)
		connection__delete(server->connections[i]);
	if (server->listen_fd >= 0)
		close(server->listen_fd);
	if (server->reserve_fd >= 0)
		close(server->reserve_fd);
	watch__delete(server->watch);
	free(server);
}

static int open_reserve(void)
{
	return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

int server__new(struct server **new, struct holder *holder, struct err *err)
{
	struct server *server = calloc(1, sizeof(*server));
	int ret;

	if (!server)
		return err__set(err, -ENOMEM, "out of memory");
	server->holder = holder;
	server->reserve_fd = open_reserve();
	server->watch = watch__new();
	/* Others may connect: they are told that they are not served. */
	server->listen_fd = socket__listen(holder->dir.fd, RUNDIR_SOCKET, 0666);
	ret = server->watch ? server->listen_fd : -ENOMEM;
	if (ret < 0) {
		err__set(err, ret, "%s/" RUNDIR_SOCKET ": %s", holder->dir.path, strerror(-ret));
		server__delete(server);
		return ret;
	}
	ret = holder__publish(holder, err);
	if (ret) {
		unlinkat(holder->dir.fd, RUNDIR_SOCKET, 0);
		server__delete(server);
		return ret;
	}
	*new = server;
	return 0;
}

/* Who follows event @id (0: any) is told that its rings are final. */
static void tell_removed(struct server *server, u64 id)
{
	for (size_t i = 0; i < server->nr; i++) {
		struct connection *connection = server->connections[i];

		if (!connection || !connection->attached || (id && connection->attached != id))
			continue;
		/* Descriptors that it has not taken yet are closed by now. */
		connection__drop_queue(connection);
		connection__put_plain(connection, MESSAGE_REMOVED);
		connection__flush(connection);
		connection->attached = 0;
		connection->deadline_ns = rings__now_ns() + IDLE_NS;
	}
}

static int attach(struct server *server, struct connection *connection, u64 id)
{
	struct rings *rings = id ? holder__find_id(server->holder, id) : NULL;
	struct err err;
	int ret;

	if (connection->uid)
		err__set(&err, -EACCES,
			 "rings are handed to root only; serving other users is not "
			 "offered yet");
	else if (!rings)
		err__set(&err, -ENOENT, "this holder has no event %llu (any more)", id);
	else
		err.code = 0;
	if (err.code)
		return connection__put_err(connection, &err);
	ret = connection__put_rings(connection, rings);
	if (!ret)
		ret = connection__put_rings(connection, server->holder->sideband);
	connection->attached = id;
	return ret;
}

static int answer(struct connection *connection, const struct err *err)
{
	return err->code ? connection__put_err(connection, err)
			 : connection__put_plain(connection, MESSAGE_OK);
}

static int add(struct server *server, struct connection *connection, struct wire *body)
{
	struct add_request request;
	struct err err = { 0 };

	if (message__get_add(body, &request))
		return -EPROTO;
	if (request.ring_bytes > PERSISTENT_RING_BYTES_MAX ||
	    (request.ring_bytes & (request.ring_bytes - 1)))
		err__set(&err, -EINVAL, "%llu is no size of a ring", request.ring_bytes);
	else
		holder__add(server->holder, request.name, request.event, request.ring_bytes, &err);
	add_request__exit(&request);
	return answer(connection, &err);
}

static int remove_event(struct server *server, struct connection *connection, struct wire *body)
{
	struct err err = { 0 };
	struct rings *rings;
	char *name;
	u64 id;

	if (message__get_name(body, &name))
		return -EPROTO;
	rings = holder__find(server->holder, name);
	id = rings ? rings->info.id : 0;
	if (!holder__remove(server->holder, name, &err))
		tell_removed(server, id);
	free(name);
	return answer(connection, &err);
}

static u64 nr_readers(const struct server *server, u64 id)
{
	u64 nr = 0;

	for (size_t i = 0; i < server->nr; i++)
		nr += server->connections[i] && server->connections[i]->attached == id;
	return nr;
}

static int list(struct server *server, struct connection *connection)
{
	struct holder *holder = server->holder;
	u64 now_ns = rings__now_ns();
	int ret = 0;

	for (size_t i = 0; !ret && i < holder->nr; i++) {
		struct event_status status;
		struct buf message = { 0 };

		ret = rings__status(holder->events[i], now_ns, &status);
		if (ret)
			break;
		status.readers = nr_readers(server, holder->events[i]->info.id);
		message__put_status(&message, &status);
		ret = connection__put(connection, &message);
		buf__exit(&message);
		event_status__exit(&status);
	}
	return ret ? ret : connection__put_plain(connection, MESSAGE_OK);
}

static void stop(struct server *server)
{
	holder__stop(server->holder);
	tell_removed(server, 0);
	server->stopped = true;
}

/* One request; an error ends the connection. */
static int handle(struct server *server, struct connection *connection)
{
	struct socket_message *message = &server->message;
	struct wire body;
	u64 id;
	int type = message__open(message->data, message->len, &body);

	/* No request comes with descriptors, and who is attached has nothing to ask. */
	if (message->nr_fds || connection->attached)
		return -EPROTO;
	switch (type) {
	case MESSAGE_ATTACH:
		return message__get_id(&body, &id) ? -EPROTO : attach(server, connection, id);
	case MESSAGE_ADD:
		return add(server, connection, &body);
	case MESSAGE_REMOVE:
		return remove_event(server, connection, &body);
	case MESSAGE_LIST:
		return message__get_none(&body) ? -EPROTO : list(server, connection);
	case MESSAGE_STOP:
		if (message__get_none(&body))
			return -EPROTO;
		stop(server);
		return connection__put_plain(connection, MESSAGE_OK);
	}
	return type < 0 ? type : -EPROTO;
}

/* Tells a peer why it is sent away, as far as it listens. */
static void refuse(struct connection *connection, int code, const char *text)
{
	struct err err;

	err__set(&err, code, "%s", text);
	connection__drop_queue(connection);
	connection__put_err(connection, &err);
	connection__flush(connection);
}

/* Sends what is queued and sets the time limit; an error ends the connection. */
static int flush(struct connection *connection, u64 now_ns)
{
	int ret = connection__flush(connection);

	if (ret == -EAGAIN)
		return 0; /* the time limit goes on */
	connection->deadline_ns = connection->attached ? ~0ULL : now_ns + IDLE_NS;
	return ret;
}

static int serve_connection(struct server *server, struct connection *connection, short revents,
			    u64 now_ns)
{
	int ret;

	if (revents & POLLOUT)
		return flush(connection, now_ns);
	if (!(revents & (POLLIN | POLLHUP | POLLERR)))
		return now_ns > connection->deadline_ns ? -ETIMEDOUT : 0;
	ret = socket__receive(connection->fd, &server->message, MSG_DONTWAIT);
	if (ret == -EAGAIN)
		return 0;
	if (ret > 0) {
		ret = handle(server, connection);
		socket_message__close_fds(&server->message);
		if (!ret)
			return flush(connection, now_ns);
	} else if (!ret) {
		return -EPIPE;
	}
	if (ret == -EPROTONOSUPPORT)
		refuse(connection, ret, "holder and client are of different versions of perf");
	else
		refuse(connection, -EPROTO, "the holder did not understand the request");
	return ret;
}

static void admit(struct server *server, int fd, u64 now_ns)
{
	struct connection *connection;
	uid_t uid;
	pid_t pid;

	if (socket__peer(fd, &uid, &pid)) {
		close(fd);
		return;
	}
	connection = connection__new(fd, uid);
	if (!connection) {
		close(fd);
		return;
	}
	connection->deadline_ns = now_ns + IDLE_NS;
	if (!uid || uid == geteuid()) {
		if (server->nr < CONNECTIONS_MAX) {
			server->connections[server->nr++] = connection;
			return;
		}
		refuse(connection, -EBUSY, "the holder serves as many peers as it can");
	} else {
		refuse(connection, -EACCES,
		       "persistent events are served to root only; serving other users is not "
		       "offered yet");
	}
	connection__delete(connection);
}

static void accept_peers(struct server *server, u64 now_ns)
{
	for (int i = 0; i < ACCEPTS_MAX; i++) {
		int fd = accept4(server->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

		if (fd >= 0) {
			admit(server, fd, now_ns);
			continue;
		}
		if ((errno != EMFILE && errno != ENFILE) || server->reserve_fd < 0)
			return;
		/* A full table would leave the peer waiting and this loop spinning. */
		close(server->reserve_fd);
		fd = accept4(server->listen_fd, NULL, NULL, SOCK_CLOEXEC);
		if (fd >= 0)
			close(fd);
		server->reserve_fd = open_reserve();
	}
}

static void serve_connections(struct server *server, size_t polled, u64 now_ns)
{
	size_t kept = 0, nr = server->nr;

	for (size_t i = 0; i < nr && !server->stopped; i++) {
		short revents = i < polled ? server->fds[POLL_FIRST + i].revents : 0;

		if (!serve_connection(server, server->connections[i], revents, now_ns))
			continue;
		connection__delete(server->connections[i]);
		server->connections[i] = NULL;
	}
	for (size_t i = 0; i < nr; i++)
		if (server->connections[i])
			server->connections[kept++] = server->connections[i];
	server->nr = kept;
}

static int wait_for_events(struct server *server, int stop_fd, int timeout_ms)
{
	server->fds[POLL_STOP] = (struct pollfd){ .fd = stop_fd, .events = POLLIN };
	server->fds[POLL_LISTEN] = (struct pollfd){ .fd = server->listen_fd, .events = POLLIN };
	server->fds[POLL_KEEPER] =
		(struct pollfd){ .fd = server->holder->keeping.fd, .events = POLLIN };
	for (size_t i = 0; i < server->nr; i++) {
		struct connection *connection = server->connections[i];
		short events = connection__has_queue(connection) ? POLLOUT : POLLIN;

		server->fds[POLL_FIRST + i] =
			(struct pollfd){ .fd = connection->fd, .events = events };
	}
	return poll(server->fds, POLL_FIRST + server->nr, timeout_ms) < 0 ? -errno : 0;
}

/* The rings that were given out are not the event's any more. */
static void reopened(void *arg, u64 id)
{
	tell_removed(arg, id);
}

int server__run(struct server *server, int stop_fd, struct err *err)
{
	u64 tick_ns = rings__now_ns();

	while (!server->stopped) {
		size_t polled = server->nr;
		u64 now_ns = rings__now_ns();
		int ret = wait_for_events(server, stop_fd,
					  tick_ns > now_ns ? (tick_ns - now_ns) / 1000000 + 1 : 0);

		if (ret == -EINTR)
			continue;
		if (ret)
			return err__set(err, ret, "poll: %s", strerror(-ret));
		now_ns = rings__now_ns();
		if (server->fds[POLL_KEEPER].revents)
			watch__keeper(server->watch, server->holder);
		serve_connections(server, polled, now_ns);
		if (!server->stopped && server->fds[POLL_LISTEN].revents)
			accept_peers(server, now_ns);
		if (!server->stopped && server->fds[POLL_STOP].revents)
			stop(server);
		if (!server->stopped && now_ns >= tick_ns) {
			watch__tick(server->watch, server->holder, reopened, server);
			tick_ns = now_ns + server->holder->watch_ns;
		}
	}
	return 0;
}
