// SPDX-License-Identifier: GPL-2.0-only
/*
 * Datagrams and descriptors over UNIX sockets: bind, connect, send and receive. What the
 * messages say is protocol.c's business.
 */
#include "persistent/socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 128

static int address(struct sockaddr_un *un, int dirfd, const char *name)
{
	int len;

	*un = (struct sockaddr_un){ .sun_family = AF_UNIX };
	len = snprintf(un->sun_path, sizeof(un->sun_path), "/proc/self/fd/%d/%s", dirfd, name);
	return len < (int)sizeof(un->sun_path) ? 0 : -ENAMETOOLONG;
}

int socket__listen(int dirfd, const char *name, mode_t mode)
{
	struct sockaddr_un un;
	int fd, ret = address(&un, dirfd, name);

	if (ret)
		return ret;
	if (unlinkat(dirfd, name, 0) && errno != ENOENT)
		return -errno;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	if (bind(fd, (struct sockaddr *)&un, sizeof(un)) || fchmodat(dirfd, name, mode, 0) ||
	    listen(fd, BACKLOG)) {
		ret = -errno;
		close(fd);
		return ret;
	}
	return fd;
}

int socket__connect(int dirfd, const char *name, unsigned int timeout_s)
{
	struct timeval timeout = { .tv_sec = timeout_s };
	struct sockaddr_un un;
	int fd, ret = address(&un, dirfd, name);

	if (ret)
		return ret;
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	/* The time limit of sending bounds connect() too, which waits while the backlog is full. */
	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout)) ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout)) ||
	    connect(fd, (struct sockaddr *)&un, sizeof(un))) {
		ret = -errno;
		close(fd);
		return ret;
	}
	return fd;
}

int socket__peer(int fd, uid_t *uid, pid_t *pid)
{
	struct ucred cred;
	socklen_t len = sizeof(cred);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &cred, &len))
		return -errno;
	*uid = cred.uid;
	*pid = cred.pid;
	return 0;
}

/* Room for the descriptors of one message, aligned as a control message has to be. */
union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(sizeof(int) * PROTOCOL_FDS_MAX)];
};

int socket__send(int fd, const struct buf *message, const int *fds, unsigned int nr_fds, int flags)
{
	struct iovec iov = { .iov_base = message->data, .iov_len = message->len };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	union control control = { 0 };

	if (message->error)
		return message->error;
	if (nr_fds) {
		msg.msg_control = control.bytes;
		msg.msg_controllen = CMSG_SPACE(sizeof(int) * nr_fds);
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(sizeof(int) * nr_fds);
		memcpy(CMSG_DATA(&control.header), fds, sizeof(int) * nr_fds);
	}
	while (sendmsg(fd, &msg, flags | MSG_NOSIGNAL) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

/* Takes what descriptors came; there may be several control messages. */
static void take_fds(struct socket_message *message, struct msghdr *msg)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
		size_t nr = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < nr && message->nr_fds < PROTOCOL_FDS_MAX; i++)
			memcpy(&message->fds[message->nr_fds++], CMSG_DATA(c) + i * sizeof(int),
			       sizeof(int));
	}
}

int socket__receive(int fd, struct socket_message *message, int flags)
{
	struct iovec iov = { .iov_base = message->data, .iov_len = sizeof(message->data) };
	union control control;
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = control.bytes,
			      .msg_controllen = sizeof(control.bytes) };
	ssize_t got;

	message->nr_fds = 0;
	message->len = 0;
	while ((got = recvmsg(fd, &msg, flags | MSG_CMSG_CLOEXEC)) < 0)
		if (errno != EINTR)
			return -errno;
	take_fds(message, &msg);
	if (msg.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) {
		socket_message__close_fds(message);
		return msg.msg_flags & MSG_TRUNC ? -EMSGSIZE : -EMFILE;
	}
	message->len = got;
	return got > 0;
}

void socket_message__close_fds(struct socket_message *message)
{
	for (unsigned int i = 0; i < message->nr_fds; i++)
		if (message->fds[i] >= 0)
			close(message->fds[i]);
	message->nr_fds = 0;
}
