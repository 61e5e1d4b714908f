/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CFI_RULE_H
#define PERF_SYMBOL_CFI_RULE_H

#include "symbol/cfi-stack.h"

/* Where a register of the caller is. */
enum cfi_place {
	CFI_SAME,      /* unchanged */
	CFI_UNDEFINED, /* lost */
	CFI_AT_CFA,    /* in memory at CFA + offset */
	CFI_IS_CFA,    /* it is CFA + offset */
	CFI_REGISTER,  /* in the register of that number */
	CFI_AT_EXPR,   /* in memory where the expression says */
	CFI_IS_EXPR,   /* what the expression says */
};

struct cfi_register {
	u8 place;
	u16 len;   /* of an expression in bytes */
	s32 value; /* offset, register, or where the expression begins */
};

/* How the caller's registers come from those of a function at some of its instructions. */
struct cfi_rule {
	struct cfi_register cfa; /* CFI_REGISTER: .value is the number, and cfa_offset is added */
	s32 cfa_offset;
	u8 ra; /* number of the return address' register */
	bool signal;
	u8 nr_regs; /* those behind are all unchanged */
	bool swapped;
	struct cfi_register regs[CFI_REGS];
	const u8 *bytes; /* what expressions stand in; borrowed */
};

enum cfi_result cfi_rule__apply(const struct cfi_rule *rule, struct cfi_regs *regs,
				const struct cfi_stack *stack);

#endif
