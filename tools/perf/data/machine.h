/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_MACHINE_H
#define PERF_DATA_MACHINE_H

#include "buf.h"

struct feature_source;

/*
 * Feature sections that tell about the machine, from /proc and /sys. 0, -ENODATA where the
 * machine does not say, or -ENOMEM.
 */
int machine__write_nrcpus(struct buf *out, const struct feature_source *source);
int machine__write_cpudesc(struct buf *out, const struct feature_source *source);
int machine__write_cpuid(struct buf *out, const struct feature_source *source);
int machine__write_total_mem(struct buf *out, const struct feature_source *source);
int machine__write_cpu_topology(struct buf *out, const struct feature_source *source);
int machine__write_numa_topology(struct buf *out, const struct feature_source *source);
int machine__write_pmu_mappings(struct buf *out, const struct feature_source *source);
int machine__write_cache(struct buf *out, const struct feature_source *source);

#endif
