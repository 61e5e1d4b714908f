/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_HIST_FIELD_TABLE_H
#define PERF_HIST_FIELD_TABLE_H

#include "hist/entry.h"
#include "hist/field.h"

/* The fields from inside: shared by the files that make up their table, and by nobody else. */

struct hist_fields {
	const struct hist_field *list;
	size_t nr;
};

extern const struct hist_fields hist_common_fields, hist_more_fields, hist_sum_fields,
	hist_branch_fields, hist_memory_fields;

static inline int hist_key__compare_u64(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

static inline const void *hist_key__pointer(const struct hist_entry *entry, int key)
{
	return (const void *)(uintptr_t)entry->keys[key];
}

/* The address that a sample tells, as a key; NULL becomes 0. */
struct point;
struct hist_sample;
u64 hist_key__point(struct hist_sample *sample, u64 addr);

#define HIST_COMPARE(name) int name(const struct hist_entry *a, const struct hist_entry *b, int key)
#define HIST_PRINT(name)                                                   \
	int name(struct buf *out, const struct hist_entry *entry, int key, \
		 const struct hist_style *style)

HIST_COMPARE(hist_key__compare_number);
HIST_COMPARE(hist_key__compare_text);
HIST_COMPARE(hist_key__compare_dso);
HIST_COMPARE(hist_key__compare_place);
HIST_COMPARE(hist_key__compare_point);
HIST_PRINT(hist_key__print_number);
HIST_PRINT(hist_key__print_text);
int hist_key__measure_text(const struct hist_entry *entry, int key);
HIST_PRINT(hist_key__print_dso);

HIST_PRINT(hist_key__print_page_size);

/* "[k] name", or the address where nothing has a name. */
int hist_place__print(struct buf *out, char level, const char *name, u64 addr);

#define HIST_NUMBER .kind = HIST_KEY_NUMBER, .compare = hist_key__compare_number
#define HIST_TEXT                                                                                \
	.kind = HIST_KEY_TEXT, .compare = hist_key__compare_text, .print = hist_key__print_text, \
	.measure = hist_key__measure_text
#define HIST_DSO_KEY \
	.kind = HIST_KEY_DSO, .compare = hist_key__compare_dso, .print = hist_key__print_dso
#define HIST_PLACE .kind = HIST_KEY_PLACE, .compare = hist_key__compare_place
#define HIST_POINT .kind = HIST_KEY_POINT, .compare = hist_key__compare_point

#endif
