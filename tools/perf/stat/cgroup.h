/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_STAT_CGROUP_H
#define PERF_STAT_CGROUP_H

#include "err.h"

/*
 * Opens the directory of cgroup @name ("/" and "a/b" are relative to the root) in the hierarchy
 * that perf events follow: the perf_event controller of version 1 where it is mounted, else
 * version 2. The fd, which the caller closes, or -errno with @err.
 */
int cgroup__open(const char *name, struct err *err);

#endif
