// SPDX-License-Identifier: GPL-2.0-only
/*
 * The formats of a file -> which of them libtraceevent may parse, and which events it may print:
 * where divisors, indices, lengths and widths come from the data, they are computed first.
 */
#include "session/trace-guard.h"

#include <errno.h>
#include <string.h>
#include <traceevent/event-parse.h>

/* The kernel's longest formats have 30 KiB, 25 brackets in each other and 130 operators in a row. */
#define FORMAT_MAX    (256 << 10)
#define NESTED_MAX    100
#define OPERATORS_MAX 1000

#define BOUNDS_MAX    64
#define DEPTH_MAX     100
/* The buffer that events are printed from is four times as large as raw data can be. */
#define INDEX_MAX  8192
#define LENGTH_MAX 65536
#define WIDTH_MAX  1024

struct trace_bound {
	struct print_expr value, scale; /* their product must lie within the bounds */
	u64 min, max;
};

struct walk {
	struct trace_guard *guard;
	struct arena *arena;
	struct tep_event *event;
	int depth;
	int error;
};

bool trace_guard__format(const char *text, size_t size)
{
	unsigned int nested = 0, operators = 0;
	bool quoted = false;

	if (size > FORMAT_MAX || strlen(text) != size)
		return false;
	for (; *text; text++) {
		if (*text == '"')
			quoted = !quoted;
		if (quoted) {
			text += *text == '\\' && text[1];
			continue;
		}
		if (strchr("([{", *text) && ++nested > NESTED_MAX)
			return false;
		if (strchr(")]}", *text) && nested)
			nested--;
		if (*text == ',' || *text == ';')
			operators = 0;
		else if (strchr("+-*/%&|^~!?:<>=", *text) && ++operators > OPERATORS_MAX)
			return false;
	}
	return true;
}

static void walk_arg(struct walk *walk, const struct tep_print_arg *arg);

/* @scale may be NULL: 1. */
static void add_bound(struct walk *walk, const struct tep_print_arg *value,
		      const struct tep_print_arg *scale, u64 min, u64 max)
{
	struct trace_guard *guard = walk->guard;
	struct trace_bound *bound = &guard->bounds[guard->nr];
	int ret = guard->nr == BOUNDS_MAX ? -ENOTSUP : 0;

	if (!ret)
		ret = print_expr__compile(&bound->value, walk->arena, walk->event, value);
	if (!ret && scale)
		ret = print_expr__compile(&bound->scale, walk->arena, walk->event, scale);
	if (ret == -ENOTSUP)
		guard->never = true;
	else if (ret)
		walk->error = ret;
	if (ret)
		return;
	bound->min = min;
	bound->max = max;
	guard->nr++;
}

static void walk_op(struct walk *walk, const struct tep_print_arg *arg)
{
	const char *op = arg->op.op;

	if (!strcmp(op, "/") || !strcmp(op, "%"))
		add_bound(walk, arg->op.right, NULL, 1, ~0ULL);
	else if (!strcmp(op, "["))
		add_bound(walk, arg->op.right, NULL, 0, INDEX_MAX);
	walk_arg(walk, arg->op.left);
	walk_arg(walk, arg->op.right);
}

static void walk_kinds(struct walk *walk, const struct tep_print_arg *arg)
{
	switch (arg->type) {
	case TEP_PRINT_FLAGS:
		return walk_arg(walk, arg->flags.field);
	case TEP_PRINT_SYMBOL:
		return walk_arg(walk, arg->symbol.field);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		add_bound(walk, arg->hex.size, NULL, 0, LENGTH_MAX);
		walk_arg(walk, arg->hex.field);
		return walk_arg(walk, arg->hex.size);
	case TEP_PRINT_INT_ARRAY:
		add_bound(walk, arg->int_array.count, arg->int_array.el_size, 0, LENGTH_MAX);
		walk_arg(walk, arg->int_array.field);
		walk_arg(walk, arg->int_array.count);
		return walk_arg(walk, arg->int_array.el_size);
	case TEP_PRINT_TYPE:
		return walk_arg(walk, arg->typecast.item);
	case TEP_PRINT_DYNAMIC_ARRAY:
		if (arg->dynarray.index)
			add_bound(walk, arg->dynarray.index, NULL, 0, INDEX_MAX);
		return;
	case TEP_PRINT_OP:
		return walk_op(walk, arg);
	case TEP_PRINT_FUNC:
		walk->guard->never = true;
		return;
	default:
		return;
	}
}

static void walk_arg(struct walk *walk, const struct tep_print_arg *arg)
{
	if (!arg || walk->guard->never || walk->error)
		return;
	if (walk->depth == DEPTH_MAX) {
		walk->guard->never = true;
		return;
	}
	walk->depth++;
	walk_kinds(walk, arg);
	walk->depth--;
}

/* One conversion behind its '%': widths and precisions are digits, or told by the argument whose
 * turn it is. The length of a text can do no harm. Returns where it ends. */
static const char *walk_conversion(struct walk *walk, const char *at,
				   const struct tep_print_arg **arg)
{
	const struct tep_print_arg *length = NULL;
	unsigned int digits = 0;

	for (; *at && strchr("-+ #0123456789.*hlLz", *at); at++) {
		digits = *at >= '0' && *at <= '9' ? digits + 1 : 0;
		if (digits > 4)
			walk->guard->never = true;
		if (*at != '*')
			continue;
		if (at[-1] == '.')
			length = *arg;
		else if (*arg)
			add_bound(walk, *arg, NULL, 0, WIDTH_MAX);
		*arg = *arg ? (*arg)->next : NULL;
	}
	if (length && *at != 's')
		add_bound(walk, length, NULL, 0, WIDTH_MAX);
	if (*at && *at != '%')
		*arg = *arg ? (*arg)->next : NULL;
	return at;
}

static void walk_widths(struct walk *walk)
{
	const struct tep_print_arg *arg = walk->event->print_fmt.args;
	const char *at = walk->event->print_fmt.format;

	while (at && (at = strchr(at, '%'))) {
		at = walk_conversion(walk, at + 1, &arg);
		at += *at != 0;
	}
}

int trace_guard__init(struct trace_guard *guard, struct arena *arena, struct tep_event *event)
{
	struct walk walk = { .guard = guard, .arena = arena, .event = event };

	/* Events of trace_printk() bring their own formats; no sample has one. */
	*guard = (struct trace_guard){ .never = event->flags & TEP_EVENT_FL_ISBPRINT };
	guard->bounds = arena__alloc(arena, BOUNDS_MAX * sizeof(*guard->bounds));
	if (!guard->bounds)
		return -ENOMEM;
	if (event->flags & TEP_EVENT_FL_FAILED)
		return 0;
	for (const struct tep_print_arg *arg = event->print_fmt.args; arg; arg = arg->next)
		walk_arg(&walk, arg);
	walk_widths(&walk);
	return walk.error;
}

bool trace_guard__allows(const struct trace_guard *guard, const struct print_raw *raw)
{
	if (guard->never)
		return false;
	for (u32 i = 0; i < guard->nr; i++) {
		const struct trace_bound *bound = &guard->bounds[i];
		u64 value = print_expr__eval(&bound->value, raw), scale = 1;

		if (bound->scale.nr)
			scale = print_expr__eval(&bound->scale, raw);
		if (__builtin_mul_overflow(value, scale, &value) || value < bound->min ||
		    value > bound->max)
			return false;
	}
	return true;
}
