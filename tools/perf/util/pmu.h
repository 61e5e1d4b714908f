/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_PMU_H
#define PERF_UTIL_PMU_H

#include "err.h"

/* One PMU as sysfs describes it. */

/* A term's place in the attr: the value's bits fill the mask's from the lowest upward. */
struct pmu_format {
	char *name;
	unsigned int word;
	u64 mask;
};

struct pmu_event {
	char *name;
	char *terms; /* the comma list, without white space at its ends */
	char *unit;  /* NULL: none */
	double scale;
	bool per_pkg;
	bool snapshot;
};

struct pmu {
	char *name;
	char *dir;    /* where its files are */
	char *source; /* the source directory that holds dir */
	char *holder; /* path of the holder's socket; NULL: the kernel's own */
	u32 type;
	bool is_core;		 /* named cpu, or has a file cpus */
	char *cpus;		 /* text of cpumask, else of cpus; NULL: neither */
	struct pmu_files *files; /* what pmus.c has read of it so far; NULL in tables */
};

/* The longest text of a format or event file: a page of sysfs. */
#define PMU_TEXT_MAX 4096

/*
 * Parses the text of a format file, or the place in front of '=' in attrN:ITEMS=VALUE.
 * Pure; @len bytes, NUL bytes in it are junk. Fills word and mask; 0, or -EINVAL/-ERANGE with
 * column and reason. White space may follow but not stand inside; items may overlap and stand
 * in any order. Bits 32-63 of word 0 (attr.size) are refused. On a big-endian ABI
 * the bits of word 5 are mirrored (uapi linux/perf_event.h declares them as bit-fields).
 */
int pmu_format__parse(const char *text, size_t len, unsigned int *word, u64 *mask, struct err *err);

/* The same for a word alone, as attrN=VALUE names it: attr, attrN, config or configN. */
int pmu_format__parse_word(const char *text, size_t len, unsigned int *word, struct err *err);

/* Spreads @value over @mask from the lowest bit upward. -ERANGE with the maximum in @max when
 * it does not fit. */
int pmu_format__spread(u64 mask, u64 value, u64 *bits, u64 *max);

#endif
