/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_PMU_FIXTURE_H
#define PERF_TESTS_PMU_FIXTURE_H

#include "err.h"
#include "tests.h"
#include "tree.h"
#include "util/lookup.h"

/* A row's tree and the PMUs in it, over one or two of its folders. */
struct fixture {
	struct test_tree tree;
	struct pmus *pmus;
	const struct event_lookup *lookup;
	struct err err; /* of the last call */
};

/* An empty tree, or false after the row failed. */
bool fixture__init(struct test *t, struct fixture *f);

/* Opens the PMUs of the folders @a and, unless it is NULL, @b; those opened before go. */
void fixture__open(struct test *t, struct fixture *f, const char *a, const char *b);

/* A tree as make-sysfs lays it out, opened; false after the row failed or was skipped. */
bool fixture__init_kind(struct test *t, struct fixture *f, const char *kind);

void fixture__exit(struct fixture *f);

/* The lookup's functions, with the PMU by its name; the fault is left in f->err. */
int fixture__find_pmu(struct fixture *f, const char *name, const struct pmu **pmu);
int fixture__next_pmu(struct fixture *f, const struct pmu *pmu, const struct pmu **next);
int fixture__find_format(struct fixture *f, const char *pmu_name, const char *name,
			 const struct pmu_format **format);
int fixture__find_event(struct fixture *f, const char *pmu_name, const char *name,
			const struct pmu_event **event);

/* For the each_ functions: appends "NAME " to a struct buf, or counts in an int. */
int fixture__note_name(void *arg, const char *name);
int fixture__count_name(void *arg, const char *name);

/* A fault: its code, its file by the path's end, column, part of the reason. */
struct fixture_fault {
	int code;
	const char *file; /* NULL: f->err is to say nothing */
	int column;
	const char *reason;
};

/* Fails the row, naming @what, unless @ret and f->err are that fault. */
void fixture__check(struct test *t, const struct fixture *f, const char *what, int ret,
		    const struct fixture_fault *want);

#endif
