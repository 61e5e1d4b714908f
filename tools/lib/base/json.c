// SPDX-License-Identifier: LGPL-2.1-or-later
/* Strings for JSON lines that are printed as they come, without a tree. */
#include "json.h"

#include "str.h"

void json__print_string(FILE *out, const char *text)
{
	const u8 *p = (const u8 *)text;

	fputc('"', out);
	while (*p) {
		size_t length = str__utf8_bytes((const char *)p);

		if (!length) {
			fputs("\xef\xbf\xbd", out);
			p++;
		} else if (length > 1) {
			fwrite(p, 1, length, out);
			p += length;
		} else {
			if (*p == '"' || *p == '\\')
				fprintf(out, "\\%c", *p);
			else if (*p < 0x20)
				fprintf(out, "\\u%04x", *p);
			else
				fputc(*p, out);
			p++;
		}
	}
	fputc('"', out);
}
