// SPDX-License-Identifier: GPL-2.0-only
/* Built without libcapstone: nothing can be disassembled. */
#include <errno.h>

#include "symbol/disasm.h"

int disasm__new(struct disasm **disasm, const struct code *code, bool intel, struct err *err)
{
	(void)disasm, (void)code, (void)intel;
	return err__set(err, -ENOSYS, "built without libcapstone, which disassembles");
}

void disasm__delete(struct disasm *disasm)
{
	(void)disasm;
}

void disasm__decode(struct disasm *disasm, const struct code *code, u64 addr, size_t offset,
		    struct disasm_insn *insn)
{
	(void)disasm, (void)code, (void)offset;
	*insn = (struct disasm_insn){ .addr = addr };
}
