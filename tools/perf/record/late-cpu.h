/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_LATE_CPU_H
#define PERF_RECORD_LATE_CPU_H

#include "open.h"

struct record_header;
struct recorder;

/* The ordinary events of a CPU that came online while a live recording runs. */
struct late_cpu {
	struct late_cpu *next;
	int cpu;
	struct record_set set, tracking;
};

/*
 * Opens on @cpu what is open on the others, starts it, and adds it to the recorder and its ids to @header. One
 * that came before and went is replaced. 0 or -errno with @err.
 */
int late_cpu__add(struct recorder *recorder, struct record_header *header, int cpu,
		  struct err *err);
void late_cpu__delete_all(struct late_cpu *late);

#endif
