/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CFI_PROGRAM_H
#define PERF_SYMBOL_CFI_PROGRAM_H

#include "symbol/cfi-rule.h"
#include "symbol/dwarf-bytes.h"

/* How the rules of a function's addresses follow from each other. */
struct cfi_program {
	struct dwarf_bytes first; /* what many functions begin with */
	struct dwarf_bytes rest;  /* the function's own */
	u64 code_align;
	s64 data_align;
	u64 ra; /* number of the return address' register */
	u8 address_bytes;
	bool signal;
	bool ra_is_kept; /* what is not said about it is that it stays where it is */
};

/* The rule at @addr of a function that begins at @start. false: there is none that can be used. */
bool cfi_program__run(const struct cfi_program *program, u64 start, u64 addr,
		      struct cfi_rule *rule);

#endif
