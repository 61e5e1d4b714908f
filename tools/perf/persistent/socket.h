/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_SOCKET_H
#define PERF_PERSISTENT_SOCKET_H

#include <sys/types.h>

#include "persistent/protocol.h"

/*
 * SEQPACKET UNIX sockets by directory and name: the directory's own path may be longer than a
 * socket address holds. All descriptors are close-on-exec.
 */

/* A listening socket that replaces what stood there; @mode as for a file. fd or -errno. */
int socket__listen(int dirfd, const char *name, mode_t mode);

/* fd or -errno: -ENOENT, -ECONNREFUSED nobody listens, -EACCES, -ENAMETOOLONG. Sends and
 * receives on it give up after @timeout_s seconds with -EAGAIN. */
int socket__connect(int dirfd, const char *name, unsigned int timeout_s);

/* The peer's credentials as the kernel saw them at connect(). 0 or -errno. */
int socket__peer(int fd, uid_t *uid, pid_t *pid);

/* One message with @nr_fds descriptors (at most PROTOCOL_FDS_MAX); @flags as of sendmsg.
 * 0 or -errno; never a signal. */
int socket__send(int fd, const struct buf *message, const int *fds, unsigned int nr_fds, int flags);

/* A message received, with its descriptors, which it owns. */
struct socket_message {
	unsigned char data[PROTOCOL_MESSAGE_MAX];
	size_t len;
	int fds[PROTOCOL_FDS_MAX]; /* -1: taken over by somebody */
	unsigned int nr_fds;
};

/*
 * 1, 0 at the end of the connection, or -errno: -EMSGSIZE for a longer message, -EMFILE
 * where the descriptors that came with it found no room. Nothing is owned unless it gives 1.
 */
int socket__receive(int fd, struct socket_message *message, int flags);
void socket_message__close_fds(struct socket_message *message);

#endif
