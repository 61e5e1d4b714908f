/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_PMU_DIR_H
#define PERF_UTIL_PMU_DIR_H

#include "err.h"

struct pmu;
struct pmu_event;
struct pmu_format;

/* Where a PMU is: the directory @name, which must be plain (names.h), of a source. */
struct pmu_place {
	const char *source;
	int source_fd; /* the source, open; borrowed for as long as the PMU lives */
	const char *name;
	const char *holder; /* what pmu->holder becomes, copied, or NULL */
};

/*
 * One PMU: its type and CPUs are read at once, its formats and events one file at a time when they
 * are asked for, and kept, faults included. 0 and a PMU that the caller deletes; -ENOENT with
 * nothing in @err when there is no such directory; else -errno with the file and the reason.
 */
int pmu__load(struct pmu **pmu, const struct pmu_place *place, struct err *err);
void pmu__delete(struct pmu *pmu);

/* Reads caps/max_precise: the highest precise_ip of the PMU; -1: it does not say. */
int pmu__max_precise(const struct pmu *pmu);

/* What stands behind event_lookup's functions of these names; same contracts. */
int pmu__find_format(const struct pmu *pmu, const char *name, const struct pmu_format **format,
		     struct err *err);
int pmu__find_event(const struct pmu *pmu, const char *name, const struct pmu_event **event,
		    struct err *err);
int pmu__each_format_name(const struct pmu *pmu, int (*fn)(void *arg, const char *name), void *arg);
int pmu__each_event_name(const struct pmu *pmu, int (*fn)(void *arg, const char *name), void *arg);

/* Is it the name of an event, not of one of the files beside it (NAME.scale, ...)? */
bool pmu_event__is_name(const char *name);

/*
 * Reads a small text of sysfs, trims white space at its ends and ends it with a NUL. Returns its
 * length; -ENOENT with nothing in @err; else -errno with file and reason. The caller frees it.
 */
int pmu_text__read(char **text, const char *path, struct err *err);

#endif
