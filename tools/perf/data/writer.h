/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_WRITER_H
#define PERF_DATA_WRITER_H

#include "err.h"
#include "event-attr.h"

/*
 * Writes a perf.data file of version 2, or its pipe form when the path is "-". The header that
 * stands on the disk is valid at any time, so that a recorder that is killed loses only what
 * was not yet written.
 */
struct data_writer;

struct data_build_id {
	const char *path;
	u8 id[20];
	u8 size;  /* bytes of id in use */
	u16 misc; /* PERF_RECORD_MISC_KERNEL or _USER */
	s32 pid;  /* -1 */
};

/* What the writer can not find out itself. All borrowed until the call returns. */
struct data_writer_info {
	const struct data_event *events;
	size_t nr_events;
	const unsigned int
		*leaders; /* per event the index of its group's leader; NULL: no groups */
	const char *const *group_names; /* per event, NULL entries allowed; may be NULL */
	const char *const *argv;	/* the command line, NULL-terminated */
	int clockid;			/* CLOCK_*; -1: perf's own clock */
	bool has_tracepoints;		/* then tracing data of these is written: */
	const char *const *tracepoints; /* "sys:name" texts, NULL-terminated */
};

/* Creates the file (an older one becomes PATH.old, as users know it), writes header, attrs and
 * ids. 0 or -errno with @err. */
int data_writer__new(struct data_writer **writer, const char *path,
		     const struct data_writer_info *info, struct err *err);

/* Appends whole records. 0 or -errno; after an error the file ends with its last whole record. */
int data_writer__write(struct data_writer *writer, const void *records, size_t len);

/* Bytes of records written so far. */
u64 data_writer__bytes(const struct data_writer *writer);

/* Writes the features (build-ids, first and last sample time in ns; both 0: none) and final
 * sizes. The writer must still be deleted. */
int data_writer__finish(struct data_writer *writer, const struct data_build_id *build_ids,
			size_t nr_build_ids, u64 first_ns, u64 last_ns, struct err *err);
void data_writer__delete(struct data_writer *writer);

#endif
