// SPDX-License-Identifier: GPL-2.0-only
/* The user's part of call chains: unwound from a stack (this very program's), taken from branch
 * records, and brought by later records. */
#include "suites.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "cleanup.h"
#include "session/callchain.h"
#include "session/deferred.h"
#include "session/unwind.h"
#include "session/user-chain.h"
#include "symbol-fixture.h"
#include "symbol/cfi-program.h"
#include "symbol/cfi.h"
#include "symbol/machine.h"

#define STACK_BYTES 4096

/* What a sample of ourselves would carry. */
struct snapshot {
	u64 regs[24];
	u8 stack[STACK_BYTES];
	u64 stack_bytes;
};

#ifdef __x86_64__
/* In the order of asm/perf_regs.h. */
static const u8 order[24] = { REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
			      REG_RBP, REG_RSP, REG_RIP, 0xff,	  0xff,	   0xff,
			      0xff,    0xff,	0xff,	 0xff,	  REG_R8,  REG_R9,
			      REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

__attribute__((noinline, no_sanitize("address"))) static void take(struct snapshot *shot)
{
	volatile const u8 *from;
	ucontext_t context;

	getcontext(&context);
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		shot->regs[i] = order[i] == 0xff ? 0 : context.uc_mcontext.gregs[order[i]];
	from = (const u8 *)(uintptr_t)shot->regs[7];
	for (shot->stack_bytes = 0; shot->stack_bytes < STACK_BYTES; shot->stack_bytes++)
		shot->stack[shot->stack_bytes] = from[shot->stack_bytes];
}
#else
static void take(struct snapshot *shot)
{
	shot->stack_bytes = 0;
}
#endif

/* Callers whose names are looked for; a tail call would leave one out. */
__attribute__((noinline)) static void inner_caller(struct snapshot *shot)
{
	take(shot);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void outer_caller(struct snapshot *shot)
{
	volatile u64 room[33] = { 0 };

	inner_caller(shot);
	room[shot->regs[0] & 1]++;
	__asm__ volatile("" ::: "memory");
}

static void map_ourselves(struct machine *machine)
{
	_cleanup_fclose_ FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long long start, end, offset;
	char line[4096 + 128], path[4096];

	while (maps && fgets(line, sizeof(line), maps)) {
		path[0] = 0;
		if (sscanf(line, "%llx-%llx %*s %llx %*s %*s %4095s", &start, &end, &offset, path) <
		    3)
			continue;
		machine__mmap(machine, &(struct machine_mmap){ .pid = 7,
							       .tid = 7,
							       .start = start,
							       .len = end - start,
							       .pgoff = offset,
							       .path = path });
	}
}

static const char *name_of(struct machine *machine, u64 ip)
{
	struct location location;

	machine__resolve(machine, machine__thread(machine, 7, 7), PERF_RECORD_MISC_USER, ip,
			 &location);
	return location.symbol ? location.symbol->name : NULL;
}

static struct perf_sample sample_of(const struct snapshot *shot, u64 stack_bytes)
{
	return (struct perf_sample){
		.pid = 7,
		.tid = 7,
		.regs_user_abi = PERF_SAMPLE_REGS_ABI_64,
		.regs_user = { .bytes = shot->regs, .nr = 24 },
		.stack_user = shot->stack,
		.stack_user_size = stack_bytes,
		.stack_user_dynamic = stack_bytes,
	};
}

static const struct sample_layout layout = { .sample_type = PERF_SAMPLE_CALLCHAIN,
					     .regs_user = 0xffffff };

static void test_own_stack(struct test *t)
{
	static const char *const want[] = { "take", "inner_caller", "outer_caller",
					    "test_own_stack" };
	struct machine *machine = machine__new();
	/* Not on the stack, which is copied. */
	_cleanup_free_ struct snapshot *shot = calloc(1, sizeof(*shot));
	struct perf_sample sample;
	u64 ips[127];
	size_t nr;

	outer_caller(shot);
	if (!shot->stack_bytes)
		return test__skip(t, "for another processor");
	map_ourselves(machine);
	sample = sample_of(shot, shot->stack_bytes);
	nr = unwind__sample(machine, &sample, &layout, "x86_64", ips, 127);
	T_OK(t, nr > ARRAY_SIZE(want));
	for (size_t i = 0; i < ARRAY_SIZE(want) && i < nr; i++)
		T_STR(t, name_of(machine, ips[i]), want[i]);
	T_EQ(t, unwind__sample(machine, &sample, &layout, "x86_64", ips, 2), 2);
	/* The copy of the stack ends early: so does the chain, with a mark. */
	sample = sample_of(shot, 64);
	nr = unwind__sample(machine, &sample, &layout, "x86_64", ips, 127);
	T_OK(t, nr == 2 && ips[1] == ~0ULL);
	T_EQ(t, unwind__sample(machine, &sample, &layout, "pdp11", ips, 127), 0);
	machine__delete(machine);
}

/* A register that the call frame information does not mention is the caller's too. */
static void test_unmentioned_register(struct test *t)
{
	_cleanup_free_ char *image = calloc(1, symbol_fixture_bytes);
	u64 words[4] = { 0, 0x1234, 0, 0 };
	struct cfi_stack stack = { (const u8 *)words, 0x7000, sizeof(words), NULL };
	struct cfi_regs regs = { .sp = 7, .address_bytes = 8, .pc = 0x2c9 };
	struct cfi_file *cfi;
	bool signal;

	memcpy(image, symbol_fixture, symbol_fixture_bytes);
	cfi = cfi_file__new_memory(image, symbol_fixture_bytes);
	regs.value[3] = 77;
	regs.value[7] = 0x7000;
	regs.known = 1 << 3 | 1 << 7;
	T_EQ(t, cfi_file__step(cfi, regs.pc, &regs, &stack, &signal), CFI_STEPPED);
	T_EQ(t, regs.pc, 0x1234);
	T_EQ(t, regs.value[7], 0x7010);
	T_OK(t, regs.known & 1 << 3 && regs.value[3] == 77);
	cfi_file__delete(cfi);
}

/* The frame's address is the negative of what is on an empty stack (DW_OP_neg, dwarf.h). */
static void test_empty_stack(struct test *t)
{
	static const u8 cfa[] = { 0x0c, 7, 8 };		/* DW_CFA_def_cfa: register 7 + 8 */
	static const u8 negative[] = { 0x0f, 1, 0x1f }; /* DW_CFA_def_cfa_expression */
	_cleanup_free_ char *image = calloc(1, symbol_fixture_bytes);
	struct cfi_stack stack = { NULL, 0x7000, 0, NULL };
	struct cfi_file *cfi;
	bool signal;
	char *at;

	memcpy(image, symbol_fixture, symbol_fixture_bytes);
	at = memmem(image, symbol_fixture_bytes, cfa, sizeof(cfa));
	T_OK(t, at);
	memcpy(at, negative, sizeof(negative));
	cfi = cfi_file__new_memory(image, symbol_fixture_bytes);
	for (u64 pc = 0x2c0; pc < 0x2d0; pc++) {
		struct cfi_regs regs = { .sp = 7, .address_bytes = 8, .pc = pc };

		regs.known = 1 << 7;
		T_OK(t, cfi_file__step(cfi, pc, &regs, &stack, &signal) != CFI_STEPPED);
	}
	cfi_file__delete(cfi);
}

#define REMEMBER_8 "\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a"

/* Call frame programs (DW_CFA_*, symbol/dwarf-op.h) of a function that begins at 0x100. */
static const struct {
	const char *first, *rest;
	u8 first_bytes, rest_bytes;
	u64 addr;
	s64 offset; /* of the frame from its register; 0: there is no rule */
	u8 reg;
} programs[] = {
	{ "\x0c\x07\x08", "", 3, 0, 0x100, 8, 7 },
	/* Only what comes before the address counts. */
	{ "\x0c\x07\x08", "\x41\x0e\x10\x44\x0d\x06", 3, 6, 0x100, 8, 7 },
	{ "\x0c\x07\x08", "\x41\x0e\x10\x44\x0d\x06", 3, 6, 0x101, 16, 7 },
	{ "\x0c\x07\x08", "\x41\x0e\x10\x44\x0d\x06", 3, 6, 0x105, 16, 6 },
	{ "\x0c\x07\x08", "\x0a\x0e\x10\x0b", 3, 4, 0x100, 8, 7 },
	/* No frame, a register that is not followed, and numbers that do not end. */
	{ "", "", 0, 0, 0x100, 0, 0 },
	{ "\x0c\x30\x08", "", 3, 0, 0x100, 0, 0 },
	{ "\x0c\xff\xff\xff\xff\x0f\x08", "", 7, 0, 0x100, 0, 0 },
	{ "\x0c\x07\x80", "", 3, 0, 0x100, 0, 0 },
	{ "\x0c\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x08", "", 13, 0, 0x100, 0, 0 },
	/* Registers of no interest may be anywhere; an expression ends with the program. */
	{ "\x0c\x07\x08", "\x05\xff\xff\xff\x7f\x01", 3, 6, 0x100, 8, 7 },
	{ "\x0c\x07\x08", "\x0f\x7f\x77", 3, 3, 0x100, 0, 0 },
	/* As much can be remembered as anyone needs. */
	{ "\x0c\x07\x08", REMEMBER_8 REMEMBER_8, 3, 16, 0x100, 8, 7 },
	{ "\x0c\x07\x08", REMEMBER_8 REMEMBER_8 "\x0a", 3, 17, 0x100, 0, 0 },
	{ "\x0c\x07\x08", "\x0b", 3, 1, 0x100, 0, 0 },
	{ "\x0c\x07\x08", "\x3f", 3, 1, 0x100, 0, 0 },
};

static void test_programs(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(programs); i++) {
		u8 bytes[64];
		struct cfi_program program = { .code_align = 1, .data_align = -8, .ra = 16 };
		struct cfi_rule rule;
		bool has;

		memcpy(bytes, programs[i].first, programs[i].first_bytes);
		memcpy(bytes + 32, programs[i].rest, programs[i].rest_bytes);
		program.first.at = bytes;
		program.first.end = bytes + programs[i].first_bytes;
		program.rest.at = bytes + 32;
		program.rest.end = bytes + 32 + programs[i].rest_bytes;
		has = cfi_program__run(&program, 0x100, programs[i].addr, &rule);
		if (has != !!programs[i].offset || (has && (rule.cfa_offset != programs[i].offset ||
							    rule.cfa.value != programs[i].reg)))
			T_FAIL(t, "program %zu: %d, %d + %d", i, has, has ? rule.cfa.value : 0,
			       has ? rule.cfa_offset : 0);
	}
}

/* Any register may be anything. */
static void test_wild_registers(struct test *t)
{
	struct machine *machine = machine__new();
	/* Not on the stack, which is copied. */
	_cleanup_free_ struct snapshot *shot = calloc(1, sizeof(*shot));
	u64 ips[127], seed = 88172645463325252ULL, pc;

	outer_caller(shot);
	if (!shot->stack_bytes)
		return test__skip(t, "for another processor");
	map_ourselves(machine);
	pc = shot->regs[8];
	for (int i = 0; i < 20000; i++) {
		struct perf_sample sample = sample_of(shot, STACK_BYTES);
		u64 *reg;

		seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
		reg = &shot->regs[seed % 24];
		*reg = seed & 1 << 20 ? seed : *reg + (seed >> 40 & 0xff) - 128;
		if (seed & 1 << 21)
			shot->regs[8] = pc + (seed >> 48);
		memcpy(shot->stack + (seed >> 24) % (STACK_BYTES - 8), reg, 8);
		T_OK(t, unwind__sample(machine, &sample, &layout, NULL, ips, 127) <= 127);
	}
	machine__delete(machine);
}

static void check_chain(struct test *t, const struct perf_sample *sample, const u64 *want, u64 nr)
{
	T_EQ(t, sample->callchain.nr, nr);
	for (u64 i = 0; i < nr && i < sample->callchain.nr; i++)
		T_EQ(t, u64_array__at(&sample->callchain, i), want[i]);
}

/* The newest branch led into the function that runs; each was called from where its branch began. */
static void test_branches(struct test *t)
{
	static const u64 kernel[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000000, PERF_CONTEXT_USER,
				      0x1111 };
	static const u64 branches[] = { 0x2010, 0x3000, 0, 0x1010, 0x2000, 0 };
	static const u64 want[] = {
		PERF_CONTEXT_KERNEL, 0xffffffff81000000, PERF_CONTEXT_USER, 0x3000, 0x2010, 0x1010
	};
	struct sample_layout calls = { .sample_type = PERF_SAMPLE_CALLCHAIN,
				       .branch_type = PERF_SAMPLE_BRANCH_CALL_STACK };
	struct perf_sample sample = { .callchain = { .bytes = kernel, .nr = 4 },
				      .branches = { .bytes = branches, .nr = 6 } };
	struct user_chain chain = { .max_stack = 127 };

	T_EQ(t, user_chain__complete(&chain, NULL, &calls, &sample), 0);
	check_chain(t, &sample, want, ARRAY_SIZE(want));
	sample.callchain = (struct u64_array){ .bytes = kernel, .nr = 4 };
	chain.max_stack = 2;
	T_EQ(t, user_chain__complete(&chain, NULL, &calls, &sample), 0);
	check_chain(t, &sample, want, ARRAY_SIZE(want) - 1);
	user_chain__exit(&chain);
}

/* What a frame pointer that led astray found may look like a marker. */
static void test_sound(struct test *t)
{
	static const u64 words[] = { PERF_CONTEXT_USER, 0x1000, (u64)-96, 0x2000, ~0ULL };
	struct perf_sample sample = { .callchain = { .bytes = words, .nr = 2 } };

	T_OK(t, callchain__is_sound(&sample, UINT32_MAX));
	sample.callchain.nr = 3;
	T_OK(t, !callchain__is_sound(&sample, UINT32_MAX));
	T_OK(t, !callchain__is_sound(&sample, 2));
	T_OK(t, callchain__is_sound(&sample, 1));
	/* All ones ends a chain that was unwound, and only that. */
	sample.callchain = (struct u64_array){ .bytes = &words[3], .nr = 2 };
	T_OK(t, !callchain__is_sound(&sample, UINT32_MAX));
	sample.first_unwound = 1;
	T_OK(t, callchain__is_sound(&sample, UINT32_MAX));
}

static void test_deferred(struct test *t)
{
	static const u64 kernel[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000000,
				      CONTEXT_USER_DEFERRED, 42 };
	static const u64 user[] = { PERF_CONTEXT_USER, 0x1000, 0x2000 };
	static const u64 want[] = { PERF_CONTEXT_KERNEL, 0xffffffff81000000, PERF_CONTEXT_USER,
				    0x1000, 0x2000 };
	struct perf_sample sample = { .callchain = { .bytes = kernel, .nr = 4 } };
	struct callchain_walk walk = callchain_walk__begin(&sample.callchain);
	struct u64_array brought = { .bytes = user, .nr = 3 };
	struct user_chain chain = { .max_stack = 127 };
	u64 cookie = 0, ip;

	T_OK(t, user_chain__is_deferred(&sample.callchain, &cookie));
	T_EQ(t, cookie, 42);
	/* What was never brought is no address, but the rest is sound; so is a chain that ends early. */
	T_OK(t, callchain__is_sound(&sample, UINT32_MAX));
	T_OK(t, callchain_walk__next(&walk, &ip) && ip == kernel[1]);
	T_OK(t, !callchain_walk__next(&walk, &ip));
	T_EQ(t, user_chain__merge(&chain, &brought, &sample), 0);
	check_chain(t, &sample, want, ARRAY_SIZE(want));
	T_OK(t, !user_chain__is_deferred(&sample.callchain, &cookie));
	user_chain__exit(&chain);
}

/* By cookie and thread, the oldest first; what is too much is handed back. */
static void test_held(struct test *t)
{
	struct perf_event_header header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(header) };
	struct deferred deferred = { 0 };
	struct held_sample *held;

	for (u64 i = 0; i < 6; i++)
		T_EQ(t,
		     deferred__hold(&deferred, &header,
				    &(struct held_sample){
					    .cookie = i % 2, .tid = i % 3, .offset = i }),
		     0);
	held = deferred__take(&deferred, 1, 2);
	T_OK(t, held && held->offset == 5);
	free(held);
	T_OK(t, !deferred__take(&deferred, 1, 2));
	T_OK(t, !deferred__take_oldest(&deferred, false));
	held = deferred__take_oldest(&deferred, true);
	T_OK(t, held && held->offset == 0);
	free(held);
	for (u64 i = 0; i < 5000; i++)
		deferred__hold(&deferred, &header, &(struct held_sample){ .cookie = 9, .tid = 9 });
	held = deferred__take_oldest(&deferred, false);
	T_OK(t, held && held->offset == 1);
	free(held);
	deferred__exit(&deferred);
	T_EQ(t, deferred.bytes, 0);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_own_stack),      TEST_FN(test_unmentioned_register),
	TEST_FN(test_empty_stack),    TEST_FN(test_programs),
	TEST_FN(test_wild_registers), TEST_FN(test_branches),
	TEST_FN(test_sound),	      TEST_FN(test_deferred),
	TEST_FN(test_held),
};

struct test_suite suite_unwind = {
	.name = "unwind",
	.desc = "Call chains from stacks, branches and deferred records",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
