/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_COLLECT_H
#define PERF_HIST_COLLECT_H

#include <regex.h>

#include "hist/filter.h"
#include "hist/hists.h"
#include "hist/hits.h"
#include "hist/steps.h"
#include "session/session.h"

struct places;
struct points;

/* Which samples are rows, and of what kind. */
struct collect_options {
	struct hist_spec_options spec;
	struct hist_filter filter;
	const regex_t *parent;	       /* of what the parent field shows */
	const regex_t *ignore_callees; /* what these called counts as theirs; NULL: nothing does */
	u64 quantum_ns;		       /* times that differ less are equal */
	struct hits *hits;     /* takes in where in functions samples hit; NULL: nobody asks */
	bool full_source_path; /* in source lines */
	bool raw_trace;	       /* texts of tracepoints are their fields */
	u32 max_stack;
	enum step_detail steps; /* of call chains */
	bool no_children;
	bool no_chains;
	bool count_chains; /* by samples, not periods */
	bool no_inline;	   /* leave out inlined functions of unwound chains */
	bool groups;	   /* events that were opened together have the same rows */
	int chain_order;   /* 1: from the caller; -1: from the callee; 0: as children ask */
	bool verbose;
};

/* Samples of a recording, added up to rows. */
struct collect;

/* All borrowed; @info may grow until setup(). NULL: out of memory. */
struct collect *collect__new(const struct collect_options *opts, const struct data_info *info,
			     struct machine *machine);
void collect__delete(struct collect *collect);

/* Takes in one sample. 0, -ENOMEM, or -EINVAL with @err for what the samples do not have. */
int collect__sample(struct collect *collect, const struct session_record *record);

/* A new mapping of the kernel or a module. */
void collect__mmap(struct collect *collect, const struct session_record *record);

/* A record that names a control group, or any other. 0 or -ENOMEM. */
int collect__other(struct collect *collect, const struct session_record *record, bool swapped);

/* Must be called when the events are known, at the latest before the first sample. */
int collect__setup(struct collect *collect, const struct session_events *events);

/* Takes the events' names anew: records may have changed them. 0; -ENOMEM with collect__err(). */
int collect__rename(struct collect *collect, const struct session_events *events);

/* Adds what callers share and sorts. 0 or -ENOMEM. */
int collect__finish(struct collect *collect);

/* For who goes on collecting: the rows as they are added up, of which keys and chains are not final, and
 * the texts that their keys point to. */
struct hists *collect__raw(struct collect *collect, size_t i);
/* The same to look at, and for who changes nothing but the sums in them. */
const struct hists *collect__rows(const struct collect *collect, size_t i);
struct hists *collect__aged(struct collect *collect, size_t i);
struct texts *collect__texts(struct collect *collect);

/* Empty tables for the same machine, and what becomes of them: they are exchanged with those in use, which
 * nothing may point to any more. NULL: out of memory. */
struct places *collect__new_places(const struct collect *collect);
struct points *collect__new_points(const struct collect *collect);
void collect__swap_places(struct collect *collect, struct places **places, struct points **points);

/* The formats of tracepoints; NULL: none are known. */
struct trace;
struct trace *collect__trace(const struct collect *collect);

const struct err *collect__err(const struct collect *collect);
const struct hist_spec *collect__spec(const struct collect *collect);
size_t collect__nr_events(const struct collect *collect);

/* How many events from that one on have the same rows; 1: it is in no group. */
size_t collect__nr_joined(const struct collect *collect, size_t i);

const char *collect__event_name(const struct collect *collect, size_t i);
const struct hists *collect__hists(const struct collect *collect, size_t i);
bool collect__has_chains(const struct collect *collect);
bool collect__from_caller(const struct collect *collect);

#endif
