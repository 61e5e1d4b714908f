/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DISASM_H
#define PERF_SYMBOL_DISASM_H

#include "err.h"

struct code;

/* One instruction. */
struct disasm_insn {
	u64 addr;
	u8 size;	/* bytes; 0: these bytes are none */
	char text[192]; /* as objdump writes it, as far as the library lets that be */
	u64 target;	/* of a jump or call, or what a %rip-relative operand names; 0: none */
	bool is_jump;	/* or call: the target is the last operand */
};

/* Turns machine code into text. */
struct disasm;

/* -ENOSYS and a hint in @err: without libcapstone; -ENOTSUP: that machine is not known. */
int disasm__new(struct disasm **disasm, const struct code *code, bool intel, struct err *err);
void disasm__delete(struct disasm *disasm);

/* The instruction at @offset of the code, which begins at @addr. */
void disasm__decode(struct disasm *disasm, const struct code *code, u64 addr, size_t offset,
		    struct disasm_insn *insn);

#endif
