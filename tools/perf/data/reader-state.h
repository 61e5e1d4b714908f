/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_READER_STATE_H
#define PERF_DATA_READER_STATE_H

#include <sys/stat.h>

#include "buf.h"
#include "decode.h"
#include "err.h"
#include "format.h"
#include "inflate.h"
#include "info.h"
#include "window.h"

/* The reader from inside: shared by the files that make it up, and by nobody else. */
struct data_reader {
	int fd;
	bool is_pipe;
	bool swapped;
	bool unfinished; /* the recorder did not get to its end: a piece of a record is no fault */
	bool resumed;	 /* records are read behind what the header of an unfinished file covers */
	bool done;	 /* the end or a fault was met */
	bool damaged;	 /* something of it is missing or makes no sense */
	int dirfd;	 /* of the directory form, else -1 */
	u32 part;	 /* which of its files is read: 0 is "data", 1 "data.0" */
	struct stat st;
	u64 file_size; /* UINT64_MAX for what has no size */

	struct data_file_header header; /* native order */
	struct data_event *events;
	size_t nr_events, max_events;
	size_t nr_ids; /* of all events */
	u32 nr_renamed;
	struct data_info info;
	struct buf features[DATA_PMU_CAPS + 1]; /* content of known sections by bit, file order */
	bool has_feature[DATA_NR_FEATURES];

	struct window window;
	struct inflate inflate;
	u64 inflated_from; /* offset of the compressed record that is being handed out */
	u64 payload_left;  /* bytes behind the last record that nobody took so far */
	u8 *aligned;	   /* a record that does not lie at a multiple of 8 */
	struct perf_event_header last;
	u64 last_offset; /* of the record that was handed out last */
	struct buf payload;
	struct buf notes;
};

/* Adds a line unless it is there already. */
void reader_state__note(struct data_reader *reader, const char *fmt, ...) __printf_like(2, 3);

/* The same for what is missing or makes no sense. */
void reader_state__damage(struct data_reader *reader, const char *fmt, ...) __printf_like(2, 3);

/* An attr of @bytes: tells once what of it no field is known for. */
void reader_state__note_attr_bytes(struct data_reader *reader, size_t bytes);

/* A walk over the content of a known feature. */
struct feature_in reader_state__feature(const struct data_reader *reader, unsigned int bit);

/* Makes room for one more event, zeroed, and counts it. NULL: out of memory. */
struct data_event *reader_state__add_event(struct data_reader *reader);

/*
 * Takes in the content of feature @bit: keeps it, and what of it the info or the events show.
 * Bad content is a note. 0 or -ENOMEM.
 */
int reader_state__take_feature(struct data_reader *reader, unsigned int bit, const void *bytes,
			       size_t len);

/* Takes the event's name from the descriptions that came before it, if any. 0 or -ENOMEM. */
int reader_state__name_event(struct data_reader *reader, struct data_event *event);

/* The event that has @id; NULL: none. */
struct data_event *reader_state__find_event(struct data_reader *reader, u64 id);

#endif
