// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rules of one place in the code, taken from libdw once, and their application to a sample's
 * registers and stack. Nearly all rules are offsets from the frame's address; the others are
 * DWARF expressions, which are evaluated with a bounded stack and no way to loop.
 */
#include "symbol/cfi-rule.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define EVAL_DEPTH 32

static bool copy_ops(struct cfi_rule *rule, struct cfi_register *reg, const Dwarf_Op *ops,
		     size_t nr, size_t *used)
{
	if (nr > CFI_MAX_OPS - *used)
		return false;
	if (!rule->ops)
		rule->ops = calloc(CFI_MAX_OPS, sizeof(*rule->ops));
	if (!rule->ops)
		return false;
	memcpy(rule->ops + *used, ops, nr * sizeof(*ops));
	reg->value = *used;
	reg->nr_ops = nr;
	*used += nr;
	return true;
}

static bool fits(Dwarf_Word value)
{
	return (s64)value == (s32)value;
}

static bool init_cfa(struct cfi_rule *rule, Dwarf_Frame *frame, size_t *used)
{
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_frame_cfa(frame, &ops, &nr) || !nr)
		return false;
	if (nr == 1 && ops[0].atom == DW_OP_bregx && ops[0].number < CFI_REGS &&
	    fits(ops[0].number2)) {
		rule->cfa.place = CFI_REGISTER;
		rule->cfa.value = ops[0].number;
		rule->cfa_offset = ops[0].number2;
		return true;
	}
	rule->cfa.place = CFI_IS_EXPR;
	return copy_ops(rule, &rule->cfa, ops, nr, used);
}

static bool init_register(struct cfi_rule *rule, Dwarf_Frame *frame, int number, size_t *used)
{
	struct cfi_register *reg = &rule->regs[number];
	Dwarf_Op mem[3], *ops;
	bool is_value;
	size_t nr;

	if (dwarf_frame_register(frame, number, mem, &ops, &nr))
		return false;
	/* What nothing is said about is left alone by those who follow the ABI. */
	if (!nr) {
		reg->place = ops && number == rule->ra ? CFI_UNDEFINED : CFI_SAME;
		return true;
	}
	if (nr == 1 && ops[0].atom == DW_OP_regx && ops[0].number < CFI_REGS) {
		reg->place = CFI_REGISTER;
		reg->value = ops[0].number;
		return true;
	}
	is_value = ops[nr - 1].atom == DW_OP_stack_value;
	nr -= is_value;
	if (nr <= 2 && nr && ops[0].atom == DW_OP_call_frame_cfa &&
	    (nr == 1 || (ops[1].atom == DW_OP_plus_uconst && fits(ops[1].number)))) {
		reg->place = is_value ? CFI_IS_CFA : CFI_AT_CFA;
		reg->value = nr == 2 ? (s32)ops[1].number : 0;
		return true;
	}
	reg->place = is_value ? CFI_IS_EXPR : CFI_AT_EXPR;
	return copy_ops(rule, reg, ops, nr, used);
}

bool cfi_rule__init(struct cfi_rule *rule, Dwarf_Frame *frame)
{
	Dwarf_Addr start, end;
	size_t used = 0;
	int ra;

	*rule = (struct cfi_rule){ 0 };
	ra = dwarf_frame_info(frame, &start, &end, &rule->signal);
	if (ra < 0 || ra >= CFI_REGS || !init_cfa(rule, frame, &used))
		goto err;
	rule->ra = ra;
	for (int i = 0; i < CFI_REGS; i++) {
		if (!init_register(rule, frame, i, &used))
			goto err;
		if (rule->regs[i].place != CFI_SAME)
			rule->nr_regs = i + 1;
	}
	return true;
err:
	cfi_rule__exit(rule);
	return false;
}

void cfi_rule__exit(struct cfi_rule *rule)
{
	free(rule->ops);
	rule->ops = NULL;
}

/* What an expression is evaluated on. */
struct eval {
	const struct cfi_regs *regs;
	const struct cfi_stack *stack;
	u64 cfa;
	u64 values[EVAL_DEPTH];
	int nr;
};

static bool push(struct eval *e, u64 value)
{
	if (e->nr == EVAL_DEPTH)
		return false;
	e->values[e->nr++] = value;
	return true;
}

static bool push_register(struct eval *e, u64 number, u64 offset)
{
	return number < CFI_REGS && e->regs->known >> number & 1 &&
	       push(e, e->regs->value[number] + offset);
}

/* Two operands that become one. */
static bool binary(struct eval *e, u8 atom)
{
	u64 a, b;

	if (e->nr < 2)
		return false;
	b = e->values[--e->nr];
	a = e->values[--e->nr];
	switch (atom) {
	case DW_OP_plus:
		return push(e, a + b);
	case DW_OP_minus:
		return push(e, a - b);
	case DW_OP_mul:
		return push(e, a * b);
	case DW_OP_and:
		return push(e, a & b);
	case DW_OP_or:
		return push(e, a | b);
	case DW_OP_xor:
		return push(e, a ^ b);
	case DW_OP_shl:
		return push(e, b < 64 ? a << b : 0);
	case DW_OP_shr:
		return push(e, b < 64 ? a >> b : 0);
	case DW_OP_shra:
		return push(e, (s64)a >> (b < 64 ? b : 63));
	case DW_OP_eq:
		return push(e, a == b);
	case DW_OP_ne:
		return push(e, a != b);
	case DW_OP_ge:
		return push(e, (s64)a >= (s64)b);
	case DW_OP_gt:
		return push(e, (s64)a > (s64)b);
	case DW_OP_le:
		return push(e, (s64)a <= (s64)b);
	case DW_OP_lt:
		return push(e, (s64)a < (s64)b);
	}
	return false;
}

/* One operand that is changed. */
static bool unary(struct eval *e, const Dwarf_Op *op)
{
	u64 *top;

	if (!e->nr)
		return false;
	top = &e->values[e->nr - 1];
	switch (op->atom) {
	case DW_OP_deref:
		return cfi_stack__read(e->stack, *top, e->regs->address_bytes, top);
	case DW_OP_deref_size:
		return op->number <= 8 && cfi_stack__read(e->stack, *top, op->number, top);
	case DW_OP_plus_uconst:
		*top += op->number;
		return true;
	case DW_OP_neg:
		*top = -*top;
		return true;
	case DW_OP_not:
		*top = ~*top;
		return true;
	case DW_OP_dup:
		return push(e, *top);
	case DW_OP_drop:
		e->nr--;
		return true;
	}
	return false;
}

static bool constant(struct eval *e, const Dwarf_Op *op)
{
	if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
		return push(e, op->atom - DW_OP_lit0);
	switch (op->atom) {
	case DW_OP_const1u:
	case DW_OP_const1s:
	case DW_OP_const2u:
	case DW_OP_const2s:
	case DW_OP_const4u:
	case DW_OP_const4s:
	case DW_OP_const8u:
	case DW_OP_const8s:
	case DW_OP_constu:
	case DW_OP_consts:
		return push(e, op->number);
	}
	return false;
}

static bool evaluate_one(struct eval *e, const Dwarf_Op *op)
{
	if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
		return push_register(e, op->atom - DW_OP_breg0, op->number);
	if (op->atom == DW_OP_bregx)
		return push_register(e, op->number, op->number2);
	if (op->atom == DW_OP_call_frame_cfa)
		return push(e, e->cfa);
	return constant(e, op) || unary(e, op) || binary(e, op->atom);
}

static bool evaluate(struct eval *e, const struct cfi_rule *rule, const struct cfi_register *reg,
		     u64 *value)
{
	e->nr = 0;
	for (int i = 0; i < reg->nr_ops; i++)
		if (!evaluate_one(e, &rule->ops[reg->value + i]))
			return false;
	if (!e->nr)
		return false;
	*value = e->values[e->nr - 1];
	return true;
}

static bool find_cfa(const struct cfi_rule *rule, const struct cfi_regs *regs, struct eval *e)
{
	if (rule->cfa.place != CFI_REGISTER)
		return evaluate(e, rule, &rule->cfa, &e->cfa);
	if (!(regs->known >> rule->cfa.value & 1))
		return false;
	e->cfa = regs->value[rule->cfa.value] + rule->cfa_offset;
	return true;
}

/* A register of the caller; false: it is not known. */
static bool find_register(const struct cfi_rule *rule, int number, struct eval *e, u64 *value)
{
	const struct cfi_register *reg = &rule->regs[number];
	const struct cfi_regs *regs = e->regs;

	switch (reg->place) {
	case CFI_SAME:
	case CFI_REGISTER:
		if (reg->place == CFI_REGISTER)
			number = reg->value;
		*value = regs->value[number];
		return regs->known >> number & 1;
	case CFI_AT_CFA:
		return cfi_stack__read(e->stack, e->cfa + reg->value, regs->address_bytes, value);
	case CFI_IS_CFA:
		*value = e->cfa + reg->value;
		return true;
	case CFI_AT_EXPR:
		return evaluate(e, rule, reg, value) &&
		       cfi_stack__read(e->stack, *value, regs->address_bytes, value);
	case CFI_IS_EXPR:
		return evaluate(e, rule, reg, value);
	}
	return false;
}

enum cfi_result cfi_rule__apply(const struct cfi_rule *rule, struct cfi_regs *regs,
				const struct cfi_stack *stack)
{
	struct cfi_regs caller = *regs;
	struct eval e = { .regs = regs, .stack = stack };

	if (rule->regs[rule->ra].place == CFI_UNDEFINED)
		return CFI_END;
	if (!find_cfa(rule, regs, &e) || !find_register(rule, rule->ra, &e, &caller.pc))
		return CFI_FAULT;
	for (int i = 0; i < rule->nr_regs; i++)
		if (find_register(rule, i, &e, &caller.value[i]))
			caller.known |= 1ULL << i;
		else
			caller.known &= ~(1ULL << i);
	/* The frame's address is by definition the stack pointer before the call. */
	if (rule->regs[regs->sp].place == CFI_SAME) {
		caller.value[regs->sp] = e.cfa;
		caller.known |= 1ULL << regs->sp;
	}
	*regs = caller;
	return CFI_STEPPED;
}
