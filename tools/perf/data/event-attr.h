/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_EVENT_ATTR_H
#define PERF_DATA_EVENT_ATTR_H

#include <linux/perf_event.h>

#include "types.h"

/* One event of a perf.data file: its attr of any size, its ids and how it is called. */
struct data_event {
	u64 *words;    /* the attr in native order, at least sizeof(struct perf_event_attr) bytes */
	u32 attr_size; /* bytes that the file holds, or that are to be written */
	u64 *ids;
	size_t nr_ids;
	char *name; /* NULL: the file does not say */
	char *unit; /* NULL: none */
	double scale;
};

static inline struct perf_event_attr *data_event__attr(const struct data_event *event)
{
	return (struct perf_event_attr *)event->words;
}

/* Frees what the event owns (words, ids, name, unit) and zeroes it. */
void data_event__exit(struct data_event *event);

#endif
