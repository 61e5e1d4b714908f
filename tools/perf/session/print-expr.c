// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers in print formats of tracepoints: an argument tree of libtraceevent -> a few steps that
 * leave its value on a small stack. The tree is walked once an event, the steps once a sample.
 */
#include "session/print-expr.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

/* A longer or deeper expression is left to the library. */
#define STEPS_MAX 256
#define STACK_MAX 16

enum print_verb {
	PUSH,
	LOAD,	      /* the number at .at, of .size bytes */
	LOAD_ELEMENT, /* the top's element behind .at */
	AREA_BYTES,   /* the upper half of the word at .at: how long a dynamic field is */
	MASK,
	NEGATE,
	INVERT,
	NOT,
	CHOOSE, /* of the two on top by the one below */
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	REMAINDER,
	SHIFT_LEFT,
	SHIFT_RIGHT,
	AND,
	OR,
	BOTH,
	EITHER,
	EQUAL,
	UNEQUAL,
	LESS,
	LESS_EQUAL,
	GREATER,
	GREATER_EQUAL,
};

struct print_step {
	u8 verb;
	u8 size;
	u32 at;
	u64 value;
};

struct compiler {
	struct tep_event *event;
	struct print_step steps[STEPS_MAX];
	u32 nr;
	u32 depth; /* what is on the stack by now */
	int level; /* of recursion */
};

static bool is_number_size(u32 bytes)
{
	return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

u64 print_raw__number(const struct print_raw *raw, u64 offset, u32 size)
{
	u64 value = 0;
	u32 there = offset >= raw->size ? 0 : raw->size - offset;

	if (!is_number_size(size))
		return 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	if (there >= sizeof(value)) {
		memcpy(&value, raw->bytes + offset, sizeof(value));
		return value & ~0ULL >> (64 - size * 8);
	}
	memcpy(&value, raw->bytes + (there ? offset : 0), there < size ? there : size);
	return value;
#else
	memcpy(&value, raw->bytes + (there ? offset : 0), there < size ? there : size);
	return value >> (64 - size * 8);
#endif
}

const struct tep_format_field *
print_expr__field(struct tep_event *event, const struct tep_format_field *field, const char *name)
{
	return field ? field : tep_find_any_field(event, name);
}

/* @pops values are replaced by one. */
static int emit(struct compiler *c, struct print_step step, u32 pops)
{
	if (c->nr == STEPS_MAX || c->depth < pops || c->depth - pops + 1 > STACK_MAX)
		return -ENOTSUP;
	c->steps[c->nr++] = step;
	c->depth = c->depth - pops + 1;
	return 0;
}

static int compile(struct compiler *c, const struct tep_print_arg *arg);

static int compile_field(struct compiler *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *field =
		print_expr__field(c->event, arg->field.field, arg->field.name);

	if (!field || field->offset < 0)
		return -ENOTSUP;
	return emit(c,
		    (struct print_step){ .verb = LOAD,
					 .at = field->offset,
					 .size = field->size > 8 ? 0 : field->size },
		    0);
}

/* Casts to these cut the value; all others leave it alone, as the library has it. */
static int compile_cast(struct compiler *c, const struct tep_print_arg *arg)
{
	static const struct {
		const char *type;
		u64 mask;
	} casts[] = {
		{ "u8", 0xff },	       { "s8", 0xff },
		{ "char", 0xff },      { "unsigned char", 0xff },
		{ "u16", 0xffff },     { "s16", 0xffff },
		{ "short", 0xffff },   { "unsigned short", 0xffff },
		{ "u32", 0xffffffff }, { "s32", 0xffffffff },
		{ "int", 0xffffffff }, { "unsigned int", 0xffffffff },
	};
	int ret = compile(c, arg->typecast.item);

	for (size_t i = 0; !ret && i < ARRAY_SIZE(casts); i++)
		if (!strcmp(casts[i].type, arg->typecast.type))
			return emit(c, (struct print_step){ .verb = MASK, .value = casts[i].mask },
				    1);
	return ret;
}

/* An index that is a constant, args[0], makes the element a number like any other. */
static bool load_known_element(struct compiler *c, u32 at, u32 bytes)
{
	struct print_step *last = &c->steps[c->nr - 1];
	u64 where;

	if (last->verb != PUSH || __builtin_mul_overflow(last->value, bytes, &where) ||
	    where > UINT32_MAX - at)
		return false;
	*last = (struct print_step){ .verb = LOAD, .at = at + where, .size = bytes };
	return true;
}

static int compile_element(struct compiler *c, const struct tep_print_arg *arg)
{
	const struct tep_print_arg *array = arg->op.left;
	const struct tep_format_field *field;
	int ret;

	if (!array || array->type != TEP_PRINT_FIELD)
		return -ENOTSUP;
	field = print_expr__field(c->event, array->field.field, array->field.name);
	if (!field || field->offset < 0 || !field->elementsize || field->elementsize > 8 ||
	    field->flags & TEP_FIELD_IS_DYNAMIC)
		return -ENOTSUP;
	ret = compile(c, arg->op.right);
	if (ret)
		return ret;
	if (load_known_element(c, field->offset, field->elementsize))
		return 0;
	return emit(c,
		    (struct print_step){
			    .verb = LOAD_ELEMENT, .at = field->offset, .size = field->elementsize },
		    1);
}

static int compile_choice(struct compiler *c, const struct tep_print_arg *arg)
{
	const struct tep_print_arg *ways = arg->op.right;
	int ret;

	if (!ways || ways->type != TEP_PRINT_OP || strcmp(ways->op.op, ":"))
		return -ENOTSUP;
	ret = compile(c, arg->op.left);
	if (!ret)
		ret = compile(c, ways->op.left);
	if (!ret)
		ret = compile(c, ways->op.right);
	return ret ? ret : emit(c, (struct print_step){ .verb = CHOOSE }, 3);
}

static int compile_unary(struct compiler *c, const struct tep_print_arg *arg)
{
	static const struct {
		const char *op;
		u8 verb;
	} verbs[] = { { "-", NEGATE }, { "~", INVERT }, { "!", NOT } };
	int ret = compile(c, arg->op.right);

	if (ret)
		return ret;
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(verbs[i].op, arg->op.op))
			return emit(c, (struct print_step){ .verb = verbs[i].verb }, 1);
	return -ENOTSUP;
}

static int compile_op(struct compiler *c, const struct tep_print_arg *arg)
{
	static const struct {
		const char *op;
		u8 verb;
	} verbs[] = {
		{ "+", ADD },
		{ "-", SUBTRACT },
		{ "*", MULTIPLY },
		{ "/", DIVIDE },
		{ "%", REMAINDER },
		{ "<<", SHIFT_LEFT },
		{ ">>", SHIFT_RIGHT },
		{ "&", AND },
		{ "|", OR },
		{ "&&", BOTH },
		{ "||", EITHER },
		{ "==", EQUAL },
		{ "!=", UNEQUAL },
		{ "<", LESS },
		{ "<=", LESS_EQUAL },
		{ ">", GREATER },
		{ ">=", GREATER_EQUAL },
	};
	int ret;

	if (!strcmp(arg->op.op, "?"))
		return compile_choice(c, arg);
	if (!strcmp(arg->op.op, "["))
		return compile_element(c, arg);
	if (!arg->op.left || !arg->op.right)
		return -ENOTSUP;
	if (arg->op.left->type == TEP_PRINT_NULL)
		return compile_unary(c, arg);
	ret = compile(c, arg->op.left);
	if (!ret)
		ret = compile(c, arg->op.right);
	if (ret)
		return ret;
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(verbs[i].op, arg->op.op))
			return emit(c, (struct print_step){ .verb = verbs[i].verb }, 2);
	return -ENOTSUP;
}

/* The length of a dynamic field stands above its place. */
static int compile_area_bytes(struct compiler *c, const struct tep_print_arg *arg)
{
	const struct tep_format_field *field = arg->dynarray.field;

	if (!field || field->offset < 0 || field->size != 4)
		return -ENOTSUP;
	return emit(c, (struct print_step){ .verb = AREA_BYTES, .at = field->offset }, 0);
}

static int compile(struct compiler *c, const struct tep_print_arg *arg)
{
	int ret = -ENOTSUP;

	/* Each level of the tree but casts takes a place on the stack. */
	if (!arg || c->level >= 4 * STACK_MAX)
		return -ENOTSUP;
	c->level++;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		ret = emit(c,
			   (struct print_step){ .verb = PUSH,
						.value = strtoull(arg->atom.atom, NULL, 0) },
			   0);
		break;
	case TEP_PRINT_FIELD:
		ret = compile_field(c, arg);
		break;
	case TEP_PRINT_TYPE:
		ret = compile_cast(c, arg);
		break;
	case TEP_PRINT_OP:
		ret = compile_op(c, arg);
		break;
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		ret = compile_area_bytes(c, arg);
		break;
	default:
		break;
	}
	c->level--;
	return ret;
}

int print_expr__compile(struct print_expr *expr, struct arena *arena, struct tep_event *event,
			const struct tep_print_arg *arg)
{
	struct compiler c = { .event = event };
	int ret = compile(&c, arg);
	void *steps;

	if (ret)
		return ret;
	steps = arena__alloc(arena, c.nr * sizeof(*c.steps));
	if (!steps)
		return -ENOMEM;
	memcpy(steps, c.steps, c.nr * sizeof(*c.steps));
	*expr = (struct print_expr){ .steps = steps, .nr = c.nr };
	if (c.nr != 1 || c.steps[0].verb != LOAD)
		return 0;
	expr->at = c.steps[0].at;
	expr->bytes = is_number_size(c.steps[0].size) ? c.steps[0].size : 0;
	return 0;
}

bool print_expr__is_constant(const struct print_expr *expr)
{
	return !expr->nr || (expr->nr == 1 && expr->steps->verb == PUSH);
}

static u64 calculate(u8 verb, u64 a, u64 b)
{
	switch (verb) {
	case ADD:
		return a + b;
	case SUBTRACT:
		return a - b;
	case MULTIPLY:
		return a * b;
	case DIVIDE:
		return b ? a / b : 0;
	case REMAINDER:
		return b ? a % b : 0;
	case SHIFT_LEFT:
		return a << (b & 63);
	case SHIFT_RIGHT:
		return a >> (b & 63);
	case AND:
		return a & b;
	case OR:
		return a | b;
	case BOTH:
		return a && b;
	case EITHER:
		return a || b;
	case EQUAL:
		return a == b;
	case UNEQUAL:
		return a != b;
	case LESS:
		return a < b;
	case LESS_EQUAL:
		return a <= b;
	case GREATER:
		return a > b;
	}
	return a >= b;
}

/* The element's place may wrap: what is asked for is then somewhere else, but never outside. */
static u64 element(const struct print_raw *raw, const struct print_step *step, u64 index)
{
	return print_raw__number(raw, step->at + index * step->size, step->size);
}

u64 print_expr__run(const struct print_expr *expr, const struct print_raw *raw)
{
	u64 stack[STACK_MAX + 1] = { 0 }, *top = stack;

	for (u32 i = 0; i < expr->nr; i++) {
		const struct print_step *step = &expr->steps[i];

		switch (step->verb) {
		case PUSH:
			*++top = step->value;
			break;
		case LOAD:
			*++top = print_raw__number(raw, step->at, step->size);
			break;
		case LOAD_ELEMENT:
			*top = element(raw, step, *top);
			break;
		case AREA_BYTES:
			*++top = print_raw__number(raw, step->at, 4) >> 16;
			break;
		case MASK:
			*top &= step->value;
			break;
		case NEGATE:
			*top = -*top;
			break;
		case INVERT:
			*top = ~*top;
			break;
		case NOT:
			*top = !*top;
			break;
		case CHOOSE:
			top -= 2;
			*top = top[0] ? top[1] : top[2];
			break;
		default:
			top--;
			*top = calculate(step->verb, top[0], top[1]);
		}
	}
	return *top;
}
