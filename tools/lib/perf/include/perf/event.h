/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef __LIBPERF_EVENT_H
#define __LIBPERF_EVENT_H

#include <linux/limits.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <stddef.h>
#include <sys/types.h>

/* Members without a name and arrays without a length are extensions to some languages. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The records of rings and of perf.data, as linux/perf_event.h (types up to 63) and the perf.data
 * format (types from 64) lay them out. A record is header.size bytes long, whatever its struct
 * says: texts end early, and optional members may be missing.
 */

/* Is @mem of the record @obj within its size? */
#define event_contains(obj, mem) ((obj).header.size > offsetof(__typeof__(obj), mem))

struct perf_record_mmap {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 start, len, pgoff;
	char filename[PATH_MAX];
};

struct perf_record_mmap2 {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 start, len, pgoff;
	union {
		struct {
			__u32 maj, min;
			__u64 ino, ino_generation;
		};
		struct { /* PERF_RECORD_MISC_MMAP_BUILD_ID */
			__u8 build_id_size;
			__u8 __reserved_1;
			__u16 __reserved_2;
			__u8 build_id[20];
		};
	};
	__u32 prot, flags;
	char filename[PATH_MAX];
};

struct perf_record_comm {
	struct perf_event_header header;
	__u32 pid, tid;
	char comm[16];
};

struct perf_record_namespaces {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 nr_namespaces;
	struct perf_ns_link_info link_info[];
};

/* PERF_RECORD_FORK and PERF_RECORD_EXIT */
struct perf_record_fork {
	struct perf_event_header header;
	__u32 pid, ppid;
	__u32 tid, ptid;
	__u64 time;
};

struct perf_record_lost {
	struct perf_event_header header;
	__u64 id, lost;
};

struct perf_record_lost_samples {
	struct perf_event_header header;
	__u64 lost;
};

/* As read_format ENABLED, RUNNING, ID and LOST together lay it out. */
struct perf_record_read {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 value, time_enabled, time_running;
	__u64 id, lost;
};

/* PERF_RECORD_THROTTLE and PERF_RECORD_UNTHROTTLE */
struct perf_record_throttle {
	struct perf_event_header header;
	__u64 time, id, stream_id;
};

#ifndef KSYM_NAME_LEN
#define KSYM_NAME_LEN 512
#endif

struct perf_record_ksymbol {
	struct perf_event_header header;
	__u64 addr;
	__u32 len;
	__u16 ksym_type, flags;
	char name[KSYM_NAME_LEN];
};

struct perf_record_bpf_event {
	struct perf_event_header header;
	__u16 type, flags;
	__u32 id;
	__u8 tag[8]; /* BPF_TAG_SIZE of linux/bpf.h */
};

struct perf_record_cgroup {
	struct perf_event_header header;
	__u64 id;
	char path[PATH_MAX];
};

struct perf_record_text_poke_event {
	struct perf_event_header header;
	__u64 addr;
	__u16 old_len, new_len;
	__u8 bytes[];
};

/* The fields follow in the order and number that attr.sample_type asks for. */
struct perf_record_sample {
	struct perf_event_header header;
	__u64 array[];
};

/* PERF_RECORD_SWITCH ends at the header. */
struct perf_record_switch {
	struct perf_event_header header;
	__u32 next_prev_pid, next_prev_tid;
};

struct perf_record_aux {
	struct perf_event_header header;
	__u64 aux_offset, aux_size;
	__u64 flags;
};

struct perf_record_itrace_start {
	struct perf_event_header header;
	__u32 pid, tid;
};

struct perf_record_aux_output_hw_id {
	struct perf_event_header header;
	__u64 hw_id;
};

struct perf_record_callchain_deferred {
	struct perf_event_header header;
	__u64 cookie;
	__u64 nr;
	__u64 ips[];
};

/* The ids follow attr, which may be of another size in a file: trust attr.size. */
struct perf_record_header_attr {
	struct perf_event_header header;
	struct perf_event_attr attr;
	__u64 id[];
};

#define MAX_EVENT_NAME 64

struct perf_trace_event_type {
	__u64 event_id;
	char name[MAX_EVENT_NAME];
};

struct perf_record_header_event_type {
	struct perf_event_header header;
	struct perf_trace_event_type event_type;
};

/* @size bytes, padded to 8, follow the record. */
struct perf_record_header_tracing_data {
	struct perf_event_header header;
	__u32 size;
};

/* In header.misc of a build-id record: its size member is set. */
#define PERF_RECORD_MISC_BUILD_ID_SIZE (1 << 15)

struct perf_record_header_build_id {
	struct perf_event_header header;
	pid_t pid;
	union {
		__u8 build_id[24];
		struct {
			__u8 data[20];
			__u8 size;
			__u8 reserved1__;
			__u16 reserved2__;
		};
	};
	char filename[];
};

struct id_index_entry {
	__u64 id, idx, cpu, tid;
};

/* A second array of these, one for each entry, may follow the first. */
struct id_index_entry_2 {
	__u64 machine_pid, vcpu;
};

struct perf_record_id_index {
	struct perf_event_header header;
	__u64 nr;
	struct id_index_entry entries[];
};

struct perf_record_auxtrace_info {
	struct perf_event_header header;
	__u32 type;
	__u32 reserved__;
	__u64 priv[];
};

/* @size bytes of trace follow the record. */
struct perf_record_auxtrace {
	struct perf_event_header header;
	__u64 size, offset, reference;
	__u32 idx, tid, cpu;
	__u32 reserved__;
};

#define MAX_AUXTRACE_ERROR_MSG 64

struct perf_record_auxtrace_error {
	struct perf_event_header header;
	__u32 type, code;
	__u32 cpu, pid, tid;
	__u32 fmt;
	__u64 ip, time;
	char msg[MAX_AUXTRACE_ERROR_MSG];
	__u32 machine_pid, vcpu;
};

struct perf_record_thread_map_entry {
	__u64 pid;
	char comm[16];
};

struct perf_record_thread_map {
	struct perf_event_header header;
	__u64 nr;
	struct perf_record_thread_map_entry entries[];
};

/* perf_record_cpu_map_data.type */
enum {
	PERF_CPU_MAP__CPUS = 0,
	PERF_CPU_MAP__MASK = 1,
	PERF_CPU_MAP__RANGE_CPUS = 2,
};

struct cpu_map_entries {
	__u16 nr;
	__u16 cpu[];
};

/* long_size is 4 here and 8 below; the bits of a word count from its lowest. */
struct perf_record_mask_cpu_map32 {
	__u16 nr, long_size;
	__u32 mask[];
};

struct perf_record_mask_cpu_map64 {
	__u16 nr, long_size;
	char __pad[4];
	__u64 mask[];
};

struct perf_record_range_cpu_map {
	__u8 any_cpu;
	__u8 __pad;
	__u16 start_cpu, end_cpu;
};

/* Packed: the union stands right behind the 2 bytes of type. */
struct __attribute__((packed)) perf_record_cpu_map_data {
	__u16 type;
	union {
		struct cpu_map_entries cpus_data;
		struct perf_record_mask_cpu_map32 mask32_data;
		struct perf_record_mask_cpu_map64 mask64_data;
		struct perf_record_range_cpu_map range_cpu_data;
	} __attribute__((packed));
};

struct perf_record_cpu_map {
	struct perf_event_header header;
	struct perf_record_cpu_map_data data;
};

/* perf_record_stat_config_entry.tag */
enum {
	PERF_STAT_CONFIG_TERM__AGGR_MODE = 0,
	PERF_STAT_CONFIG_TERM__INTERVAL = 1,
	PERF_STAT_CONFIG_TERM__SCALE = 2,
	PERF_STAT_CONFIG_TERM__AGGR_LEVEL = 3,
	PERF_STAT_CONFIG_TERM__MAX = 4,
};

struct perf_record_stat_config_entry {
	__u64 tag, val;
};

struct perf_record_stat_config {
	struct perf_event_header header;
	__u64 nr;
	struct perf_record_stat_config_entry data[];
};

struct perf_record_stat {
	struct perf_event_header header;
	__u64 id;
	__u32 cpu, thread;
	union {
		struct {
			__u64 val, ena, run;
		};
		__u64 values[3];
	};
};

struct perf_record_stat_round {
	struct perf_event_header header;
	__u64 type, time;
};

/* perf_record_event_update.type: what its data is */
enum {
	PERF_EVENT_UPDATE__UNIT = 0,
	PERF_EVENT_UPDATE__SCALE = 1,
	PERF_EVENT_UPDATE__NAME = 2,
	PERF_EVENT_UPDATE__CPUS = 3,
};

struct perf_record_event_update_cpus {
	struct perf_record_cpu_map_data cpus;
};

struct perf_record_event_update_scale {
	double scale;
};

struct perf_record_event_update {
	struct perf_event_header header;
	__u64 type;
	__u64 id;
	union {
		struct perf_record_event_update_scale scale;
		struct perf_record_event_update_cpus cpus;
		char name[1]; /* to the record's end */
		char unit[1];
	};
};

struct perf_record_time_conv {
	struct perf_event_header header;
	__u64 time_shift, time_mult, time_zero;
	__u64 time_cycles, time_mask;
	__u8 cap_user_time_zero, cap_user_time_short;
	__u8 reserved[6];
};

struct perf_record_header_feature {
	struct perf_event_header header;
	__u64 feat_id;
	char data[];
};

struct perf_record_compressed {
	struct perf_event_header header;
	char data[];
};

struct perf_record_compressed2 {
	struct perf_event_header header;
	__u64 data_size;
	char data[];
};

/* Types of records that are written by tools and not by the kernel. */
enum perf_user_event_type {
	PERF_RECORD_USER_TYPE_START = 64,
	PERF_RECORD_HEADER_ATTR = 64,
	PERF_RECORD_HEADER_EVENT_TYPE = 65,
	PERF_RECORD_HEADER_TRACING_DATA = 66,
	PERF_RECORD_HEADER_BUILD_ID = 67,
	PERF_RECORD_FINISHED_ROUND = 68,
	PERF_RECORD_ID_INDEX = 69,
	PERF_RECORD_AUXTRACE_INFO = 70,
	PERF_RECORD_AUXTRACE = 71,
	PERF_RECORD_AUXTRACE_ERROR = 72,
	PERF_RECORD_THREAD_MAP = 73,
	PERF_RECORD_CPU_MAP = 74,
	PERF_RECORD_STAT_CONFIG = 75,
	PERF_RECORD_STAT = 76,
	PERF_RECORD_STAT_ROUND = 77,
	PERF_RECORD_EVENT_UPDATE = 78,
	PERF_RECORD_TIME_CONV = 79,
	PERF_RECORD_HEADER_FEATURE = 80,
	PERF_RECORD_COMPRESSED = 81,
	PERF_RECORD_FINISHED_INIT = 82,
	PERF_RECORD_COMPRESSED2 = 83,
	PERF_RECORD_HEADER_MAX,
};

union perf_event {
	struct perf_event_header header;
	struct perf_record_mmap mmap;
	struct perf_record_mmap2 mmap2;
	struct perf_record_comm comm;
	struct perf_record_namespaces namespaces;
	struct perf_record_cgroup cgroup;
	struct perf_record_fork fork;
	struct perf_record_lost lost;
	struct perf_record_lost_samples lost_samples;
	struct perf_record_read read;
	struct perf_record_throttle throttle;
	struct perf_record_sample sample;
	struct perf_record_bpf_event bpf;
	struct perf_record_ksymbol ksymbol;
	struct perf_record_text_poke_event text_poke;
	struct perf_record_switch context_switch;
	struct perf_record_aux aux;
	struct perf_record_itrace_start itrace_start;
	struct perf_record_aux_output_hw_id aux_output_hw_id;
	struct perf_record_callchain_deferred callchain_deferred;
	struct perf_record_header_attr attr;
	struct perf_record_event_update event_update;
	struct perf_record_header_event_type event_type;
	struct perf_record_header_tracing_data tracing_data;
	struct perf_record_header_build_id build_id;
	struct perf_record_id_index id_index;
	struct perf_record_auxtrace_info auxtrace_info;
	struct perf_record_auxtrace auxtrace;
	struct perf_record_auxtrace_error auxtrace_error;
	struct perf_record_thread_map thread_map;
	struct perf_record_cpu_map cpu_map;
	struct perf_record_stat_config stat_config;
	struct perf_record_stat stat;
	struct perf_record_stat_round stat_round;
	struct perf_record_time_conv time_conv;
	struct perf_record_header_feature feat;
	struct perf_record_compressed pack;
	struct perf_record_compressed2 pack2;
};

#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic pop

#endif
