/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DWARF_SECTIONS_H
#define PERF_SYMBOL_DWARF_SECTIONS_H

#include <libelf.h>

#include "types.h"

/* Sections as libdw is to see them. Zeroed is none. */
struct dwarf_sections {
	u8 *copies[16]; /* with zeros behind their end */
	size_t nr;
	u64 total_bytes; /* of all that are read, inflated */
	struct {
		const u8 *at;
		u64 bytes;
		bool swapped;
	} lines; /* .debug_line */
};

/*
 * Makes the debug sections of an open ELF file, of @file_bytes, safe for libdw, which reads past the end of
 * one that does not end with what it must. Must outlive the Elf. false: they can not be read.
 */
bool dwarf_sections__init(struct dwarf_sections *sections, Elf *elf, u64 file_bytes);

/* How long the line program at that offset says to be, at most what there is; 0: there is none. */
u64 dwarf_sections__line_bytes(const struct dwarf_sections *sections, u64 offset);
void dwarf_sections__exit(struct dwarf_sections *sections);

#endif
