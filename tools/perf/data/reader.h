/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_READER_H
#define PERF_DATA_READER_H

#include "err.h"
#include "info.h"

/*
 * Reads perf.data: version 2 and 1 files, pipe mode, directories (of record --threads), either byte
 * order, attrs of any size, zstd records (what those of types 81 and 83 hold comes after them). Nothing
 * of the file is trusted.
 */
struct data_reader;
struct data_block;

/* One record. The bytes are valid until the next call, and aligned to 8. */
struct data_record {
	const struct perf_event_header *header; /* native order, whatever the file's */
	const void *bytes; /* the whole record, @header first; the body is still in file order */
	u32 size;	   /* bytes of it; at least 8 */
	u64 offset;	   /* in the file, of the record (or the compressed one it came from) */
	u64 payload_size;  /* bytes that follow an AUXTRACE or TRACING_DATA record; else 0 */
	struct data_block *block; /* where the bytes can be kept (see block.h); may be NULL */
};

/* "-" is standard input. -errno with the offset in @err's text for what can not be read at all. */
int data_reader__new(struct data_reader **reader, const char *path, struct err *err);
void data_reader__delete(struct data_reader *reader);

/*
 * 1 and the next record; 0 at the end; -errno at a fault: @err names offset and record type, and
 * nothing after it is read. A file that its recorder did not finish ends after its last whole
 * record: that is no fault but a note. One that was finished and cut off later is a fault. In pipe mode attrs and features are taken in as they
 * come, and are handed out as records all the same.
 */
int data_reader__next(struct data_reader *reader, struct data_record *record, struct err *err);

/*
 * Records that next() would hand out one by one, when they can be taken as they lie there: the bytes of
 * all that is in memory, in this machine's byte order and aligned. The last record may not be whole. Who takes
 * records of the kernel (types below 64) from their begin says with skip() how many bytes that was.
 */
struct data_span {
	const u8 *bytes;
	size_t size;
	u64 offset; /* in the file */
	struct data_block *block;
};
/* False: use next(). */
bool data_reader__span(const struct data_reader *reader, struct data_span *span);
void data_reader__skip(struct data_reader *reader, size_t size);

/*
 * Loads what follows the record that was handed out last: its payload_size bytes, valid until
 * the next call. Without this call they are skipped. -EFBIG for more than 256 MiB; -ENODATA with
 * @err when the file ends before. (Tracing data is in data_reader__info() already.)
 */
int data_reader__payload(struct data_reader *reader, const void **payload, struct err *err);

/* Frees the memory of records that nobody keeps. More can be read afterwards. */
void data_reader__trim(struct data_reader *reader);

/* A directory's files are read one behind the other, though each has records of the same time. */
bool data_reader__is_dir(const struct data_reader *reader);
bool data_reader__is_pipe(const struct data_reader *reader);
bool data_reader__swapped(const struct data_reader *reader); /* the other byte order */

/* Events and info grow in pipe mode: complete when the first record of another type comes. */
size_t data_reader__nr_events(const struct data_reader *reader);
const struct data_event *data_reader__event(const struct data_reader *reader, size_t i);
/* Rises with each record that changed the name of an event. */
u32 data_reader__nr_renamed(const struct data_reader *reader);
const struct data_info *data_reader__info(const struct data_reader *reader);

/* Build-ids of the file: calls @fn for each until it returns non-zero, and returns that. What
 * is passed lives as long as the call. */
int data_reader__each_build_id(const struct data_reader *reader,
			       int (*fn)(void *arg, const struct data_build_id *id), void *arg);

/*
 * The header's text as 'perf script --header' shows it ("# hostname : ..."), from the one table
 * of features; the caller frees it. NULL when out of memory.
 */
char *data_reader__header_text(const struct data_reader *reader);

/* Is a part of the file, as far as it was read, missing or without sense? The notes say which. What
 * data_reader__next() gave as a fault does not count. */
bool data_reader__is_damaged(const struct data_reader *reader);

/* Notes about what was skipped ("feature 40 is unknown", "attr has 8 bytes more than known"), one
 * line each, each thing named once; "" when there are none. */
const char *data_reader__notes(const struct data_reader *reader);

#endif
