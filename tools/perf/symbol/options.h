/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_OPTIONS_H
#define PERF_SYMBOL_OPTIONS_H

#include "types.h"

/* Where names come from and how they are shown. Zeroed is what people get without options. */
struct symbol_options {
	const char *symfs;    /* every file is looked for below this folder, and none outside it */
	const char *vmlinux;  /* the kernel's ELF file; NULL: none is read */
	const char *kallsyms; /* in place of the running kernel's; NULL: that one */
	bool debuginfod;      /* files that are not here come from servers: see debuginfod.h */
	bool no_demangle;     /* names as the files have them */
	bool full_names;      /* demangled ones with their parameters (-v) */
	bool force;	      /* files of other users as well (-f) */
};

#endif
