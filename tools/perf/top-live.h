/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TOP_LIVE_H
#define PERF_TOP_LIVE_H

#include "err.h"
#include "ui/tui/live.h"

struct annotate_options;
struct annotator;
struct collect_options;
struct event_list;
struct event_lookup;
struct record_opts;
struct symbol_options;

/*
 * What perf top shows: a thread reads the rings, resolves and adds up; another one makes rows of it, a
 * refresh at a time. Neither waits for who draws.
 */
struct top_live;

struct top_live_options {
	const struct record_opts *record;
	const struct collect_options *collect;
	struct event_list *list;
	const struct event_lookup *lookup;
	const struct symbol_options *symbols;
	const struct annotate_options *annotate;
	bool hide_kernel, hide_user; /* samples of these are not counted */
	enum live_mode mode;
	u32 delay_ms;
	/* What people should know, a line each; by any thread. May be NULL. */
	void (*note)(void *arg, const char *text);
	void *arg;
};

/* Opens and starts everything. @opts and all that it points to is borrowed. 0 or -errno with @err. */
int top_live__new(struct top_live **live, const struct top_live_options *opts, struct err *err);

/* What views are fed with, as long as @live lives. */
struct live_source top_live__source(struct top_live *live);

/* What instructions of functions come from, in the view's thread. */
struct annotator top_live__annotator(struct top_live *live);

/* Was the last snapshot published, so that no other will come? */
bool top_live__is_over(struct top_live *live);

/* Ends reading; what is left comes as a last snapshot. */
void top_live__stop(struct top_live *live);

/* Waits for the reader, whose fault, or 0, it gives; a fault comes with @err. */
int top_live__join(struct top_live *live, struct err *err);

/* The exit code of the command; -1: there was none. */
int top_live__child_exit(const struct top_live *live);

void top_live__delete(struct top_live *live);

#endif
