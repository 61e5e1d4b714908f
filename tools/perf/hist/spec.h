/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_SPEC_H
#define PERF_HIST_SPEC_H

#include "err.h"
#include "hist/field.h"

#define HIST_MAX_COLUMNS 32

/* What rows stand for. */
enum hist_mode { HIST_MODE_NORMAL, HIST_MODE_BRANCH, HIST_MODE_MEMORY };

/* A field in its place. */
struct hist_column {
	const struct hist_field *field;
	int key; /* index of its key in a row; -1: the field is a sum */
};

/* What the rows are made of, shown with and ordered by. Zeroed is empty. */
struct hist_spec {
	struct hist_column columns[HIST_MAX_COLUMNS], order[HIST_MAX_COLUMNS];
	const struct hist_field *keys[HIST_MAX_COLUMNS];
	size_t nr_columns, nr_order, nr_keys;
	u8 levels
		[HIST_MAX_COLUMNS]; /* of columns in a hierarchy, from 1 on; 0: shown at every level */
	unsigned int nr_levels;	    /* 0: rows are no hierarchy */
	bool children;		    /* callers get a share of what they called */
	enum hist_mode mode;
	size_t group_sort; /* of joined events, the number of the one whose sums rows are sorted by */
	const char *sort; /* what the keys were named by; NULL: by -F alone */
};

/* What -s, -F and their companions said. */
struct hist_spec_options {
	const char *sort;   /* NULL: as the file suggests; "+x": that, and x */
	const char *fields; /* NULL: what sort says; "+x": that, and x */
	enum hist_mode mode;
	bool children, show_samples, show_period, show_modes;
	bool show_parent; /* whatever sort says */
	bool only_tracepoints;
	size_t group_sort;
	bool hierarchy; /* each name of sort, or each {list} of them, is a level */
	const struct trace_fields *trace_fields; /* NULL: names of such are unknown */
};

/*
 * Which of @nr joined events is the @nth whose sums are compared: the one that was asked for, then all but
 * the leader, as other perfs do it.
 */
static inline size_t hist_spec__compared(const struct hist_spec *spec, size_t nr, size_t nth)
{
	return nth || spec->group_sort >= nr ? nth : spec->group_sort;
}

/* 0, or -EINVAL: a name in sort or fields is unknown, @err says which. */
int hist_spec__parse(struct hist_spec *spec, const struct hist_spec_options *opts, struct err *err);

/* Is that field among the keys? */
bool hist_spec__has(const struct hist_spec *spec, enum hist_field_id id);

#endif
