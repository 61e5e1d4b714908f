/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_LIVE_H
#define PERF_UI_TUI_LIVE_H

#include "types.h"

struct hists;

/*
 * What a live view is fed with. One thread reads rings, resolves and makes snapshots; the view's
 * thread draws them. Neither waits for the other: the calls below must return within a few
 * milliseconds, and whoever implements them takes the locks that this needs.
 */

enum live_mode {
	LIVE_DECAY, /* a refresh lets what was counted before weigh less */
	LIVE_ZERO,  /* a refresh begins from nothing */
};

struct live_event {
	const char *name;
	const struct hists *hists; /* final rows, sorted */
};

/* Rows of one refresh. It and all that its rows' fields print stays as it is until it is put. */
struct live_snapshot {
	struct live_event *events; /* in the same order in each snapshot */
	size_t nr;
	u64 due_ns; /* CLOCK_MONOTONIC: when it was to be seen; 0: nobody waits for it */
};

/* What the lines above the rows say. Changes faster than the rows. */
struct live_status {
	u64 samples;	     /* counted since the attach */
	u64 older;	     /* were in the rings before and are not counted */
	double rate;	     /* samples a second, of late */
	u64 lost_kernel;     /* samples that the kernel had no room for */
	u64 lost_reader;     /* that were overwritten before they were read */
	u64 ring_bytes;	     /* of one ring; 0: not known */
	u32 nr_rings;	     /* one a CPU, as a rule */
	s32 readers;	     /* of the event, this one included; -1: not known */
	u64 attached_ns;     /* CLOCK_MONOTONIC at the attach */
	bool ended;	     /* nothing will come any more */
	char note[160];	     /* the newest thing to know, like a CPU that went; "": nothing */
	char last[512];	     /* the newest sample's decoded text; "": none came yet */
	u64 last_ns;	     /* CLOCK_MONOTONIC when it came; with an empty text unused */
	char last_event[64]; /* its event's name */
};

struct live_source {
	void *ctx;
	/* An eventfd to write 1 to when there is a new snapshot or note; the view reads it. -1: none. */
	int wake_fd;

	/* The newest snapshot, to be put later; NULL: none since the one that was given last. */
	const struct live_snapshot *(*get)(void *ctx);
	void (*put)(void *ctx, const struct live_snapshot *snapshot);

	void (*status)(void *ctx, struct live_status *status);

	/* The next refreshes are made this way, @delay_ms apart. */
	void (*configure)(void *ctx, enum live_mode mode, u32 delay_ms);
};

#endif
