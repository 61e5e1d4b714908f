/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_BRANCH_INSNS_H
#define PERF_UI_BRANCH_INSNS_H

#include "ui/sample-view.h"

/* The fields that show what was executed between the branches of a sample, a line for each instruction; the
 * second one with its length. */
void sample_line__print_branch_insns(const struct sample_line *l);
void sample_line__print_branch_insnlens(const struct sample_line *l);

#endif
