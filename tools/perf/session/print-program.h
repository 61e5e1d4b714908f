/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_PRINT_PROGRAM_H
#define PERF_SESSION_PRINT_PROGRAM_H

#include "buf.h"
#include "session/print-expr.h"

/* The print format of one tracepoint, ready to print many events. Not changed by printing. */
struct print_program;

/* Asks for the function at an address; NULL: not known. *offset is the distance to its begin. */
struct print_functions {
	const char *(*find)(void *ctx, u64 addr, u64 *offset);
	void *ctx;
};

/*
 * Compiles the event's format. Numbers of the file must be of our own byte order and its longs of
 * 8 bytes. 0; -ENOTSUP: there is something in it that only the library can print; -ENOMEM.
 */
int print_program__new(struct print_program **program, struct tep_event *event);
void print_program__delete(struct print_program *program);

/* Does it ask for functions? */
bool print_program__needs_functions(const struct print_program *program);

/*
 * Appends the text of an event, the same as the library's. 0; -ENOTSUP: the library has to print this one,
 * nothing was appended; -ENOMEM.
 */
int print_program__run(const struct print_program *program, const struct print_raw *raw,
		       const struct print_functions *functions, struct buf *out);

#endif
