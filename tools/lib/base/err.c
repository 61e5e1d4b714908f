// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Errors as plain data: code, column, file, text and hint. Text that is too long is cut,
 * never an error of its own.
 */
#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int __attribute__((format(printf, 4, 0)))
set(struct err *err, int code, int column, const char *fmt, va_list ap)
{
	if (!err)
		return code;
	*err = (struct err){ .code = code, .column = column };
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	return code;
}

int err__set(struct err *err, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(err, code, 0, fmt, ap);
	va_end(ap);
	return code;
}

int err__set_at(struct err *err, int code, int column, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	set(err, code, column, fmt, ap);
	va_end(ap);
	return code;
}

void err__set_file(struct err *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return;
	va_start(ap, fmt);
	vsnprintf(err->file, sizeof(err->file), fmt, ap);
	va_end(ap);
}

void err__set_hint(struct err *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return;
	va_start(ap, fmt);
	vsnprintf(err->hint, sizeof(err->hint), fmt, ap);
	va_end(ap);
}

void err__prefix(struct err *err, const char *fmt, ...)
{
	char text[sizeof(err->text)];
	va_list ap;
	size_t len;

	if (!err)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	len = strlen(text);
	if (len + 3 < sizeof(text)) {
		size_t room = sizeof(text) - len - 3, more = strlen(err->text);

		memcpy(text + len, ": ", 2);
		memcpy(text + len + 2, err->text, more < room ? more : room);
		text[len + 2 + (more < room ? more : room)] = 0;
	}
	memcpy(err->text, text, sizeof(text));
}

int err__copy(struct err *to, const struct err *from)
{
	if (!from)
		return 0;
	if (to)
		*to = *from;
	return from->code;
}
