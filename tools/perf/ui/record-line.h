/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_RECORD_LINE_H
#define PERF_UI_RECORD_LINE_H

#include "ui/sample-line.h"

/* Kinds of records besides samples that perf script shows when asked to. */
enum record_kind {
	RECORD_TASKS = 1 << 0,	    /* COMM, FORK, EXIT */
	RECORD_MMAPS = 1 << 1,	    /* MMAP, MMAP2 */
	RECORD_SWITCHES = 1 << 2,   /* SWITCH, SWITCH_CPU_WIDE */
	RECORD_NAMESPACES = 1 << 3, /* NAMESPACES */
	RECORD_CGROUPS = 1 << 4,    /* CGROUP */
	RECORD_LOST = 1 << 5,	    /* LOST, LOST_SAMPLES */
	RECORD_BPF = 1 << 6,	    /* KSYMBOL, BPF_EVENT */
	RECORD_TEXT_POKES = 1 << 7, /* TEXT_POKE */
};

/* The kind of a record type, or 0. */
u32 record_kind__of(u32 type);

/* Appends what follows the type's name in such a line, its end included; of others nothing. */
void record_line__print_body(struct buf *out, const struct session_record *record);

/* Appends the line of a record of one of these kinds. 0 or -ENOMEM. */
int record_line__print(struct sample_view *view, struct buf *out,
		       const struct session_record *record);

#endif
