// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one table of perf.data's features. A feature that the tool learns to know is a row here and
 * the functions that the row names.
 */
#include "feature.h"

#include "feature-read.h"
#include "feature-write.h"
#include "machine.h"
#include "tracing-data.h"

#define FEATURE(BIT, ...)                                      \
	{                                                      \
		.bit = DATA_##BIT, .name = #BIT, ##__VA_ARGS__ \
	}

/* Written and read under the same name. */
#define BOTH(name)    .write = feature_write__##name, .read = feature_read__##name
#define MACHINE(name) .write = machine__write_##name

const struct feature features[] = {
	FEATURE(TRACING_DATA, .write = tracing_data__write, .read = feature_read__tracing_data),
	FEATURE(BUILD_ID, .keep = true, .late = true, .write = feature_write__build_id),
	FEATURE(HOSTNAME, BOTH(hostname)),
	FEATURE(OSRELEASE, BOTH(osrelease)),
	FEATURE(VERSION, BOTH(version)),
	FEATURE(ARCH, BOTH(arch)),
	FEATURE(NRCPUS, MACHINE(nrcpus), .read = feature_read__nrcpus),
	FEATURE(CPUDESC, MACHINE(cpudesc), .read = feature_read__cpudesc),
	FEATURE(CPUID, MACHINE(cpuid), .read = feature_read__cpuid),
	FEATURE(TOTAL_MEM, MACHINE(total_mem), .read = feature_read__total_mem),
	FEATURE(CMDLINE, BOTH(cmdline)),
	FEATURE(EVENT_DESC, .keep = true, .write = feature_write__event_desc),
	FEATURE(CPU_TOPOLOGY, MACHINE(cpu_topology)),
	FEATURE(NUMA_TOPOLOGY, MACHINE(numa_topology)),
	FEATURE(BRANCH_STACK),
	FEATURE(PMU_MAPPINGS, MACHINE(pmu_mappings)),
	FEATURE(GROUP_DESC, .write = feature_write__group_desc),
	FEATURE(AUXTRACE),
	FEATURE(STAT),
	FEATURE(CACHE, MACHINE(cache)),
	FEATURE(SAMPLE_TIME, .late = true, BOTH(sample_time)),
	FEATURE(MEM_TOPOLOGY),
	FEATURE(CLOCKID, .write = feature_write__clockid),
	FEATURE(DIR_FORMAT),
	FEATURE(BPF_PROG_INFO),
	FEATURE(BPF_BTF),
	FEATURE(COMPRESSED),
	FEATURE(CPU_PMU_CAPS),
	FEATURE(CLOCK_DATA, BOTH(clock_data)),
	FEATURE(HYBRID_TOPOLOGY),
	FEATURE(PMU_CAPS),
};
const size_t nr_features = ARRAY_SIZE(features);

const struct feature *feature__find(unsigned int bit)
{
	/* Bits begin at 1 and have no gap. */
	return bit && bit <= nr_features ? &features[bit - 1] : NULL;
}
