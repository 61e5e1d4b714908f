// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults as people read them: a struct err and the text it is about go in, a few lines with a
 * caret under the fault come out. Input is shown safely: one line, no control characters, and
 * only the surroundings of the fault when it is long.
 */
#include "ui/error.h"

#include <string.h>

/* Longest stretch of the input to show before and after the fault, in bytes. */
#define BEFORE 60
#define AFTER  40

/* Does this byte continue a UTF-8 character? Those take no column on a terminal. */
static bool continues(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

static void put_safe(FILE *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		fputc((unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i], out);
}

static void print_caret(FILE *out, const char *input, int column)
{
	size_t len = strlen(input), at = column - 1, begin = 0, end;
	const char *dots = "";

	if (at > len)
		at = len;
	if (at > BEFORE) {
		begin = at - BEFORE;
		while (begin < at && continues(input[begin]))
			begin++;
		dots = "...";
	}
	end = len - at > AFTER ? at + AFTER : len;
	while (end < len && continues(input[end]))
		end++;
	fprintf(out, "  %s", dots);
	put_safe(out, input + begin, end - begin);
	fprintf(out, "%s\n  %*s", end < len ? "..." : "", (int)strlen(dots), "");
	for (size_t i = begin; i < at; i++)
		if (!continues(input[i]))
			fputc(' ', out);
	fputs("^\n", out);
}

void ui__print_command_err(FILE *out, const char *command, const char *input, const struct err *err)
{
	int column;

	fprintf(out, "%s: ", command);
	if (err->file[0] && err->column)
		fprintf(out, "%s:%d: ", err->file, err->column);
	else if (err->file[0])
		fprintf(out, "%s: ", err->file);
	if (err->text[0])
		put_safe(out, err->text, strlen(err->text));
	else
		fputs(strerror(-err->code), out);
	fputc('\n', out);
	column = err->file[0] ? err->via : err->column;
	if (input && column)
		print_caret(out, input, column);
	if (err->hint[0])
		fprintf(out, "%s\n", err->hint);
}
