// SPDX-License-Identifier: GPL-2.0-only
/* Text that holds names from a recording -> the same without control characters, for terminals. */
#include "ui/safe-text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

#define C1_LEAD 0xc2 /* then 0x80 to 0x9f: the controls that UTF-8 has beside those of ASCII */

void safe_text__filter(char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = text[i], next = i + 1 < len ? text[i + 1] : 0;

		if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			text[i] = '?';
		else if (c == C1_LEAD && next >= 0x80 && next < 0xa0)
			text[i] = text[i + 1] = '?';
	}
}

static ssize_t write_filtered(void *cookie, const char *text, size_t len)
{
	char part[4096];
	ssize_t ret;

	(void)cookie;
	for (size_t at = 0, n; at < len; at += n) {
		n = len - at < sizeof(part) ? len - at : sizeof(part);
		/* A character is not cut in two. */
		if (at + n < len && (unsigned char)text[at + n - 1] == C1_LEAD && n > 1)
			n--;
		memcpy(part, text + at, n);
		safe_text__filter(part, n);
		ret = file__write_all(STDOUT_FILENO, part, n);
		if (ret) {
			errno = -ret;
			return 0;
		}
	}
	return len;
}

FILE *safe_text__open(void)
{
	static const cookie_io_functions_t io = { .write = write_filtered };

	return isatty(STDOUT_FILENO) ? fopencookie(NULL, "w", io) : stdout;
}

int safe_text__close(FILE *out)
{
	if (!out)
		return 0;
	return (out == stdout ? fflush(out) : fclose(out)) ? -errno : 0;
}
