/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_ELF_EXTRA_H
#define PERF_SYMBOL_ELF_EXTRA_H

#include <libelf.h>

#include "types.h"

/* What a stripped ELF file says about its symbols. @file_bytes: its size, which bounds all. */

/* MiniDebugInfo (.gnu_debugdata) inflated, which the caller frees; NULL: there is none that can be read. */
char *elf_extra__mini(Elf *elf, u64 file_bytes, size_t *size);

/* The name in .gnu_debuglink, which the caller frees, and the checksum of that file; NULL: none. */
char *elf_extra__debug_link(Elf *elf, u64 file_bytes, u32 *crc);

#endif
