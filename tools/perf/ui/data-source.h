/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_DATA_SOURCE_H
#define PERF_UI_DATA_SOURCE_H

#include "types.h"

struct buf;

/* Appends what a sample's data_src (union perf_mem_data_src in linux/perf_event.h) says:
 * "|OP LOAD|LVL L1 hit|SNP N/A|TLB N/A|LCK No|BLK  N/A". */
void data_source__append(struct buf *out, u64 data_src);

#endif
