/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_RINGS_H
#define PERF_RECORD_RINGS_H

#include "err.h"

struct record_output;
struct record_set;

/* Adds every descriptor of the set that poll() can tell something about to @epoll_fd, and counts them
 * in @nr. 0 or -errno. */
int record_rings__watch(struct record_set *set, int epoll_fd, size_t *nr);

/* Copies what is new in the set's own rings to the output, ring by ring. 0 or -errno. */
int record_rings__drain(struct record_set *set, struct record_output *output, struct err *err);

#endif
