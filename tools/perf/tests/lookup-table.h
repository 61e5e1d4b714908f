/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_LOOKUP_TABLE_H
#define PERF_TESTS_LOOKUP_TABLE_H

#include "arena.h"
#include "util/lookup.h"
#include "util/pmu.h"

/*
 * A struct event_lookup over tables in memory, which tests and fuzzers resolve against. PMUs are
 * given as text, so that a row can carry them:
 *
 *   "cpu:4:core event=config:0-7 umask=config:8-15 | cycles:event=0x3c; two:event=1,umask=2"
 *
 * NAME:TYPE[:core][:alias=NAME][:holder=PATH][:cpus=LIST][:max_precise=N], then NAME=FORMAT texts,
 * then behind '|' events NAME:TERMS divided by ';', with NAME.unit:TEXT, NAME.scale:NUMBER, NAME.per-pkg: and
 * NAME.snapshot: as in sysfs. PMUs are divided by newlines. A refused format stays as a fault.
 */
struct lookup_table {
	struct arena arena;
	struct table_pmu *pmus;
	size_t nr_pmus;
	const struct tracepoint *tracepoints;
	size_t nr_tracepoints;
	struct event_lookup lookup;
};

/* 0, -ENOMEM or -EINVAL for text that is none of the above. The table owns copies. */
int lookup_table__init(struct lookup_table *table, const char *text);
void lookup_table__exit(struct lookup_table *table);

#endif
