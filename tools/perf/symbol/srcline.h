/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_SRCLINE_H
#define PERF_SYMBOL_SRCLINE_H

#include "symbol/dwarf-file.h"

struct buf;
struct location;
struct machine;
struct symbol;

/*
 * The line of a resolved address; false: not known. The strings live as long as the machine.
 * Answers are kept, so that asking again for the same address costs a table look-up.
 */
bool machine__srcline(struct machine *machine, const struct location *location,
		      struct srcline *line);

/* A function that is at an address. */
struct inline_frame {
	const struct symbol *symbol; /* ->inlined: not the location's own */
	struct srcline line;	     /* in this function */
};

/*
 * The functions that are inlined at a resolved address, the innermost first; the last one is
 * the function that holds the others. Those of the symbol's name are the location's own symbol,
 * all others are marked as inlined, the last one too. Returns their number and in *frames the
 * list, which is valid until the next call; 0: nothing is inlined there, or it is not known.
 * The symbols live as long as the machine: one and the same for equal names in the same symbol.
 */
size_t machine__inlines(struct machine *machine, const struct location *location,
			const struct inline_frame **frames);

enum srcline_style {
	SRCLINE_PLACE,	  /* for what has no line: "dso[address]" */
	SRCLINE_SYMBOL,	  /* "symbol+offset", if there is a symbol */
	SRCLINE_FULL = 4, /* a bit: the file's whole path, not its last part */
};

/* Is there nothing better to say than "??:0"? @line may be NULL. */
bool srcline__is_unknown(const struct location *location, const struct srcline *line);

/*
 * Appends "file.c:12", or what stands in its place: "??:0" where a function is known but not its line, or
 * no file at all; else as @style says. @line may be NULL. 0 or -ENOMEM.
 */
int srcline__append(struct buf *out, const struct location *location, const struct srcline *line,
		    int style);

#endif
