/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_ASK_H
#define PERF_PERSISTENT_ASK_H

#include "persistent/socket.h"

/* The asking side of the protocol, which recorders and `perf persistent` share. */

/*
 * Connects to the holder whose socket is the file @path. fd, or -errno with @err: -ECONNREFUSED when
 * nobody holds (and whether rings are still kept), -ENOENT no such directory, -EACCES.
 */
int ask__connect(const char *path, struct err *err);

/* Sends a request. 0 or -errno with @err. A holder that turned the request away first has said
 * why: that is what ask__answer() gives then. */
int ask__request(int fd, const struct buf *request, struct err *err);

/*
 * Waits for the next message of an answer: its type, @body then points into @message, whose
 * descriptors are the caller's. -errno with @err: what the holder's error says, or -ETIMEDOUT,
 * -EPROTO, -ECONNRESET, -EMFILE.
 */
int ask__answer(int fd, struct socket_message *message, struct wire *body, struct err *err);

#endif
