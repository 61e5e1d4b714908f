/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_ATTR_ENCODE_H
#define PERF_DATA_ATTR_ENCODE_H

#include "buf.h"
#include "info.h"

/*
 * Bytes that the attr takes in a file: its own, but words from 128 bytes up only when one of them is
 * set: the distribution's perf 6.1 refuses longer attrs whatever is in them.
 */
u32 attr_encode__size(const struct data_event *event);

/* The largest of all events: a file has one size. */
u32 attr_encode__largest(const struct data_writer_info *info);

/* Appends the attr in @size bytes, padded with zeros; its size field tells how many are its
 * own. 0 or -ENOMEM. */
int attr_encode__append(struct buf *out, const struct data_event *event, u32 size);

#endif
