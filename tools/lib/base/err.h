/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "types.h"

/*
 * What went wrong, filled where it is known and printed only by a command.
 * A zeroed struct err means nothing did. Every function that takes one accepts NULL.
 */
struct err {
	int code;	/* -errno */
	int column;	/* 1-based byte in the text at fault; 0: it has none */
	int via;	/* with a file: 1-based byte of what was typed that led to it; 0: none */
	char file[256]; /* the file at fault; "": what was typed, or no file */
	char text[512]; /* one line without a newline */
	char hint[512]; /* what the user can do about it; "" when there is nothing to say */
};

/* Fills code and text, clears the rest. Returns @code, so that callers can return it. */
int err__set(struct err *err, int code, const char *fmt, ...) __printf_like(3, 4);

/* The same, with the 1-based @column of the fault. */
int err__set_at(struct err *err, int code, int column, const char *fmt, ...) __printf_like(4, 5);

/* Adds the file that is at fault, or what the user can do. Neither changes the code. */
void err__set_file(struct err *err, const char *fmt, ...) __printf_like(2, 3);
void err__set_hint(struct err *err, const char *fmt, ...) __printf_like(2, 3);

/* Puts "fmt: " before the text: context that an outer function knows. */
void err__prefix(struct err *err, const char *fmt, ...) __printf_like(2, 3);

/* Copies @from to @to when both are there; returns from's code. */
int err__copy(struct err *to, const struct err *from);

#endif
