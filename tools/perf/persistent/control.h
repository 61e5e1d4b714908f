/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_CONTROL_H
#define PERF_PERSISTENT_CONTROL_H

#include "err.h"
#include "persistent/protocol.h"

/*
 * What `perf persistent` asks of the holder in a run directory. Each returns 0, or -errno with
 * @err: the holder's own, whose column is one of the event string, or -ECONNREFUSED without one.
 */
int control__add(const char *run_dir, const struct add_request *request, struct err *err);
int control__remove(const char *run_dir, const char *name, struct err *err);

/* Returns when holder and keeper are gone; ends a keeper without a holder as well. */
int control__stop(const char *run_dir, struct err *err);

/* Calls @fn for every event; what it is given is valid during the call. */
int control__list(const char *run_dir, void (*fn)(void *arg, const struct event_status *status),
		  void *arg, struct err *err);

#endif
