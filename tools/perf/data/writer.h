/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_WRITER_H
#define PERF_DATA_WRITER_H

#include "err.h"
#include "info.h"

/*
 * Writes a perf.data file of version 2, or its pipe form when the path is "-". The header that
 * stands on the disk is valid at any time, so that a recorder that is killed loses only what
 * was not yet written.
 */
struct data_writer;

/* Creates the file (an older one becomes PATH.old, as users know it), writes header, attrs and
 * ids. 0 or -errno with @err. */
int data_writer__new(struct data_writer **writer, const char *path,
		     const struct data_writer_info *info, struct err *err);

/* Appends whole records. 0 or -errno (-ENOSPC, -EIO, -EPIPE, ...; -EINVAL and nothing written
 * when it is no row of whole records); after an error the file ends with its last whole record. */
int data_writer__write(struct data_writer *writer, const void *records, size_t len);

/*
 * Makes the header on the disk cover all that was written. data_writer__write() does it every
 * megabyte or tenth of a second; a recorder about to wait for long does it itself, so that
 * other tools can read the file if it is killed. Free when there is nothing new. 0 or -errno.
 */
int data_writer__checkpoint(struct data_writer *writer);

/* Bytes of records written so far. */
u64 data_writer__bytes(const struct data_writer *writer);

/* Writes the features (build-ids, first and last sample time in ns; both 0: none) and final
 * sizes. To be called after an error of data_writer__write() too: it finishes what there is.
 * The writer must still be deleted. */
int data_writer__finish(struct data_writer *writer, const struct data_build_id *build_ids,
			size_t nr_build_ids, u64 first_ns, u64 last_ns, struct err *err);
void data_writer__delete(struct data_writer *writer);

#endif
