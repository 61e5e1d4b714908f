/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_CGROUP_NAMES_H
#define PERF_UI_CGROUP_NAMES_H

#include "ui/sample-view.h"

/* Paths of cgroups by their number, as CGROUP records tell them. */
struct cgroup_names;
struct cgroup_names *cgroup_names__new(void); /* NULL: out of memory */
void cgroup_names__delete(struct cgroup_names *names);

/* Takes in a CGROUP record; what is damaged is left out. 0 or -ENOMEM. */
int cgroup_names__add(struct cgroup_names *names, const struct session_record *record,
		      bool swapped);

/* The field of perf script. */
void sample_line__print_cgroup(const struct sample_line *l);

#endif
