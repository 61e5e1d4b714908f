/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_GROUP_H
#define PERF_HIST_GROUP_H

#include "hist/hists.h"

/*
 * In place of sort(): gives each of @nr events, the leader first, the rows of all, in one order. Rows
 * that an event has no sample of have sums of 0. 0 or -ENOMEM.
 */
int hists__join(struct hists **events, size_t nr);

#endif
