/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_PMU_ATTR_H
#define PERF_TESTS_PMU_ATTR_H

#include "tests.h"

/* Rows of the suite pmu-attr that need files or the kernel (pmu-attr-live.c). */
void pmu_attr__broken(struct test *t);
void pmu_attr__unreadable(struct test *t);
void pmu_attr__later_source(struct test *t);
void pmu_attr__counts(struct test *t);
void pmu_attr__samples(struct test *t);
void pmu_attr__excludes(struct test *t);
void pmu_attr__kernel_pmu(struct test *t);

#endif
