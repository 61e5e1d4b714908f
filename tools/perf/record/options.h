/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_OPTIONS_H
#define PERF_RECORD_OPTIONS_H

#include "types.h"
#include "util/event.h"

/* What the command line asked of a recording; const from the command downward. */
struct record_opts {
	bool system_wide;     /* -a */
	const char *cpu_list; /* -C; NULL: not given */
	const char *pids;     /* -p, a comma list */
	const char *tids;     /* -t */
	const char *uid;      /* -u, a number or a name */
	bool per_thread;      /* --per-thread */
	bool no_inherit;      /* -i */

	bool has_period, has_freq;
	u64 period;	    /* -c */
	u64 freq;	    /* -F in Hz; 0 with max_freq */
	bool max_freq;	    /* -F max */
	bool default_event; /* no -e was given */
	enum event_call_graph call_graph;
	u32 stack_bytes; /* of --call-graph dwarf; 0: not said */
	bool has_clockid;
	int clockid; /* -k */

	u64 ring_bytes; /* -m, a power of two of pages; 0: not said */
	int delay_ms;	/* -D; -1: never enabled by the recorder; 0: at once */
	bool no_buildid;
	bool sample_cpu;	    /* whatever the target is */
	bool no_signals;	    /* SIGINT and SIGTERM are somebody else's */
	bool raw;		    /* -R: raw data of every event that has some */
	const char *online_path;    /* lists the CPUs that are online; NULL: the kernel's file */
	const char *since;	    /* --since; NULL: only what is newer than the attach */
	const char *output;	    /* -o */
	const char *const *filters; /* --filter, one for each event of the list; NULL entries */
	const char *const *argv;    /* the whole command line, for the file's header */
	char **command;		    /* the workload, NULL-terminated; NULL: none */
};

/* Takes one line that the user may want to know ("ring size halved ..."); the command prints. */
struct record_notes {
	void (*fn)(void *arg, const char *text);
	void *arg;
};
void record_notes__add(const struct record_notes *notes, const char *fmt, ...) __printf_like(2, 3);

#endif
