// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rules of one place in the code applied to a sample's registers and stack. Nearly all are
 * offsets from the frame's address; the others are DWARF expressions, which are evaluated
 * with a bounded stack and no way to loop.
 */
#include "symbol/cfi-rule.h"

#include "symbol/dwarf-bytes.h"
#include "symbol/dwarf-op.h"

#define EVAL_DEPTH 32

/* What an expression is evaluated on. */
struct eval {
	const struct cfi_regs *regs;
	const struct cfi_stack *stack;
	u64 cfa;
	struct dwarf_bytes at;
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
static bool unary(struct eval *e, u8 atom)
{
	u64 *top;
	u8 bytes;

	if (!e->nr)
		return false;
	top = &e->values[e->nr - 1];
	switch (atom) {
	case DW_OP_deref:
		return cfi_stack__read(e->stack, *top, e->regs->address_bytes, top);
	case DW_OP_deref_size:
		bytes = dwarf_bytes__u8(&e->at);
		return cfi_stack__read(e->stack, *top, bytes, top);
	case DW_OP_plus_uconst:
		*top += dwarf_bytes__uleb128(&e->at);
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

static bool constant(struct eval *e, u8 atom)
{
	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
		return push(e, atom - DW_OP_lit0);
	switch (atom) {
	case DW_OP_const1u:
	case DW_OP_const2u:
	case DW_OP_const4u:
	case DW_OP_const8u:
		return push(e, dwarf_bytes__uint(&e->at, 1 << (atom - DW_OP_const1u) / 2));
	case DW_OP_const1s:
	case DW_OP_const2s:
	case DW_OP_const4s:
	case DW_OP_const8s:
		return push(e, dwarf_bytes__sint(&e->at, 1 << (atom - DW_OP_const1s) / 2));
	case DW_OP_constu:
		return push(e, dwarf_bytes__uleb128(&e->at));
	case DW_OP_consts:
		return push(e, dwarf_bytes__sleb128(&e->at));
	}
	return false;
}

static bool evaluate_one(struct eval *e, u8 atom)
{
	u64 number;

	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
		return push_register(e, atom - DW_OP_breg0, dwarf_bytes__sleb128(&e->at));
	if (atom == DW_OP_bregx) {
		number = dwarf_bytes__uleb128(&e->at);
		return push_register(e, number, dwarf_bytes__sleb128(&e->at));
	}
	if (atom == DW_OP_call_frame_cfa)
		return push(e, e->cfa);
	return constant(e, atom) || unary(e, atom) || binary(e, atom);
}

static bool evaluate(struct eval *e, const struct cfi_rule *rule, const struct cfi_register *reg,
		     u64 *value)
{
	const u8 *begin = rule->bytes + reg->value;

	e->at = (struct dwarf_bytes){ begin, begin + reg->len, rule->swapped, false };
	while (dwarf_bytes__left(&e->at))
		if (!evaluate_one(e, dwarf_bytes__u8(&e->at)) || e->at.bad)
			return false;
	if (!e->nr)
		return false;
	*value = e->values[e->nr - 1];
	return true;
}

/* A register's expression begins with the frame's address on the stack (DWARF 5, 6.4.2.3). */
static bool evaluate_register(struct eval *e, const struct cfi_rule *rule,
			      const struct cfi_register *reg, u64 *value)
{
	e->nr = 0;
	return push(e, e->cfa) && evaluate(e, rule, reg, value);
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
		return evaluate_register(e, rule, reg, value) &&
		       cfi_stack__read(e->stack, *value, regs->address_bytes, value);
	case CFI_IS_EXPR:
		return evaluate_register(e, rule, reg, value);
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
