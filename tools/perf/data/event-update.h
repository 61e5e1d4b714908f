/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_EVENT_UPDATE_H
#define PERF_DATA_EVENT_UPDATE_H

#include "buf.h"
#include "info.h"

/*
 * Appends records for what neither attr nor features tell: unit and scale of those events that have
 * any. Events without an id can not be named by one and are left out. 0 or -ENOMEM.
 */
int event_update__append(struct buf *out, const struct data_writer_info *info);

#endif
