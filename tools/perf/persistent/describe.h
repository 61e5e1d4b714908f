/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_DESCRIBE_H
#define PERF_PERSISTENT_DESCRIBE_H

#include "err.h"
#include "persistent/protocol.h"

/* From an event string to the attr of a persistent event, and faults of opening it explained. */

/* An event described, and where it can be opened; info.id, since_ns and next_id are still 0. */
struct description {
	struct event_info info;
	char *cpus;	    /* list text of the PMU's own CPUs; NULL: any */
	bool lost_optional; /* PERF_FORMAT_LOST is a default that an older kernel may refuse */
};
void description__exit(struct description *description);

/*
 * Resolves @string to one system-wide event and fills in what a persistent event needs, never
 * changing a pinned bit. Reads sysfs and tracefs. 0, or -errno with @err; a column is one of
 * @string. -EINVAL also for what can not be persistent (a process's events, groups, ...).
 */
int description__make(struct description *description, const char *name, const char *string,
		      u64 ring_bytes, struct err *err);

/* The side-band of a holder: comm, task and mmap2 records. 0 or -ENOMEM. */
int description__make_sideband(struct description *description, u64 ring_bytes);

/* For kernels before 6.0, which do not know PERF_FORMAT_LOST: takes it out. True when it was in. */
bool description__drop_lost(struct event_info *info);

/* Says why the event could not be opened on @cpu, or (@mapping) its ring not be mapped. */
int description__open_error(const struct event_info *info, int cpu, bool mapping, int code,
			    struct err *err);

#endif
