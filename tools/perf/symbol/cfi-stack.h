/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CFI_STACK_H
#define PERF_SYMBOL_CFI_STACK_H

#include "types.h"

/* Registers by their DWARF numbers: 17 of x86-64, 9 of i386, 33 of arm64. */
#define CFI_REGS 33

struct cfi_regs {
	u64 value[CFI_REGS];
	u64 known; /* a bit each */
	u64 pc;
	u8 sp;		  /* the number of the stack pointer */
	u8 address_bytes; /* 4 or 8 */
};

struct maps;

/*
 * A copy of the stack from @start on. Memory behind its end that is known to be mapped reads as
 * zeros, so that an end of the copy can be told from an end of the stack.
 */
struct cfi_stack {
	const u8 *bytes;
	u64 start, size;
	const struct maps *maps; /* may be NULL */
};

/* A word of the stack; false: no memory is known there. */
bool cfi_stack__read(const struct cfi_stack *stack, u64 addr, u8 bytes, u64 *value);

enum cfi_result {
	CFI_STEPPED, /* @regs are the caller's */
	CFI_END,     /* there is no caller */
	CFI_UNKNOWN, /* the file tells nothing about this address; @regs are as they were */
	CFI_FAULT,   /* what would tell is not in the copy of the stack, or can not be read */
};

#endif
