// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads words from the copy of a stack that a sample carries. The word that ends it is not read: the
 * distribution's perf does not either, and chains are to end alike.
 */
#include <string.h>

#include "symbol/cfi-stack.h"
#include "symbol/maps.h"

bool cfi_stack__read(const struct cfi_stack *stack, u64 addr, u8 bytes, u64 *value)
{
	u64 offset = addr - stack->start;

	*value = 0;
	if (bytes > sizeof(*value))
		return false;
	if (addr < stack->start || stack->size < bytes || offset >= stack->size - bytes)
		return stack->maps && maps__find(stack->maps, addr);
	memcpy(value, stack->bytes + offset, bytes);
	return true;
}
