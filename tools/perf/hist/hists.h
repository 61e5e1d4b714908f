/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_HISTS_H
#define PERF_HIST_HISTS_H

#include "arena.h"
#include "hist/chains.h"
#include "hist/entry.h"
#include "hist/spec.h"

/* A row of a hierarchy: one of the list, or the sum of those that agree as far as its level. */
struct hist_node {
	struct hist_entry *entry;
	u32 level; /* from 1 on */
	u32 end;   /* what is below it ends before that number */
};

/* The rows of one event. Zeroed but for spec is empty. */
struct hists {
	const struct hist_spec *spec; /* borrowed */
	u64 tracepoint;		      /* number of the event's tracepoint; 0: it is none */
	struct arena arena;
	struct hist_entry **list; /* as they were made; once sorted, in the spec's order */
	struct hist_slot *slots;  /* open addressing */
	size_t nr, cap, nr_slots;
	struct hists *member; /* joined: the next event, whose rows are the same; NULL: the last */
	struct chains chains;
	struct hist_node *nodes;     /* of a hierarchy, each before what is below it, in order */
	u32 nr_nodes, nr_levels;     /* 0 levels: rows are none */
	u8 levels[HIST_MAX_COLUMNS]; /* of columns, as far as the event has them; 0: on none */
	bool by_count;		     /* call chains count samples, not periods */
	bool leads;		     /* a group of the file, joined or not */
	u64 samples, period;	     /* of the event, filtered out ones included */
	u64 samples_shown, period_shown; /* without these */
};

/* What the call chains of all samples have together. */
static inline u64 hists__chains_total(const struct hists *hists)
{
	return hists->by_count ? hists->samples : hists->period;
}

/* The least of a branch that is shown, where @percent of all is asked for. */
static inline u64 hists__chains_min(const struct hists *hists, double percent)
{
	double min = hists__chains_total(hists) * percent / 100;

	/* Half a sample is none. */
	return (u64)min + (hists->by_count && min > (u64)min);
}

/* The row of these keys and chain (0 where chains do not make rows differ), made when it is new;
 * NULL: out of memory. */
struct hist_entry *hists__get(struct hists *hists, const u64 *keys, u32 chain);

/* Likewise where a text is the only key. It need not be kept once: the first row gets a copy in @texts. */
struct hist_entry *hists__get_text(struct hists *hists, struct arena *texts, const char *text,
				   size_t len);

/* Puts list in the order of the spec. Afterwards get() must not be called any more. 0 or -ENOMEM. */
int hists__sort(struct hists *hists);

/* Forgets how rows are found, so that their list can be put in another order. */
void hists__drop_table(struct hists *hists);

void hists__exit(struct hists *hists);

#endif
