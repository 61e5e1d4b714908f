/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_ELF_PLT_H
#define PERF_SYMBOL_ELF_PLT_H

#include <libelf.h>

#include "symbol/symbols.h"

/* Appends "NAME@plt" for the entries of .plt, which have no symbols of their own: each belongs to
 * the relocation of the same number. 0 or -ENOMEM; what makes no sense is left out. */
int elf_plt__add(struct symbols *symbols, Elf *elf, u64 file_bytes);

#endif
