// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one table of perf.data's features. A feature that the tool learns to know is a row here and
 * the functions that the row names.
 */
#include "feature.h"

#include "feature-print.h"
#include "feature-read.h"
#include "feature-write.h"
#include "machine.h"
#include "tracing-data.h"

#define FEATURE(BIT, ...)                                      \
	{                                                      \
		.bit = DATA_##BIT, .name = #BIT, ##__VA_ARGS__ \
	}
#define WRITE(name)   .write = feature_write__##name
#define MACHINE(name) .write = machine__write_##name
#define READ(name)    .read = feature_read__##name
#define PRINT(name)   .print = feature_print__##name

const struct feature features[] = {
	FEATURE(TRACING_DATA, .write = tracing_data__write, READ(tracing_data)),
	FEATURE(BUILD_ID, .keep = true, .late = true, WRITE(build_id)),
	FEATURE(HOSTNAME, WRITE(hostname), READ(hostname), PRINT(hostname)),
	FEATURE(OSRELEASE, WRITE(osrelease), READ(osrelease), PRINT(osrelease)),
	FEATURE(VERSION, WRITE(version), READ(version), PRINT(version)),
	FEATURE(ARCH, WRITE(arch), READ(arch), PRINT(arch)),
	FEATURE(NRCPUS, MACHINE(nrcpus), READ(nrcpus), PRINT(nrcpus)),
	FEATURE(CPUDESC, MACHINE(cpudesc), READ(cpudesc), PRINT(cpudesc)),
	FEATURE(CPUID, MACHINE(cpuid), READ(cpuid), PRINT(cpuid)),
	FEATURE(TOTAL_MEM, MACHINE(total_mem), READ(total_mem), PRINT(total_mem)),
	FEATURE(CMDLINE, WRITE(cmdline), READ(cmdline), PRINT(cmdline)),
	FEATURE(EVENT_DESC, .keep = true, WRITE(event_desc), PRINT(event_desc)),
	FEATURE(CPU_TOPOLOGY, MACHINE(cpu_topology), READ(cpu_topology), .long_text = true),
	FEATURE(NUMA_TOPOLOGY, MACHINE(numa_topology), .long_text = true),
	FEATURE(BRANCH_STACK, PRINT(branch_stack)),
	FEATURE(PMU_MAPPINGS, MACHINE(pmu_mappings), PRINT(pmu_mappings)),
	FEATURE(GROUP_DESC, WRITE(group_desc), READ(group_desc), PRINT(group_desc)),
	FEATURE(AUXTRACE, PRINT(auxtrace)),
	FEATURE(STAT, PRINT(stat)),
	FEATURE(CACHE, MACHINE(cache), .long_text = true),
	FEATURE(SAMPLE_TIME, .late = true, WRITE(sample_time), READ(sample_time),
		PRINT(sample_time)),
	FEATURE(MEM_TOPOLOGY, .long_text = true),
	FEATURE(CLOCKID, WRITE(clockid), PRINT(clockid)),
	FEATURE(DIR_FORMAT, PRINT(dir_format)),
	FEATURE(BPF_PROG_INFO),
	FEATURE(BPF_BTF),
	FEATURE(COMPRESSED, PRINT(compressed)),
	FEATURE(CPU_PMU_CAPS, PRINT(cpu_pmu_caps)),
	FEATURE(CLOCK_DATA, WRITE(clock_data), READ(clock_data), PRINT(clock_data)),
	FEATURE(HYBRID_TOPOLOGY, PRINT(hybrid_topology)),
	FEATURE(PMU_CAPS, PRINT(pmu_caps)),
};
const size_t nr_features = ARRAY_SIZE(features);

const struct feature *feature__find(unsigned int bit)
{
	/* Bits begin at 1 and have no gap. */
	return bit && bit <= nr_features ? &features[bit - 1] : NULL;
}
