/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_ANNOTATE_H
#define PERF_HIST_ANNOTATE_H

#include "err.h"
#include "hist/hits.h"

struct machine;

enum annotated_kind {
	ANNOTATED_CODE,	  /* an instruction */
	ANNOTATED_SOURCE, /* a line of source, before the instructions made from it */
};

/* A line of an annotated function. */
struct annotated_line {
	enum annotated_kind kind;
	const char *text;   /* without a newline */
	u64 addr;	    /* code: linked address */
	u64 target;	    /* code: where it jumps or calls; 0: nowhere that is known */
	bool target_inside; /* of this function */
	u32 line;	    /* source: its number; code: that of the line it was made from, or 0 */
	const char *file;   /* likewise; NULL: not known */
	struct hit_count *count; /* code: one an event; else NULL */
};

/* A function's instructions, with source lines and what was counted. */
struct annotation {
	const struct hit_symbol *function;
	struct annotated_line *lines;
	size_t nr, nr_events;
	u64 start;			/* linked address of the function */
	struct annotation_store *store; /* texts and counts */
};

struct annotate_options {
	bool no_source;
	bool intel; /* Intel's syntax in place of AT&T's */
	bool raw;   /* bytes of instructions before their text */
};

/*
 * Annotates a function that was hit. 0 and *annotation, which delete() frees; -errno and in @err
 * why not: the file is not there or is another one, or it can not be disassembled (-ENOSYS: built
 * without libcapstone, or the library is not installed).
 */
int annotation__new(struct annotation **annotation, struct machine *machine,
		    const struct hits *hits, const struct hit_symbol *function,
		    const struct annotate_options *options, struct err *err);
void annotation__delete(struct annotation *annotation);

#endif
