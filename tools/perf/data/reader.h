/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_READER_H
#define PERF_DATA_READER_H

#include "err.h"
#include "event-attr.h"

/*
 * Reads perf.data: version 2 and 1 files, pipe mode, either byte order, attrs of any size, zstd
 * records (types 81 and 83 come out decompressed). Nothing of the file is trusted.
 */
struct data_reader;

/* One record. The bytes are valid until the next call. */
struct data_record {
	const struct perf_event_header *header; /* native order */
	const void *bytes;   /* the whole record with its header; the body is still in file order */
	u32 size;	     /* bytes of it */
	u64 offset;	     /* in the file, of the record (or the compressed one it came from) */
	const void *payload; /* what follows AUXTRACE and TRACING_DATA records; NULL: none */
	u64 payload_size;
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
	void *tracing_data;
	size_t tracing_data_size;
};

/* "-" is standard input. -errno with the offset in @err's text for what can not be read at all. */
int data_reader__new(struct data_reader **reader, const char *path, struct err *err);
void data_reader__delete(struct data_reader *reader);

/*
 * 1 and the next record; 0 at the end; -errno at a fault: @err names offset and record type, and
 * nothing after it is read. In pipe mode attrs and features are taken in as they come, and are
 * handed out as records all the same.
 */
int data_reader__next(struct data_reader *reader, struct data_record *record, struct err *err);

bool data_reader__is_pipe(const struct data_reader *reader);
bool data_reader__swapped(const struct data_reader *reader); /* the other byte order */
size_t data_reader__nr_events(const struct data_reader *reader);
const struct data_event *data_reader__event(const struct data_reader *reader, size_t i);
const struct data_info *data_reader__info(const struct data_reader *reader);

/* Build-ids of the file: calls @fn for each until it returns non-zero, and returns that. */
struct data_build_id;
int data_reader__each_build_id(const struct data_reader *reader,
			       int (*fn)(void *arg, const struct data_build_id *id), void *arg);

/*
 * The header's text as 'perf script --header' shows it ("# hostname : ..."), from the one table
 * of features; the caller frees it. NULL when out of memory.
 */
char *data_reader__header_text(const struct data_reader *reader);

/* Notes about what was skipped ("feature 40 is unknown", "attr has 8 bytes more than known"), one
 * line each, each thing named once; "" when there are none. */
const char *data_reader__notes(const struct data_reader *reader);

#endif
