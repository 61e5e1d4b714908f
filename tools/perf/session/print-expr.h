/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SESSION_PRINT_EXPR_H
#define PERF_SESSION_PRINT_EXPR_H

#include <string.h>

#include "arena.h"

struct tep_event;
struct tep_format_field;
struct tep_print_arg;

/* The raw data of one event; what is read behind its end is zero. */
struct print_raw {
	const u8 *bytes;
	u32 size;
};

/*
 * The number that an argument of a tracepoint's print format stands for: mostly one that the raw
 * data has, of .bytes at .at; else steps of a stack machine. Zeroed is the number 0.
 */
struct print_expr {
	const struct print_step *steps;
	u32 nr;
	u32 at;
	u8 bytes; /* 0: steps */
};

/*
 * Compiles @arg. The steps stand in @arena. 0; -ENOTSUP: something in it is not known to this
 * compiler; -ENOMEM.
 */
int print_expr__compile(struct print_expr *expr, struct arena *arena, struct tep_event *event,
			const struct tep_print_arg *arg);

/* Is it a constant? */
bool print_expr__is_constant(const struct print_expr *expr);

/* The field that a print argument names; NULL: the event has none of that name. */
const struct tep_format_field *
print_expr__field(struct tep_event *event, const struct tep_format_field *field, const char *name);

/* The number of @size bytes (1, 2, 4 or 8; else 0) at @offset, in native order. */
u64 print_raw__number(const struct print_raw *raw, u64 offset, u32 size);

/* By its steps. */
u64 print_expr__run(const struct print_expr *expr, const struct print_raw *raw);

/* Its value with the event's data, as libtraceevent counts: in 64 bits, without a sign. Dividing
 * by 0 gives 0. */
static inline u64 print_expr__eval(const struct print_expr *expr, const struct print_raw *raw)
{
	u64 value;

	if (!expr->bytes)
		return print_expr__run(expr, raw);
	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || expr->at + 8ULL > raw->size)
		return print_raw__number(raw, expr->at, expr->bytes);
	memcpy(&value, raw->bytes + expr->at, sizeof(value));
	return value & ~0ULL >> (64 - expr->bytes * 8);
}

#endif
