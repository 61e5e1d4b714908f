/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_FORMAT_H
#define PERF_DATA_FORMAT_H

#include "types.h"

/*
 * How perf.data lies on the disk. Everything is in the byte order of the recording machine.
 */
#define DATA_MAGIC_V1	  0x454c494646524550ull /* "PERFFILE" read as little-endian */
#define DATA_MAGIC_V2	  0x32454c4946524550ull /* "PERFILE2" */
#define DATA_HEADER_BYTES 104
#define DATA_PIPE_BYTES	  16
#define DATA_NR_FEATURES  256
#define DATA_RECORD_MAX	  65535u

struct data_section {
	u64 offset;
	u64 size;
};

struct data_file_header {
	u64 magic;
	u64 size;      /* of this header: 16 says that this is the pipe form, 72 has no features */
	u64 attr_size; /* of one entry of attrs: an attr and a section of ids */
	struct data_section attrs;
	struct data_section data;
	struct data_section event_types; /* version 1 only */
	u64 features[DATA_NR_FEATURES / 64];
};

/* Bits of data_file_header.features. Their sections stand in this order after the data. */
enum data_feature {
	DATA_TRACING_DATA = 1,
	DATA_BUILD_ID,
	DATA_HOSTNAME,
	DATA_OSRELEASE,
	DATA_VERSION,
	DATA_ARCH,
	DATA_NRCPUS,
	DATA_CPUDESC,
	DATA_CPUID,
	DATA_TOTAL_MEM,
	DATA_CMDLINE,
	DATA_EVENT_DESC,
	DATA_CPU_TOPOLOGY,
	DATA_NUMA_TOPOLOGY,
	DATA_BRANCH_STACK,
	DATA_PMU_MAPPINGS,
	DATA_GROUP_DESC,
	DATA_AUXTRACE,
	DATA_STAT,
	DATA_CACHE,
	DATA_SAMPLE_TIME,
	DATA_MEM_TOPOLOGY,
	DATA_CLOCKID,
	DATA_DIR_FORMAT,
	DATA_BPF_PROG_INFO,
	DATA_BPF_BTF,
	DATA_COMPRESSED,
	DATA_CPU_PMU_CAPS,
	DATA_CLOCK_DATA,
	DATA_HYBRID_TOPOLOGY,
	DATA_PMU_CAPS,
};

/* Record types that the tools made up; the kernel's are in <linux/perf_event.h>. */
enum data_record_type {
	DATA_RECORD_HEADER_ATTR = 64, /* the attr, then u64 ids to the end */
	DATA_RECORD_EVENT_TYPE,	      /* nobody reads it any more */
	DATA_RECORD_TRACING_DATA,     /* u32 size; the bytes follow the record */
	DATA_RECORD_BUILD_ID,
	DATA_RECORD_FINISHED_ROUND,
	DATA_RECORD_ID_INDEX,
	DATA_RECORD_AUXTRACE_INFO,
	DATA_RECORD_AUXTRACE, /* u64 size, ...; the bytes follow the record */
	DATA_RECORD_AUXTRACE_ERROR,
	DATA_RECORD_THREAD_MAP,
	DATA_RECORD_CPU_MAP,
	DATA_RECORD_STAT_CONFIG,
	DATA_RECORD_STAT,
	DATA_RECORD_STAT_ROUND,
	DATA_RECORD_EVENT_UPDATE,
	DATA_RECORD_TIME_CONV,
	DATA_RECORD_HEADER_FEATURE, /* u64 feature bit, then its content */
	DATA_RECORD_COMPRESSED,
	DATA_RECORD_FINISHED_INIT,
	DATA_RECORD_COMPRESSED2,
	DATA_RECORD_SIMPLEPERF = 32768, /* simpleperf's own from here up */
};

/*
 * Our writer puts a record of type DATA_RECORD_EVENT_TYPE before each table of features: misc tells
 * how many entries the table has, and whether it is the last one (see writer.c).
 */
#define DATA_TABLE_ENTRIES 0x1fff
#define DATA_TABLE_FINAL   0x8000

/* Body of DATA_RECORD_EVENT_UPDATE: u64 kind, u64 id, then text, a double or a CPU map. */
enum data_event_update { DATA_UPDATE_UNIT, DATA_UPDATE_SCALE, DATA_UPDATE_NAME, DATA_UPDATE_CPUS };

/* A build-id record's misc: then one byte after the id tells how many bytes of it count. */
#define DATA_BUILD_ID_HAS_SIZE (1 << 15)

/* Strings are padded to this many bytes by convention; readers go by the length alone. */
#define DATA_STRING_ALIGN 64

#endif
