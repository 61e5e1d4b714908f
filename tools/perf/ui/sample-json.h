/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_JSON_H
#define PERF_UI_SAMPLE_JSON_H

#include "ui/sample-line.h"

/*
 * Appends one sample as a JSON object and a newline: its event, and of comm, pid, tid, cpu, time
 * (seconds), period, trace, addr, ip, symbol, offset, dso and callchain those that its samples
 * have. Addresses are strings in hexadecimal. Only .machine, .trace, .names and .max_stack of @view
 * are looked at. 0 or -ENOMEM.
 */
int sample_json__print(const struct sample_view *view, struct buf *out,
		       const struct session_record *record);

#endif
