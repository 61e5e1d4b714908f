/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_CPULIST_H
#define BASE_CPULIST_H

#include "err.h"

/*
 * Parses the kernel's list format ("0-3,8", white space at the end allowed; "" is no CPU)
 * into ascending numbers without duplicates. The caller frees *cpus.
 * Returns how many, or -EINVAL (with the column), -ERANGE past CPULIST_MAX, -ENOMEM.
 */
#define CPULIST_MAX 65536
int cpulist__parse(const char *text, int **cpus, struct err *err);

/*
 * The online CPUs, or with @list (NULL: all) those of them it names: one that is not online is
 * an error (-EINVAL), as is a list of none. Returns how many or -errno; the caller frees *cpus.
 */
int cpulist__online(const char *list, int **cpus, struct err *err);

/* The shortest list text of @nr ascending CPUs ("0-3,8"); the caller frees it. NULL: -ENOMEM. */
char *cpulist__text(const int *cpus, int nr);

#endif
