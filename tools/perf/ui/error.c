// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults as people read them: a struct err and the text it is about go in, a few lines with a
 * caret under the fault come out. Input is shown safely: one line, no control characters, and
 * only the surroundings of the fault when it is long.
 */
#include "ui/error.h"

#include <string.h>

#include "str.h"

/* Longest stretch of the input to show before and after the fault, in bytes. */
#define BEFORE 60
#define AFTER  40

/* Does this byte continue a UTF-8 character? */
static bool continues(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/*
 * How many of at most @len bytes are shown as one column: a character, or a byte that is no text.
 * *safe: it is no control character, of which UTF-8 has some more (U+0080 to U+009F).
 */
static size_t next_column(const char *text, size_t len, bool *safe)
{
	size_t bytes = str__utf8_bytes(text);

	*safe = bytes && bytes <= len && (unsigned char)*text >= ' ' && *text != 0x7f &&
		!(text[0] == '\xc2' && (unsigned char)text[1] < 0xa0);
	return bytes && bytes <= len ? bytes : 1;
}

static void put_safe(FILE *out, const char *text, size_t len)
{
	size_t bytes;
	bool safe;

	for (; len; text += bytes, len -= bytes) {
		bytes = next_column(text, len, &safe);
		if (safe)
			fwrite(text, 1, bytes, out);
		else
			fputc('?', out);
	}
}

static void print_caret(FILE *out, const char *input, int column)
{
	size_t len = strlen(input), at = column - 1, begin = 0, end;
	const char *dots = "";
	bool safe;

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
	for (; begin < at; begin += next_column(input + begin, at - begin, &safe))
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
