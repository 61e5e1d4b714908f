/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_INPUT_OWNER_H
#define PERF_INPUT_OWNER_H

#include "err.h"

/*
 * A file of another user may have been made to mislead. 0; -EPERM and @err: it is neither ours nor
 * root's. What is not there, empty or "-" is for who opens it.
 */
int input_owner__check(const char *path, struct err *err);

#endif
