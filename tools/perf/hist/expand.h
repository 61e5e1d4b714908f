/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_EXPAND_H
#define PERF_HIST_EXPAND_H

#include "hist/hists.h"

/*
 * Makes the final rows @to of @raw ones, which differ by their call chain too: with children each
 * caller gets a row, and with @chains each row its tree of chains, the outermost caller first when
 * @from_caller. @raw is used up. 0 or -ENOMEM.
 */
int hists__expand(struct hists *to, struct hists *raw, bool chains, bool from_caller);

#endif
