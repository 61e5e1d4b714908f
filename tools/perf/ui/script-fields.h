/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SCRIPT_FIELDS_H
#define PERF_UI_SCRIPT_FIELDS_H

#include <linux/perf_event.h>

#include "err.h"

/* Kinds of events whose lines can be chosen apart ("sw:comm,ip"). */
enum script_kind {
	SCRIPT_HW,
	SCRIPT_SW,
	SCRIPT_TRACE,
	SCRIPT_CACHE,
	SCRIPT_RAW,
	SCRIPT_BREAK,
	SCRIPT_SYNTH, /* made of traces: none is */
	SCRIPT_OTHER, /* PMUs found by their number */
	SCRIPT_NR_KINDS,
};

/* What -F said, for one kind of events. Zeroed is nothing. */
struct script_choice {
	bool replaced; /* a list took the place of the default */
	u64 set, add, remove;
};

struct script_fields {
	struct script_choice kinds[SCRIPT_NR_KINDS];
};

/* Takes in one -F: "comm,ip", "+cpu,-sym", "trace:comm". 0, or -EINVAL with the column. */
int script_fields__parse(struct script_fields *fields, const char *text, struct err *err);

/* @has_formats: the file has formats of tracepoints. */
enum script_kind script_kind__of(const struct perf_event_attr *attr, bool has_formats);

/*
 * The fields to print for an event. 0; or -ENODATA when the user asked by name for one that its
 * samples do not have, and that one is in *missing.
 */
int script_fields__get(const struct script_fields *fields, const struct perf_event_attr *attr,
		       enum script_kind kind, u64 *result, u64 *missing);

#endif
