/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_INFO_H
#define PERF_DATA_INFO_H

#include "event-attr.h"

/* The build-id of one mapped file, of the kernel or of a module. */
struct data_build_id {
	const char *path;
	u8 id[20];
	u8 size;  /* bytes of id in use */
	u16 misc; /* PERF_RECORD_MISC_KERNEL or _USER */
	s32 pid;  /* -1: the host */
};

/* Events that were opened together: @nr of them, the leader first and the others behind it. */
struct data_group {
	char *name; /* "" or "{...}": it has none */
	u32 leader; /* index of the event */
	u32 nr;	    /* the leader included */
};

/* What a file tells about itself; strings are NULL and numbers 0 where it does not. */
struct data_info {
	char *hostname, *osrelease, *version, *arch, *cpudesc, *cpuid;
	u32 nr_cpus_avail, nr_cpus_online;
	u64 total_mem_kib;
	char **cmdline;	       /* NULL-terminated */
	u64 first_ns, last_ns; /* sample_time */
	bool has_clock;
	u32 clockid;
	u64 wall_clock_ns, clockid_ns; /* one moment in both clocks (feature clock_data) */
	struct data_group *groups;
	size_t nr_groups;
	u32 *sockets; /* of each CPU from 0 on */
	size_t nr_sockets;
	void *tracing_data;
	size_t tracing_data_size;
};

/* What the writer can not find out itself. All borrowed until data_writer__new() returns. */
struct data_writer_info {
	const struct data_event *events;
	size_t nr_events;
	const unsigned int
		*leaders; /* per event the index of its group's leader; NULL: no groups */
	const char *const *group_names; /* per leader, NULL entries allowed; may be NULL */
	const char *const *argv; /* as the command got it: argv[0] is "record"; may be NULL */
	int clockid;		 /* CLOCK_*; -1: perf's own clock */
	bool has_tracepoints;	 /* then tracing data of these is written: */
	const char *const *tracepoints; /* "sys:name" texts, NULL-terminated */
};

#endif
