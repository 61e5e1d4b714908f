/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_SERVE_H
#define PERF_PERSISTENT_SERVE_H

#include "persistent/holder.h"

/* Serving a holder's events: attaching, and the requests of `perf persistent`. */
struct server;

/*
 * Listens in the run directory, then publishes. What connects waits until server__run().
 * 0 or -errno with @err. The holder is borrowed.
 */
int server__new(struct server **server, struct holder *holder, struct err *err);
void server__delete(struct server *server);

/*
 * Serves until asked to stop, or @stop_fd (a signalfd, borrowed) becomes readable; every event and
 * the keeper have ended then, and nothing is left in the run directory. 0 or -errno with @err.
 */
int server__run(struct server *server, int stop_fd, struct err *err);

#endif
