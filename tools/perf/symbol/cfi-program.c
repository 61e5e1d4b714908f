// SPDX-License-Identifier: GPL-2.0-only
/*
 * A call frame program -> the rule at one address. The program is run from its begin: each
 * instruction has at least a byte and none leads back, so that it ends; what it may ask to be
 * remembered, and registers, are bounded.
 */
#include "symbol/cfi-program.h"

#include "symbol/dwarf-op.h"

#define MAX_REMEMBERED 16

/* Compilers make some hundred bytes; what is much longer would only take long. */
#define MAX_PROGRAM_BYTES (256U << 10)

struct run {
	const struct cfi_program *program;
	struct dwarf_bytes at;
	u64 loc, addr;
	struct cfi_rule *rule;
	const struct cfi_rule *first; /* NULL: is being made */
	struct cfi_rule *remembered;
	int nr_remembered;
	bool failed;
};

static bool fits(s64 value)
{
	return value == (s32)value;
}

/* Registers that are not followed may be anywhere. */
static void set(struct run *run, u64 number, u8 place, s64 value)
{
	if (number >= CFI_REGS)
		return;
	if (!fits(value))
		run->failed = true;
	run->rule->regs[number] = (struct cfi_register){ .place = place, .value = value };
}

/* The caller's register is lost: only for the return address does it make a difference. */
static void lose(struct run *run, u64 number)
{
	set(run, number, number == run->program->ra ? CFI_UNDEFINED : CFI_SAME, 0);
}

static void restore(struct run *run, u64 number)
{
	if (number < CFI_REGS && run->first)
		run->rule->regs[number] = run->first->regs[number];
}

static s64 factored(struct run *run, s64 value)
{
	s64 product;

	if (__builtin_mul_overflow(value, run->program->data_align, &product))
		run->failed = true;
	return product;
}

static u64 uleb(struct run *run)
{
	return dwarf_bytes__uleb128(&run->at);
}

static s64 sleb(struct run *run)
{
	return dwarf_bytes__sleb128(&run->at);
}

static void set_cfa(struct run *run, u64 number, s64 offset)
{
	if (number >= CFI_REGS || !fits(offset)) {
		run->failed = true;
		return;
	}
	run->rule->cfa = (struct cfi_register){ .place = CFI_REGISTER, .value = number };
	run->rule->cfa_offset = offset;
}

/* The one that the frame is counted from so far; one that does not exist where it is not. */
static u64 cfa_register(const struct run *run)
{
	return run->rule->cfa.place == CFI_REGISTER ? (u64)run->rule->cfa.value : CFI_REGS;
}

/* An expression is kept as where it stands. */
static void set_expression(struct run *run, struct cfi_register *reg, u8 place)
{
	struct dwarf_bytes part = dwarf_bytes__take(&run->at, uleb(run));
	size_t offset = part.at - run->rule->bytes, len = dwarf_bytes__left(&part);

	if (len > UINT16_MAX || offset > INT32_MAX) {
		run->failed = true;
		return;
	}
	if (reg)
		*reg = (struct cfi_register){ .place = place, .len = len, .value = offset };
}

static struct cfi_register *reg_of(struct run *run, u64 number)
{
	return number < CFI_REGS ? &run->rule->regs[number] : NULL;
}

/* Steps over code; its end is past the address that is looked for when true. */
static bool advance(struct run *run, u64 units)
{
	u64 bytes;

	if (__builtin_mul_overflow(units, run->program->code_align, &bytes) ||
	    __builtin_add_overflow(run->loc, bytes, &run->loc))
		return true;
	return run->loc > run->addr;
}

static void remember(struct run *run)
{
	if (run->nr_remembered == MAX_REMEMBERED)
		run->failed = true;
	else
		run->remembered[run->nr_remembered++] = *run->rule;
}

static void recall(struct run *run)
{
	if (!run->nr_remembered)
		run->failed = true;
	else
		*run->rule = run->remembered[--run->nr_remembered];
}

/* Where a register is; false: the instruction is none of those. */
static bool register_op(struct run *run, u8 op)
{
	u64 number, other;

	switch (op) {
	case DW_CFA_offset_extended:
		number = uleb(run);
		set(run, number, CFI_AT_CFA, factored(run, uleb(run)));
		return true;
	case DW_CFA_offset_extended_sf:
		number = uleb(run);
		set(run, number, CFI_AT_CFA, factored(run, sleb(run)));
		return true;
	case DW_CFA_GNU_negative_offset_extended:
		number = uleb(run);
		set(run, number, CFI_AT_CFA, -(u64)factored(run, uleb(run)));
		return true;
	case DW_CFA_val_offset:
		number = uleb(run);
		set(run, number, CFI_IS_CFA, factored(run, uleb(run)));
		return true;
	case DW_CFA_val_offset_sf:
		number = uleb(run);
		set(run, number, CFI_IS_CFA, factored(run, sleb(run)));
		return true;
	case DW_CFA_expression:
		number = uleb(run);
		set_expression(run, reg_of(run, number), CFI_AT_EXPR);
		return true;
	case DW_CFA_val_expression:
		number = uleb(run);
		set_expression(run, reg_of(run, number), CFI_IS_EXPR);
		return true;
	case DW_CFA_restore_extended:
		restore(run, uleb(run));
		return true;
	case DW_CFA_undefined:
		lose(run, uleb(run));
		return true;
	case DW_CFA_same_value:
		set(run, uleb(run), CFI_SAME, 0);
		return true;
	case DW_CFA_register:
		number = uleb(run);
		other = uleb(run);
		if (other < CFI_REGS)
			set(run, number, CFI_REGISTER, other);
		else
			lose(run, number);
		return true;
	}
	return false;
}

/* Where the frame is; false: likewise. */
static bool frame_op(struct run *run, u8 op)
{
	struct cfi_rule *rule = run->rule;
	u64 number;

	switch (op) {
	case DW_CFA_def_cfa:
		number = uleb(run);
		set_cfa(run, number, uleb(run));
		return true;
	case DW_CFA_def_cfa_sf:
		number = uleb(run);
		set_cfa(run, number, factored(run, sleb(run)));
		return true;
	case DW_CFA_def_cfa_register:
		set_cfa(run, uleb(run), rule->cfa_offset);
		return true;
	case DW_CFA_def_cfa_offset:
		set_cfa(run, cfa_register(run), uleb(run));
		return true;
	case DW_CFA_def_cfa_offset_sf:
		set_cfa(run, cfa_register(run), factored(run, sleb(run)));
		return true;
	case DW_CFA_def_cfa_expression:
		set_expression(run, &rule->cfa, CFI_IS_EXPR);
		return true;
	case DW_CFA_remember_state:
		remember(run);
		return true;
	case DW_CFA_restore_state:
		recall(run);
		return true;
	case DW_CFA_GNU_args_size:
		uleb(run);
		return true;
	case DW_CFA_nop:
	case DW_CFA_AARCH64_negate_ra_state:
		return true;
	}
	return false;
}

/* One instruction; false: the rest is for later addresses, or makes no sense. */
static bool step(struct run *run)
{
	u8 op = dwarf_bytes__u8(&run->at), operand = op & 0x3f;

	switch (op & 0xc0) {
	case DW_CFA_advance_loc:
		return !advance(run, operand);
	case DW_CFA_offset:
		set(run, operand, CFI_AT_CFA, factored(run, uleb(run)));
		return true;
	case DW_CFA_restore:
		restore(run, operand);
		return true;
	}
	switch (op) {
	case DW_CFA_set_loc:
		run->loc = dwarf_bytes__uint(&run->at, run->program->address_bytes);
		return run->loc <= run->addr;
	case DW_CFA_advance_loc1:
	case DW_CFA_advance_loc2:
	case DW_CFA_advance_loc4:
		return !advance(run, dwarf_bytes__uint(&run->at, 1 << (op - DW_CFA_advance_loc1)));
	}
	if (!register_op(run, op) && !frame_op(run, op))
		run->failed = true;
	return !run->failed;
}

static bool run_piece(struct run *run, const struct dwarf_bytes *piece)
{
	run->at = *piece;
	if (dwarf_bytes__left(piece) > MAX_PROGRAM_BYTES)
		return false;
	while (dwarf_bytes__left(&run->at) && step(run))
		;
	return !run->failed && !run->at.bad;
}

bool cfi_program__run(const struct cfi_program *program, u64 start, u64 addr, struct cfi_rule *rule)
{
	struct cfi_rule remembered[MAX_REMEMBERED], first;
	struct run run = { .program = program,
			   .loc = start,
			   .addr = addr,
			   .rule = rule,
			   .remembered = remembered };

	*rule = (struct cfi_rule){ .bytes = program->first.at,
				   .swapped = program->first.swapped,
				   .ra = program->ra,
				   .signal = program->signal };
	if (program->ra >= CFI_REGS)
		return false;
	/* Expressions stand in one and the same section, which has less than 4 GB. */
	if (program->rest.at < rule->bytes)
		rule->bytes = program->rest.at;
	if (!program->ra_is_kept)
		rule->regs[rule->ra].place = CFI_UNDEFINED;
	if (!run_piece(&run, &program->first))
		return false;
	first = *rule;
	run.first = &first;
	run.loc = start;
	run.nr_remembered = 0;
	if (!run_piece(&run, &program->rest) || rule->cfa.place == CFI_SAME)
		return false;
	for (int i = 0; i < CFI_REGS; i++)
		if (rule->regs[i].place != CFI_SAME)
			rule->nr_regs = i + 1;
	return true;
}
