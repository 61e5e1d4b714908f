// SPDX-License-Identifier: GPL-2.0-only
/* Recording: hands a remark that was formatted where it is known up to the command that prints. */
#include "options.h"

#include <stdarg.h>
#include <stdio.h>

void record_notes__add(const struct record_notes *notes, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	notes->fn(notes->arg, text);
}
