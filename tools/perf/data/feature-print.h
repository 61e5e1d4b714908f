/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FEATURE_PRINT_H
#define PERF_DATA_FEATURE_PRINT_H

#include "buf.h"
#include "decode.h"
#include "event-attr.h"

/* The events of the file, for what names them. */
struct feature_events {
	const struct data_event *events;
	size_t nr;
};

/*
 * Each appends the lines of one section to the header's text. Lengths that do not fit end the text of
 * that section early.
 */
#define FEATURE_PRINT(name)                                                \
	void feature_print__##name(struct buf *out, struct feature_in *in, \
				   const struct feature_events *events)
FEATURE_PRINT(hostname);
FEATURE_PRINT(osrelease);
FEATURE_PRINT(version);
FEATURE_PRINT(arch);
FEATURE_PRINT(nrcpus);
FEATURE_PRINT(cpudesc);
FEATURE_PRINT(cpuid);
FEATURE_PRINT(total_mem);
FEATURE_PRINT(cmdline);
FEATURE_PRINT(event_desc);
FEATURE_PRINT(branch_stack);
FEATURE_PRINT(pmu_mappings);
FEATURE_PRINT(group_desc);
FEATURE_PRINT(auxtrace);
FEATURE_PRINT(stat);
FEATURE_PRINT(sample_time);
FEATURE_PRINT(clockid);
FEATURE_PRINT(dir_format);
FEATURE_PRINT(compressed);
FEATURE_PRINT(cpu_pmu_caps);
FEATURE_PRINT(clock_data);
FEATURE_PRINT(hybrid_topology);
FEATURE_PRINT(pmu_caps);

#endif
