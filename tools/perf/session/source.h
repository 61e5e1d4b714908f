/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_SOURCE_H
#define PERF_SESSION_SOURCE_H

#include "data/reader.h"

/*
 * Where records come from: a file, rings, or memory. The functions get @ctx; what they hand out
 * is valid until the next call of next(), events and infos as long as the source.
 */
struct session_source {
	void *ctx;

	/* 1 and the next record; 0 at the end; -errno at a fault, with @err. */
	int (*next)(void *ctx, struct data_record *record, struct err *err);

	/* What next() would hand out, many at once (see data_reader__span()); NULL: never. */
	bool (*span)(void *ctx, struct data_span *span);
	void (*skip)(void *ctx, size_t size);

	/* May grow while records are read, as in pipe mode. */
	size_t (*nr_events)(void *ctx);
	const struct data_event *(*event)(void *ctx, size_t i);

	/* NULL when the source tells nothing about itself. */
	const struct data_info *(*info)(void *ctx);
	int (*each_build_id)(void *ctx, int (*fn)(void *arg, const struct data_build_id *id),
			     void *arg);

	bool unordered; /* FINISHED_ROUND tells nothing about the order: all waits for the end */

	bool swapped; /* records are of the other byte order */
};

/* The records of a file. The reader is borrowed. */
struct session_source session_source__of_reader(struct data_reader *reader);

#endif
