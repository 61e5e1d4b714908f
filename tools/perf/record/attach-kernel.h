/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_ATTACH_KERNEL_H
#define PERF_RECORD_ATTACH_KERNEL_H

#include "err.h"

struct event;
struct persistent_attach;

/*
 * Opens a persistent event of the kernel's PMU, whose attr is final, on every online CPU and
 * answers as a holder would: the ring's size is found by trying. 0 or -errno with @err.
 */
int attach_kernel(struct persistent_attach *attach, const struct event *event, struct err *err);

#endif
