// SPDX-License-Identifier: GPL-2.0-only
/* Built without libdw: only frame pointers lead from a frame to its caller's. */
#include <unistd.h>

#include "symbol/cfi.h"

struct cfi_file *cfi_file__new(int fd)
{
	close(fd);
	return NULL;
}

struct cfi_file *cfi_file__new_memory(char *image, size_t size)
{
	(void)image;
	(void)size;
	return NULL;
}

void cfi_file__delete(struct cfi_file *file)
{
	(void)file;
}

enum cfi_result cfi_file__step(struct cfi_file *file, u64 addr, struct cfi_regs *regs,
			       const struct cfi_stack *stack, bool *signal)
{
	(void)file;
	(void)addr;
	(void)regs;
	(void)stack;
	(void)signal;
	return CFI_UNKNOWN;
}
