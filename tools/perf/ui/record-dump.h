/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_RECORD_DUMP_H
#define PERF_UI_RECORD_DUMP_H

#include "ui/sample-view.h"

/* What perf script -D prints; all return 0 or -ENOMEM. */

/* The bytes of any record of the file @name, and of one of the file's own what it says. */
int record_dump__bytes(struct buf *out, const char *name, const struct session_record *record);

/* What a record of the kernel says; of a sample all that the record has of it. */
int record_dump__other(struct buf *out, const struct session_record *record);
int record_dump__sample(struct buf *out, const struct session_record *record);

/* Whose a sample is and in which file it hit. */
int record_dump__owner(struct buf *out, struct machine *machine,
		       const struct session_record *record);

#endif
