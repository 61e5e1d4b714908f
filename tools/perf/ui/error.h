/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_ERROR_H
#define PERF_UI_ERROR_H

#include <stdio.h>

#include "err.h"

/*
 * Prints @err for people, one fault in at most four lines: what is wrong, @input with a caret
 * under the column at fault, and the hint. @input is what was typed (an event string), or NULL
 * when the fault is in no such text. A fault in a file is shown as FILE:COLUMN and has no caret.
 * The command is named by @command ("perf record"). Bytes that are no text are shown as '?'.
 */
void ui__print_command_err(FILE *out, const char *command, const char *input,
			   const struct err *err);

#endif
