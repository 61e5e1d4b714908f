/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_OUTPUT_H
#define PERF_RECORD_OUTPUT_H

#include <linux/perf_event.h>
#include <sys/uio.h>

#include "buf.h"
#include "err.h"

struct data_writer;
struct data_writer_info;

/* Takes whole records in place of a file. 0 or -errno. */
struct record_sink {
	int (*write)(void *ctx, const void *records, size_t len);
	void *ctx;
};

/* Where the fields that the recorder looks at stand in an event's samples. */
struct record_layout {
	u64 id;
	u64 sample_type;
};

struct record_dso {
	char *path;
	u16 misc; /* PERF_RECORD_MISC_KERNEL or _USER */
};

struct record_counts {
	u64 nr_samples;
	u64 nr_lost;	       /* samples that LOST records tell of */
	u64 first_ns, last_ns; /* of samples; 0: none */
};

/* The file, and what passes on its way there: how many samples, from when to when, which files. */
struct record_output {
	struct data_writer *writer;
	struct record_sink sink;       /* in its place; .write NULL: none */
	struct record_layout *layouts; /* by id; one with id 0 fits all */
	size_t nr_layouts;
	bool uniform;
	struct buf scratch; /* a ring's content in one piece */

	struct record_counts counts;
	bool dirty; /* something was written since the last round ended */

	struct record_dso *dsos; /* a hash table, nr_slots a power of two */
	size_t nr_dsos, nr_slots;
};

/* Opens the file. The layouts must have been added. 0 or -errno with @err. */
int record_output__open(struct record_output *output, const char *path,
			const struct data_writer_info *info, struct err *err);

/* Samples that carry @id (any, where it is the only event) are laid out by @sample_type. */
int record_output__add_layout(struct record_output *output, u64 id, u64 sample_type);

/* Writes whole records that come in at most two pieces. 0 or -errno with @err. */
int record_output__write(struct record_output *output, const struct iovec *pieces, int nr,
			 struct err *err);

/* Ends a round if anything was written in it. */
int record_output__end_round(struct record_output *output, struct err *err);

/* Remembers that a file was mapped executable, for its build-id. */
int record_output__add_dso(struct record_output *output, const char *path, u16 misc);

/* Features, build-ids (unless @no_buildid) and final sizes. */
int record_output__finish(struct record_output *output, bool no_buildid, struct err *err);
void record_output__exit(struct record_output *output);

#endif
