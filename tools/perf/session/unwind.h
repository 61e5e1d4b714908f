/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_UNWIND_H
#define PERF_SESSION_UNWIND_H

#include "session/sample.h"

struct machine;

/*
 * The user part of a call chain from the registers and the piece of the stack that a sample
 * carries (record --call-graph dwarf), the innermost first. @arch: the recording machine's, as
 * uname says it; NULL: this one's. Writes at most @max addresses to @ips, those of callers
 * inside of the call instruction. Returns their number; 0: the sample carries no registers,
 * or those of an unknown architecture.
 */
size_t unwind__sample(struct machine *machine, const struct perf_sample *sample,
		      const struct sample_layout *layout, const char *arch, u64 *ips, size_t max);

#endif
