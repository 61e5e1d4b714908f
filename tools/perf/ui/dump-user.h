/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_DUMP_USER_H
#define PERF_UI_DUMP_USER_H

#include "session/session.h"

struct buf;

/* Appends what follows the type's name of one of the file's own records (types from 64 on). */
void dump_user__print(struct buf *out, const struct session_record *record);

/* The same of a record of the kernel that -D shows in its own way. False: it is none of these. */
bool dump_kernel__print(struct buf *out, const struct session_record *record);

#endif
