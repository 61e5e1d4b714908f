/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_PERSISTENT_OPENING_H
#define PERF_PERSISTENT_OPENING_H

#include "persistent/describe.h"
#include "persistent/keeping.h"

/* From a description to rings that are open on every CPU, mapped and kept, but not started. */

#define OPENING_ONLINE "/sys/devices/system/cpu/online"

struct opening {
	struct keeping *keeping;
	size_t nr_rings; /* that this process has already */
	u64 next_id;	 /* that the keeper is told */
	const char *online_path;
};

/*
 * Opens @description as event @id and takes its parts over. 0, or -errno with @err and nothing
 * left over: -EMFILE with the number that is needed, -ENODEV no CPU has it, what the kernel gives.
 */
int opening__rings(const struct opening *opening, struct description *description, u64 id,
		   struct rings **rings, struct err *err);

/*
 * A CPU that came online: opens the event there, starts it, and gives all to the keeper again. A
 * ring that it had before it went offline is dropped. 0 or -errno with @err.
 */
int opening__cpu(const struct opening *opening, struct rings *rings, int cpu, struct err *err);

/* The CPUs that are online; how many, or -errno with @err. The caller frees *cpus. */
int opening__online(const char *path, int **cpus, struct err *err);

/* Lets this process have as many descriptors as it may. */
void opening__raise_fd_limit(void);

#endif
