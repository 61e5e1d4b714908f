/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_PUBLISH_H
#define PERF_PERSISTENT_PUBLISH_H

#include "err.h"

/*
 * The directory DIR/devices, which describes persistent events as sysfs would. Every change is
 * one rename, so that a reader sees an entry whole or not at all.
 */
#define PUBLISH_DEVICES "devices"
#define PUBLISH_PMU	"persistent"
#define PUBLISH_TYPE	0xf0000000U /* no kernel hands this out */

struct publish_event {
	const char *name;
	u64 id;
};

/* Puts a new tree in the place of what is there. 0, or -errno with @err and the old tree intact. */
int publish__tree(int dirfd, const struct publish_event *events, size_t nr, struct err *err);

int publish__add(int dirfd, const struct publish_event *event, struct err *err);
void publish__remove(int dirfd, const char *name);

/* Removes the tree and what an interrupted change left. */
void publish__withdraw(int dirfd);

#endif
