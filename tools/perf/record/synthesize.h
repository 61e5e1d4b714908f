/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_SYNTHESIZE_H
#define PERF_RECORD_SYNTHESIZE_H

#include <sys/types.h>

#include "err.h"

struct record_output;

/*
 * Records that the kernel does not write because what they tell happened before: without a time
 * (0), so that readers take them first. @sample_type is that of the events: each record gets
 * the trailer of sample_id_all. All: 0 or -errno with @err.
 */

/* The kernel's text and the modules, where /proc/kallsyms and /proc/modules show addresses. */
int synthesize__kernel(struct record_output *output, u64 sample_type, struct err *err);

/* Names and executable maps of every process, or of the one that has task @tid. A process that ends
 * meanwhile is left out. */
int synthesize__processes(struct record_output *output, u64 sample_type, struct err *err);
int synthesize__task(struct record_output *output, u64 sample_type, pid_t tid, struct err *err);

/* The same of all processes that descend from task @tid, where /proc tells them
 * (CONFIG_PROC_CHILDREN): one that began between the opening of events, which it inherits, and
 * their enabling has left no record of its name. */
int synthesize__children(struct record_output *output, u64 sample_type, pid_t tid, struct err *err);

/* Bytes of the trailer of sample_id_all (linux/perf_event.h, struct sample_id). */
size_t synthesize__trailer_bytes(u64 sample_type);

#endif
