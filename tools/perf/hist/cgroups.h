/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_CGROUPS_H
#define PERF_HIST_CGROUPS_H

#include "types.h"

struct session_record;
struct texts;

/* Names of control groups, as CGROUP records tell them. Zeroed is empty. */
struct hist_cgroups {
	struct hist_cgroup *list;
	size_t nr, cap;
};

/* Takes in the record, if it is a CGROUP. 0 or -ENOMEM; what is too short is left out. */
int hist_cgroups__add(struct hist_cgroups *cgroups, struct texts *texts,
		      const struct session_record *record, bool swapped);

/* The name, out of the texts, or NULL. */
const char *hist_cgroups__name(const struct hist_cgroups *cgroups, u64 id);
void hist_cgroups__exit(struct hist_cgroups *cgroups);

#endif
