// SPDX-License-Identifier: GPL-2.0-only
/* The holder's side of its keeper: starts it or takes over from it, gives it events, ends it. */
#include "persistent/keeping.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cleanup.h"
#include "persistent/keeper.h"

#define TIMEOUT_S 10
#define END_MS	  5000

void kept__exit(struct kept *kept)
{
	for (size_t i = 0; i < kept->nr; i++)
		rings__delete(kept->list[i]);
	free(kept->list);
	*kept = (struct kept){ 0 };
}

int keeping__start(struct keeping *keeping, const struct rundir *dir, struct err *err)
{
	struct timeval timeout = { .tv_sec = TIMEOUT_S };
	int listen_fd = socket__listen(dir->fd, RUNDIR_KEEPER, 0600), pair[2] = { -1, -1 }, ret = 0;

	keeping->fd = -1;
	if (listen_fd < 0)
		return err__set(err, listen_fd, "%s/" RUNDIR_KEEPER ": %s", dir->path,
				strerror(-listen_fd));
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		ret = -errno;
	for (int i = 0; !ret && i < 2; i++)
		if (setsockopt(pair[i], SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout)) ||
		    setsockopt(pair[i], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout)))
			ret = -errno;
	keeping->pid = ret ? -1 : fork();
	if (!keeping->pid)
		keeper__main(listen_fd, pair[1], dir->fd);
	if (!ret && keeping->pid < 0)
		ret = -errno;
	close(listen_fd);
	if (pair[1] >= 0)
		close(pair[1]);
	if (!ret) {
		keeping->fd = pair[0];
		return 0;
	}
	if (pair[0] >= 0)
		close(pair[0]);
	unlinkat(dir->fd, RUNDIR_KEEPER, 0);
	return err__set(err, ret, "the keeper can not be started: %s", strerror(-ret));
}

/* One answer; *type is 0 or less where there is none. */
static int receive(struct keeping *keeping, struct socket_message *message, struct wire *body)
{
	int ret = socket__receive(keeping->fd, message, 0);

	if (ret > 0)
		return message__open(message->data, message->len, body);
	if (ret == -EAGAIN)
		return -ETIMEDOUT;
	return ret ? ret : -EPIPE;
}

/* The next message has to be OK, or an error, whose code is returned. */
static int expect_ok(struct keeping *keeping)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	struct err said;
	struct wire body;
	int type = message ? receive(keeping, message, &body) : -ENOMEM;

	if (type > 0)
		socket_message__close_fds(message);
	if (type == MESSAGE_OK)
		return message__get_none(&body);
	if (type == MESSAGE_ERROR)
		return message__get_err(&body, &said) ? -EPROTO : said.code;
	return type < 0 ? type : -EPROTO;
}

int keeping__keep(struct keeping *keeping, const struct rings *rings)
{
	int ret = rings__send(rings, keeping->fd);

	return ret ? ret : expect_ok(keeping);
}

static int send_plain(int fd, enum message_type type)
{
	struct buf message = { 0 };
	int ret;

	message__put_plain(&message, type);
	ret = socket__send(fd, &message, NULL, 0, 0);
	buf__exit(&message);
	return ret;
}

int keeping__forget(struct keeping *keeping, u64 id)
{
	struct buf message = { 0 };
	int ret;

	message__put_id(&message, MESSAGE_FORGET, id);
	ret = socket__send(keeping->fd, &message, NULL, 0, 0);
	buf__exit(&message);
	return ret ? ret : expect_ok(keeping);
}

static int take_event(struct kept *kept, struct wire *body)
{
	struct rings **grown = reallocarray(kept->list, kept->nr + 1, sizeof(*grown));
	struct rings *rings = rings__new();

	if (grown)
		kept->list = grown;
	if (!grown || !rings) {
		rings__delete(rings);
		return -ENOMEM;
	}
	kept->list[kept->nr++] = rings;
	return message__get_event(body, &rings->info);
}

/* Until OK: events, each followed by its rings. */
static int take_all(struct keeping *keeping, struct kept *kept, struct socket_message *message)
{
	for (;;) {
		struct rings *last = kept->nr ? kept->list[kept->nr - 1] : NULL;
		struct wire body;
		int ret, type = receive(keeping, message, &body);

		if (type == MESSAGE_FDS && last)
			ret = rings__adopt(last, &body, message);
		else if (last && !rings__complete(last))
			ret = -EPROTO;
		else if (type == MESSAGE_OK)
			return message__get_none(&body);
		else if (type == MESSAGE_EVENT)
			ret = take_event(kept, &body);
		else
			ret = type < 0 ? type : -EPROTO;
		if (type > 0)
			socket_message__close_fds(message);
		if (ret)
			return ret;
	}
}

static int take_from(struct keeping *keeping, struct kept *kept, struct err *err)
{
	_cleanup_free_ struct socket_message *message = malloc(sizeof(*message));
	uid_t uid;
	int ret = socket__peer(keeping->fd, &uid, &keeping->pid);

	if (!ret && uid && uid != geteuid())
		return err__set(err, -EPERM, "the keeper in the run directory is another user's");
	if (!ret)
		ret = message ? send_plain(keeping->fd, MESSAGE_TAKE) : -ENOMEM;
	if (!ret)
		ret = take_all(keeping, kept, message);
	if (!ret)
		return 0;
	err__set(err, ret, "the rings can not be taken over from the keeper (pid %d): %s",
		 keeping->pid, strerror(-ret));
	err__set_hint(err, "ending that process (kill %d) gives the history up", keeping->pid);
	return ret;
}

int keeping__take(struct keeping *keeping, const struct rundir *dir, struct kept *kept,
		  struct err *err)
{
	int ret;

	*kept = (struct kept){ 0 };
	keeping->fd = socket__connect(dir->fd, RUNDIR_KEEPER, TIMEOUT_S);
	if (keeping->fd == -ENOENT || keeping->fd == -ECONNREFUSED) {
		keeping->fd = -1;
		return -ECONNREFUSED;
	}
	if (keeping->fd < 0) {
		ret = err__set(err, keeping->fd, "%s/" RUNDIR_KEEPER ": %s", dir->path,
			       strerror(-keeping->fd));
		keeping->fd = -1;
		return ret;
	}
	ret = take_from(keeping, kept, err);
	if (ret) {
		kept__exit(kept);
		keeping__exit(keeping);
	}
	return ret;
}

void keeping__quit(struct keeping *keeping, const struct rundir *dir)
{
	struct pollfd end = { .fd = -1, .events = POLLIN };
	int ret;

	if (keeping->fd < 0)
		return;
	end.fd = pidfd_open(keeping->pid, 0);
	ret = send_plain(keeping->fd, MESSAGE_QUIT);
	/* A connection without a keeper: its pid may be somebody else's by now. */
	if (ret != -EPIPE && ret != -ECONNRESET && end.fd >= 0 &&
	    (ret || poll(&end, 1, END_MS) <= 0)) {
		pidfd_send_signal(end.fd, SIGKILL, NULL, 0);
		poll(&end, 1, END_MS);
	}
	if (end.fd >= 0)
		close(end.fd);
	/* Only where it is this process's child. */
	waitpid(keeping->pid, NULL, WNOHANG);
	unlinkat(dir->fd, RUNDIR_KEEPER, 0);
	keeping__exit(keeping);
}

void keeping__exit(struct keeping *keeping)
{
	if (keeping->fd >= 0)
		close(keeping->fd);
	keeping->fd = -1;
}

bool keeping__lives(const struct rundir *dir)
{
	int fd = socket__connect(dir->fd, RUNDIR_KEEPER, TIMEOUT_S);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}
