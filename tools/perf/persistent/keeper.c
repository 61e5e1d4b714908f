// SPDX-License-Identifier: GPL-2.0-only
/*
 * The keeper's process: takes events and rings from its holder, maps them, and hands all of it to
 * the next holder. One holder at a time; the run directory's lock decides who that is.
 */
#include "persistent/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "persistent/rings.h"
#include "persistent/rundir.h"

#define CANDIDATES     4     /* connections that have not yet asked to take over */
#define ALONE_CHECK_MS 10000 /* how often a keeper without holder looks for its socket */
#define SEND_TIMEOUT_S 5

struct keeper_state {
	int listen_fd;
	int dirfd;
	int holder_fd; /* -1: the holder is gone */
	int candidates[CANDIDATES];
	struct rings **kept;
	size_t nr;
	struct rings *incoming; /* announced, its rings still on their way */
	u64 next_id;
};

static void answer(struct keeper_state *k, int code)
{
	struct err err = { .code = code };
	struct buf message = { 0 };

	if (code)
		message__put_err(&message, &err);
	else
		message__put_plain(&message, MESSAGE_OK);
	if (socket__send(k->holder_fd, &message, NULL, 0, 0)) {
		close(k->holder_fd);
		k->holder_fd = -1;
	}
	buf__exit(&message);
}

static void forget(struct keeper_state *k, u64 id)
{
	size_t kept = 0;

	for (size_t i = 0; i < k->nr; i++) {
		if (k->kept[i]->info.id == id)
			rings__delete(k->kept[i]);
		else
			k->kept[kept++] = k->kept[i];
	}
	k->nr = kept;
}

/* Everything of the event is there: it replaces what stood under its id. */
static int keep(struct keeper_state *k)
{
	struct rings **grown = reallocarray(k->kept, k->nr + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	k->kept = grown;
	forget(k, k->incoming->info.id);
	if (k->incoming->info.next_id > k->next_id)
		k->next_id = k->incoming->info.next_id;
	k->kept[k->nr++] = k->incoming;
	k->incoming = NULL;
	return 0;
}

static void announce(struct keeper_state *k, struct wire *body)
{
	rings__delete(k->incoming);
	k->incoming = rings__new();
	if (!k->incoming || message__get_event(body, &k->incoming->info)) {
		rings__delete(k->incoming);
		k->incoming = NULL;
		answer(k, -EPROTO);
		return;
	}
	if (rings__complete(k->incoming))
		answer(k, keep(k));
}

static void receive_rings(struct keeper_state *k, struct wire *body, struct socket_message *message)
{
	int ret;

	/* What was refused has been answered; the rest of it means nothing. */
	if (!k->incoming)
		return;
	ret = rings__adopt(k->incoming, body, message);
	if (!ret && !rings__complete(k->incoming))
		return;
	if (!ret)
		ret = keep(k);
	if (ret) {
		rings__delete(k->incoming);
		k->incoming = NULL;
	}
	answer(k, ret);
}

static void hand_over(struct keeper_state *k)
{
	for (size_t i = 0; i < k->nr && k->holder_fd >= 0; i++) {
		k->kept[i]->info.next_id = k->next_id;
		if (rings__send(k->kept[i], k->holder_fd)) {
			close(k->holder_fd);
			k->holder_fd = -1;
		}
	}
	if (k->holder_fd >= 0)
		answer(k, 0);
}

static void handle(struct keeper_state *k, struct socket_message *message)
{
	struct wire body;
	u64 id;
	int type = message__open(message->data, message->len, &body);

	switch (type) {
	case MESSAGE_EVENT:
		announce(k, &body);
		break;
	case MESSAGE_FDS:
		receive_rings(k, &body, message);
		break;
	case MESSAGE_TAKE:
		hand_over(k);
		break;
	case MESSAGE_FORGET:
		if (message__get_id(&body, &id))
			answer(k, -EPROTO);
		else
			forget(k, id), answer(k, 0);
		break;
	case MESSAGE_QUIT:
		_exit(0);
	default:
		answer(k, type < 0 ? type : -EPROTO);
	}
}

static void from_holder(struct keeper_state *k, struct socket_message *message)
{
	int ret = socket__receive(k->holder_fd, message, MSG_DONTWAIT);

	if (ret > 0) {
		handle(k, message);
		socket_message__close_fds(message);
	} else if (ret == -EMFILE || ret == -EMSGSIZE) {
		if (k->incoming)
			answer(k, ret);
		rings__delete(k->incoming);
		k->incoming = NULL;
	} else if (ret != -EAGAIN) {
		close(k->holder_fd);
		k->holder_fd = -1;
		rings__delete(k->incoming);
		k->incoming = NULL;
	}
}

/* A candidate becomes the holder by asking for everything; anything else ends it. */
static void from_candidate(struct keeper_state *k, int slot, struct socket_message *message)
{
	struct timeval timeout = { .tv_sec = SEND_TIMEOUT_S };
	int fd = k->candidates[slot], ret = socket__receive(fd, message, MSG_DONTWAIT);
	struct wire body;

	if (ret == -EAGAIN)
		return;
	k->candidates[slot] = -1;
	if (ret > 0)
		socket_message__close_fds(message);
	if (ret <= 0 || message__open(message->data, message->len, &body) != MESSAGE_TAKE) {
		close(fd);
		return;
	}
	if (k->holder_fd >= 0)
		close(k->holder_fd);
	k->holder_fd = fd;
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
	hand_over(k);
}

static void accept_candidate(struct keeper_state *k)
{
	int fd = accept4(k->listen_fd, NULL, NULL, SOCK_CLOEXEC);
	uid_t uid;
	pid_t pid;

	if (fd < 0)
		return;
	if (socket__peer(fd, &uid, &pid) || (uid && uid != geteuid())) {
		close(fd);
		return;
	}
	/* The oldest makes room. */
	if (k->candidates[0] >= 0)
		close(k->candidates[0]);
	memmove(k->candidates, k->candidates + 1, sizeof(k->candidates) - sizeof(int));
	k->candidates[CANDIDATES - 1] = fd;
}

/* Nobody could find it any more. */
static bool is_lost(const struct keeper_state *k)
{
	struct stat st;

	return k->holder_fd < 0 && (!k->nr || fstatat(k->dirfd, RUNDIR_KEEPER, &st, 0));
}

static void loop(struct keeper_state *k, struct socket_message *message)
{
	while (!is_lost(k)) {
		struct pollfd fds[2 + CANDIDATES] = {
			{ .fd = k->listen_fd, .events = POLLIN },
			{ .fd = k->holder_fd, .events = POLLIN },
		};

		for (int i = 0; i < CANDIDATES; i++)
			fds[2 + i] = (struct pollfd){ .fd = k->candidates[i], .events = POLLIN };
		if (poll(fds, ARRAY_SIZE(fds), k->holder_fd < 0 ? ALONE_CHECK_MS : -1) < 0)
			continue;
		for (int i = 0; i < CANDIDATES; i++)
			if (fds[2 + i].revents)
				from_candidate(k, i, message);
		/* A candidate that took over has replaced the descriptor that was polled. */
		if (fds[1].revents && k->holder_fd == fds[1].fd)
			from_holder(k, message);
		if (fds[0].revents)
			accept_candidate(k);
	}
}

/* Leaves descriptors 3, 4 and 5 in this order; 0 to 2 are /dev/null. */
static void only_keep(int listen_fd, int holder_fd, int dirfd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int from[] = { null, null, null, listen_fd, holder_fd, dirfd };

	/* First out of the way of each other. */
	for (int i = 0; i < (int)ARRAY_SIZE(from); i++)
		from[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 16);
	for (int i = 0; i < (int)ARRAY_SIZE(from); i++)
		if (from[i] < 0 || dup2(from[i], i) < 0)
			_exit(1);
	close_range(ARRAY_SIZE(from), ~0U, 0);
}

void keeper__main(int listen_fd, int holder_fd, int dirfd)
{
	struct keeper_state k = { .listen_fd = 3, .holder_fd = 4, .dirfd = 5, .next_id = 1 };
	struct socket_message *message;
	sigset_t none;

	setsid();
	prctl(PR_SET_NAME, "perf-keeper");
	if (chdir("/"))
		_exit(1);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	only_keep(listen_fd, holder_fd, dirfd);
	memset(k.candidates, -1, sizeof(k.candidates));
	message = malloc(sizeof(*message));
	if (message)
		loop(&k, message);
	_exit(message ? 0 : 1);
}
