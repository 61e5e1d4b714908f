/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CFI_H
#define PERF_SYMBOL_CFI_H

#include "symbol/cfi-stack.h"

/* How to step from a function's frame to its caller's: call frame information of one ELF file. */
struct cfi_file;

/* Takes over @fd whatever happens. NULL: it is no ELF file, or memory ran out. */
struct cfi_file *cfi_file__new(int fd);

/* The same of an ELF image in memory, which must outlive it. */
struct cfi_file *cfi_file__new_memory(char *image, size_t size);
void cfi_file__delete(struct cfi_file *file);

/* One step. @addr: the linked address of the instruction. *signal: the frame is the kernel's call of a
 * signal handler, so the caller did not call but was interrupted. */
enum cfi_result cfi_file__step(struct cfi_file *file, u64 addr, struct cfi_regs *regs,
			       const struct cfi_stack *stack, bool *signal);

#endif
