/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SESSION_SUMMARY_H
#define PERF_UI_SESSION_SUMMARY_H

#include <stdio.h>

struct machine;
struct session_stats;

/* The reader's notes, lines or "". */
void ui__print_notes(FILE *out, const char *command, const char *notes);

/* What a reader of the output must know: what was lost, left out or damaged, a line each; prints
 * nothing when all is well. @notes: the reader's, lines or "". */
void ui__print_session_summary(FILE *out, const char *command, const struct session_stats *stats,
			       const char *notes);

/* With -v: which files were not what was recorded. */
void ui__print_missing_files(FILE *out, const char *command, const struct machine *machine);

#endif
