// SPDX-License-Identifier: LGPL-2.1-or-later
/* Strings for JSON lines that are printed as they come, without a tree. */
#include "json.h"

#include "types.h"

/* Length of the valid UTF-8 sequence at @p (RFC 3629), or 0. */
static int sequence_length(const u8 *p)
{
	int length = p[0] < 0x80		   ? 1
		     : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
		     : (p[0] & 0xf0) == 0xe0	   ? 3
		     : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
						   : 0;

	for (int i = 1; i < length; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if (length == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0)))
		return 0;
	if (length == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90)))
		return 0;
	return length;
}

void json__print_string(FILE *out, const char *text)
{
	const u8 *p = (const u8 *)text;

	fputc('"', out);
	while (*p) {
		int length = sequence_length(p);

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
