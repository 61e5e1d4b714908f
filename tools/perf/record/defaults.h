/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_DEFAULTS_H
#define PERF_RECORD_DEFAULTS_H

#include "err.h"

struct event;
struct event_list;
struct record_opts;

/* What the attr of one event depends on besides the options. */
struct record_place {
	bool several;	 /* the file holds more than one event: samples must say whose they are */
	bool cpus;	 /* samples name their CPU */
	bool inherit;	 /* children of the tasks are followed */
	bool on_exec;	 /* starts with the command's exec */
	bool tracking;	 /* also records comm, fork, exit and mmap */
	bool persistent; /* is opened by its attr as a persistent event of the kernel's PMU */
	int clockid;	 /* CLOCK_*; -1: perf's own */
	const struct event *leader; /* itself when alone */
	bool group;		    /* it is in a group of several */
};

/*
 * Fills in what neither sysfs nor the user set (pinned bits stay). 0, or -EINVAL when a pinned
 * sample_type lacks what a recording can not do without, which @err names.
 */
int record_defaults__apply(struct event *event, const struct record_opts *opts,
			   const struct record_place *place, struct err *err);

/* A new event that counts nothing and only carries comm, fork, exit and mmap. NULL: no memory. */
struct event *record_defaults__dummy(void);

#endif
