/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DATA_ATTR_TEXT_H
#define PERF_DATA_ATTR_TEXT_H

#include "buf.h"
#include "event-attr.h"

/*
 * Appends every part of the attr that is not zero, each as ", name<is>value", as users know it from
 * 'perf evlist -v' (@is ": ") and the header of a file (@is " = "). What has no name here comes
 * as ", attr<word>" in hexadecimal. 0 or -ENOMEM.
 */
int attr_text__append(struct buf *out, const struct data_event *event, const char *is);

#endif
