/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DWARF_FILE_H
#define PERF_SYMBOL_DWARF_FILE_H

#include "types.h"

/* A line of source. @file is a path as the compiler wrote it; NULL: not known. */
struct srcline {
	const char *file;
	u32 line; /* 0: not known */
};

/* The debug information of one ELF file: opened once, its units indexed by address. */
struct dwarf_file;

/*
 * Takes over @fd whatever happens. NULL: it has no debug information that can be read, or memory
 * ran out. @sealed: other files that it names are not looked for.
 */
struct dwarf_file *dwarf_file__new(int fd, bool sealed);
void dwarf_file__delete(struct dwarf_file *file);

/* The line of a linked address. The string lives as long as the file. false: not known. */
bool dwarf_file__line(struct dwarf_file *file, u64 addr, struct srcline *line);

/* A function at an address, named as the linker sees it where that is known. */
struct dwarf_frame {
	const char *name; /* lives as long as the file; NULL: none */
	struct srcline line;
};

/* Those at a linked address, the innermost first, at most @max. Returns their number; 0: no function
 * is known there. */
size_t dwarf_file__frames(struct dwarf_file *file, u64 addr, struct dwarf_frame *frames,
			  size_t max);

#endif
