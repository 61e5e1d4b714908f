/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_CFI_TABLE_H
#define PERF_SYMBOL_CFI_TABLE_H

#include "types.h"

/* A section of call frame information: .eh_frame or .debug_frame. */
struct cfi_section {
	const u8 *bytes; /* borrowed */
	size_t size;
	u64 addr; /* where it is loaded */
	bool eh;  /* .eh_frame, whose entries are linked otherwise */
	bool swapped;
	u8 address_bytes; /* 4 or 8 */
	bool ra_is_kept; /* functions that say nothing of the return address leave it in its register */
};

/* Which of its entries is for which addresses. Zeroed is empty. */
struct cfi_table {
	struct cfi_section section;
	struct cfi_range *ranges; /* by their begin */
	size_t nr, cap;
};

/* Goes through the section once; entries that make no sense are left out. 0 or -ENOMEM. */
int cfi_table__init(struct cfi_table *table, const struct cfi_section *section);
void cfi_table__exit(struct cfi_table *table);

/* How to step to the caller from @addr. The rule points into the section. false: it is not known. */
struct cfi_rule;
bool cfi_table__find(const struct cfi_table *table, u64 addr, struct cfi_rule *rule);

#endif
