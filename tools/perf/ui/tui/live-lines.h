/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_TUI_LIVE_LINES_H
#define PERF_UI_TUI_LIVE_LINES_H

#include "ui/tui/live.h"

struct buf;

/* Appends a number that people can read at once: "721", "12K", "3.4M". */
void live_lines__number(struct buf *out, u64 value);

/* Samples, rate, what was lost, rings, readers, and for how long. @now_ns: CLOCK_MONOTONIC. */
void live_lines__status(struct buf *out, const struct live_status *status, u64 now_ns);

/* Makes *most_ms the largest time by which rows that are seen since @now_ns came too late. */
void live_lines__measure(u32 *most_ms, const struct live_snapshot *snapshot, u64 now_ns);

/* The newest sample and its age; that none came yet. */
void live_lines__last(struct buf *out, const struct live_status *status, u64 now_ns);

#endif
