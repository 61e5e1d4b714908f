/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_EVENT_NAMES_H
#define PERF_UTIL_EVENT_NAMES_H

#include "event.h"

/* Names whose meaning the kernel's ABI fixes (linux/perf_event.h), so no PMU is asked. */
struct event_name {
	u32 type; /* PERF_TYPE_HARDWARE, _SOFTWARE, _HW_CACHE or _RAW */
	u64 config;
	enum event_tool tool; /* then type and config are those of the dummy event */
};

/*
 * Hardware, software, tool and cache names with their synonyms, and rHEX. 0, -ENOENT for a name
 * of none of these, -EINVAL for a cache that lacks the operation, -ERANGE for rHEX past 64 bits.
 */
int event_name__find(const char *name, struct event_name *found);

/* Calls @fn for each hardware, software, tool and usual cache name; they end with the call. */
void event_name__each(void (*fn)(void *arg, const char *name), void *arg);

/* The value of branch_type=: names joined by ',' or '|'. 0, or -EINVAL with *at the fault. */
int branch_type__parse(const char *text, u64 *value, int *at);

#endif
