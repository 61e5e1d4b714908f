/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CODE_H
#define PERF_SYMBOL_CODE_H

#include "err.h"

struct dso;

/* The machine code of one function, as its file has it. */
struct code {
	u8 *bytes;
	size_t len;
	u16 machine; /* EM_* of elf.h */
	bool is_32bit, big_endian;
};

/*
 * Reads @len bytes at the linked address @addr of the file, or of the running kernel. 0; -errno
 * and in @err why not.
 */
int code__read(struct code *code, const struct dso *dso, u64 addr, size_t len, struct err *err);
void code__exit(struct code *code);

/* The file offset of a linked address; false: no loaded segment of the file has it. */
bool code__file_offset(const struct dso *dso, u64 addr, u64 *offset);

#endif
