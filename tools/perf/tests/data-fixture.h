/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_DATA_FIXTURE_H
#define PERF_TESTS_DATA_FIXTURE_H

#include "buf.h"
#include "data/info.h"
#include "tests.h"

/*
 * A recording in memory for the tests of perf.data: a group of two software events and one more
 * beside it, on two CPUs.
 */
#define DATA_FIXTURE_EVENTS 3

struct data_fixture {
	u64 words[DATA_FIXTURE_EVENTS][20];
	u64 ids[DATA_FIXTURE_EVENTS][2];
	struct data_event events[DATA_FIXTURE_EVENTS];
	unsigned int leaders[DATA_FIXTURE_EVENTS];
	const char *argv[4];
	struct data_writer_info info;
};

void data_fixture__init(struct data_fixture *fixture);

/* Appends the kernel's map, a comm record and @nr samples of the first event, with times from @first_ns on. */
void data_fixture__append(const struct data_fixture *fixture, struct buf *records, u64 first_ns,
			  size_t nr);
#define DATA_FIXTURE_COMM    "worker"
#define DATA_FIXTURE_STEP_NS 1000

/* The file at @path whole. False after the row failed. */
bool data_fixture__load(struct test *t, const char *path, struct buf *bytes);

/* A path under which @bytes can be opened as a file, until the row ends. */
void data_fixture__as_file(struct test *t, const void *bytes, size_t len, char path[64]);

struct data_counts {
	int ret;   /* what the last data_reader__next() returned, or data_reader__new() */
	size_t nr; /* records */
	size_t samples;
	u64 bytes;	     /* of the kernel's record types */
	size_t by_type[128]; /* type 127 stands for all from there up */
	char text[1000];     /* of the fault, then the notes */
};

/* Reads the file whole. */
void data_fixture__count(const char *path, struct data_counts *counts);

/*
 * Runs a command line with the distribution's perf; its output and what it said on stderr. False
 * after the row was skipped because that is missing.
 */
bool data_fixture__perf(struct test *t, const char *args, struct buf *out, struct buf *err);

#endif
