/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FIELD_H
#define PERF_HIST_FIELD_H

#include "buf.h"

struct hist_entry;
struct hist_sample;

enum hist_field_id {
	HIST_OVERHEAD,
	HIST_CHILDREN,
	HIST_KERNEL,
	HIST_USER,
	HIST_SAMPLES,
	HIST_PERIOD,
	HIST_COMM,
	HIST_PID,
	HIST_DSO,
	HIST_SYM,
	HIST_CPU,
	HIST_PARENT,
	HIST_TRACE,
	HIST_IPC,
	HIST_OTHER, /* nobody asks for one of these */
};

/* Which samples have a field. */
enum hist_field_group {
	HIST_COMMON,
	HIST_SUM,
	HIST_BRANCH, /* one a branch: -b */
	HIST_MEMORY, /* accesses of memory: --mem-mode */
	HIST_TRACEPOINT,
};

struct hist_field;

/* How a field of a row is shown. */
struct hist_style {
	u64 total; /* period that percents are of */
	bool verbose;
	bool nanoseconds; /* in times */
};

/* What a key is: a number, or the address of something that is kept once. */
enum hist_key_kind {
	HIST_KEY_NONE, /* the field is a sum */
	HIST_KEY_NUMBER,
	HIST_KEY_TEXT,	 /* const char * */
	HIST_KEY_THREAD, /* struct thread */
	HIST_KEY_DSO,	 /* struct dso, or NULL */
	HIST_KEY_PLACE,	 /* struct place */
	HIST_KEY_POINT,	 /* struct point */
};

/*
 * A field of rows: a sum (key is NULL), or what samples of a row have in common. Keys are numbers
 * or addresses of things that are kept once, so equal is equal.
 */
struct hist_field {
	enum hist_field_id id;
	const char *name, *alias; /* for -s; alias may be NULL */
	const char *header;
	u64 needs;  /* bits of sample_type without which samples do not have it */
	int width;  /* at least */
	bool right; /* aligned to the right */
	bool pads;  /* even as last column */

	enum hist_field_group group;
	u64 tracepoint; /* of HIST_TRACEPOINT: whose field it is */
	enum hist_key_kind kind;

	/* 0 may also mean: out of memory */
	u64 (*key)(struct hist_sample *sample, const struct hist_field *field);
	/* Of a sum that rows go by, a number that is smaller the earlier they come; where it is the
	 * same, compare() may still find a difference. NULL: there is none. */
	u64 (*rank)(const struct hist_entry *entry);
	int (*compare)(const struct hist_entry *a, const struct hist_entry *b, int key);
	int (*print)(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style);
	/* What the row asks of the column's width, if that is not the length of its text. */
	int (*measure)(const struct hist_entry *entry, int key);
};

enum hist_key_kind hist_field__key_kind(const struct hist_field *field);

/* The first whose name begins so, in whatever case; of sums, a whole name. NULL: there is none. */
const struct hist_field *hist_field__find(const char *name, size_t len);
const struct hist_field *hist_field__get(enum hist_field_id id);

/* Appends all names, with blanks between. */
int hist_field__names(struct buf *out);

/* The name of a file as it is shown: without its directories unless @whole. */
struct dso;
const char *hist_dso__name(const struct dso *dso, bool whole);

#endif
