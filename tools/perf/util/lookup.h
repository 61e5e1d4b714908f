/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_LOOKUP_H
#define PERF_UTIL_LOOKUP_H

#include <linux/perf_event.h>

#include "err.h"

/*
 * Where resolving gets its facts. pmus.c gives one over sysfs that reads as little as it can;
 * tests give one over tables in memory. What is handed out lives as long as the lookup.
 */

struct pmu;
struct pmu_format;
struct pmu_event;

struct tracepoint {
	const char *system;
	const char *name;
	u64 id;
};

/* Which tracepoints are looked for, by globs or plain names, and whom to tell. */
struct tracepoint_walk {
	const char *system_glob;
	const char *name_glob;
	int (*fn)(void *arg, const struct tracepoint *tp);
	void *arg;
};

struct event_lookup {
	void *ctx;

	/*
	 * The PMU of exactly that name, of the first source that has it whole (a PMU without a
	 * usable type does not hide that of a later source).
	 * A name that no directory can have ("", "a/b", ".x") is not found. -ENOENT with nothing
	 * in @err when there is none; any other error (no type file, unreadable) with @err filled.
	 */
	int (*find_pmu)(void *ctx, const char *name, const struct pmu **pmu, struct err *err);

	/*
	 * The PMU of @pmu's name in a later source than @pmu's: sources are searched in order and
	 * the first that defines the event (find_event), or the format that a term names, wins.
	 * Whoever finds nothing in a PMU asks for the next until -ENOENT (nothing in @err), and
	 * reports the fault of the first. Optional: NULL means that a name is in one source only.
	 */
	int (*next_pmu_of_name)(void *ctx, const struct pmu *pmu, const struct pmu **next,
				struct err *err);

	/*
	 * Calls @fn for the name of each PMU in order of sources, then name, reading no PMU; a
	 * name that an earlier source has is not repeated; a source that is not there or may not be
	 * listed has none. Stops at a non-zero result and returns it; -errno when a source can not
	 * be listed for another reason.
	 */
	int (*each_pmu_name)(void *ctx, int (*fn)(void *arg, const char *name), void *arg);

	/*
	 * Calls @fn for each PMU that has a second name (file alias), in the same order and with the
	 * same results; reads those files once. Optional: NULL means that no PMU has one.
	 */
	int (*each_pmu_alias)(void *ctx, int (*fn)(void *arg, const char *alias, const char *name),
			      void *arg);

	/* -ENOENT with nothing in @err: no such file. A refused format: its fault. */
	int (*find_format)(void *ctx, const struct pmu *pmu, const char *name,
			   const struct pmu_format **format, struct err *err);
	int (*find_event)(void *ctx, const struct pmu *pmu, const char *name,
			  const struct pmu_event **event, struct err *err);

	/* Names of a PMU's formats and events, for suggestions. */
	int (*each_format_name)(void *ctx, const struct pmu *pmu,
				int (*fn)(void *arg, const char *name), void *arg);
	int (*each_event_name)(void *ctx, const struct pmu *pmu,
			       int (*fn)(void *arg, const char *name), void *arg);

	/*
	 * Does a PMU of that name (in any source) have an event file @event? Answers by the file's
	 * existence, reading nothing: for names typed without a PMU.
	 */
	bool (*has_event)(void *ctx, const char *pmu_name, const char *event);

	/*
	 * Is the PMU of that name a core PMU (named cpu, or with a file cpus)? Answers by the
	 * file's existence, reading nothing. NULL: find_pmu() is asked instead.
	 */
	bool (*is_core)(void *ctx, const char *pmu_name);

	/*
	 * The highest precise_ip of a PMU; -1: it does not say. Optional: NULL means that none does.
	 */
	int (*max_precise)(void *ctx, const struct pmu *pmu);

	/*
	 * The attr of a vendor's event name that neither sysfs nor the kernel's own names know. -ENOENT
	 * where nobody knows it. Optional: NULL means that there is no such source.
	 */
	int (*encode_name)(void *ctx, const char *name, struct perf_event_attr *attr);

	/*
	 * Tracepoints whose system and name match the globs (or plain names: then no directory is
	 * listed). Returns how many walk->fn was called for, its first non-zero result, or -errno
	 * with @err filled (tracefs not mounted, not readable). None that match is 0.
	 */
	int (*each_tracepoint)(void *ctx, const struct tracepoint_walk *walk, struct err *err);
};

#endif
