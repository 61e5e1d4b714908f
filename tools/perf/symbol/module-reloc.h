/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_MODULE_RELOC_H
#define PERF_SYMBOL_MODULE_RELOC_H

#include "types.h"

/*
 * Gives the sections of a relocatable ELF file, @size bytes in native order, their addresses in the loaded
 * module, and puts addresses into its debug sections. What is no such file, or damaged, is left
 * as it is, as far as that is.
 */
void module_reloc__apply(char *image, size_t size);

#endif
