// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers and stack of a sample -> addresses of its callers. Each file's call frame information
 * says how to step; where there is none, a frame pointer is taken for one if it leads on.
 */
#include "session/unwind.h"

#include <string.h>

#include "symbol/cfi.h"
#include "symbol/machine.h"

/* A frame of code without call frame information is hardly larger. */
#define MAX_FRAME_BYTES 0x4000

#define NO_REG		0xff

/* How an architecture's perf_regs (asm/perf_regs.h) are numbered in DWARF. */
struct arch {
	const char *name;
	u64 abi; /* PERF_SAMPLE_REGS_ABI_* */
	u8 address_bytes;
	u8 sp, fp;	    /* DWARF numbers */
	u8 pc;		    /* of perf_regs */
	u8 nr;		    /* entries below */
	u8 dwarf[CFI_REGS]; /* DWARF number of each of perf_regs, or NO_REG */
};

static const struct arch arches[] = {
	{ "x86_64", PERF_SAMPLE_REGS_ABI_64, 8, 7, 6, 8, 24, { 0,      3,      2,      1,
							       4,      5,      6,      7,
							       16,     NO_REG, NO_REG, NO_REG,
							       NO_REG, NO_REG, NO_REG, NO_REG,
							       8,      9,      10,     11,
							       12,     13,     14,     15 } },
	{ "x86_64", PERF_SAMPLE_REGS_ABI_32, 4, 4, 5, 8, 9, { 0, 3, 1, 2, 6, 7, 5, 4, 8 } },
	{ "i686", PERF_SAMPLE_REGS_ABI_32, 4, 4, 5, 8, 9, { 0, 3, 1, 2, 6, 7, 5, 4, 8 } },
	{ "aarch64",
	  PERF_SAMPLE_REGS_ABI_64,
	  8,
	  31,
	  29,
	  32,
	  32,
	  { 0,	1,  2,	3,  4,	5,  6,	7,  8,	9,  10, 11, 12, 13, 14, 15,
	    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 } },
};

#if defined(__aarch64__)
#define OWN_ARCH "aarch64"
#elif defined(__i386__)
#define OWN_ARCH "i686"
#else
#define OWN_ARCH "x86_64"
#endif

static const struct arch *find_arch(const char *name, u64 abi)
{
	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (!strcmp(arches[i].name, name ? name : OWN_ARCH) && arches[i].abi == abi)
			return &arches[i];
	return NULL;
}

/* Registers stand in the sample in the order of the mask's bits. false: there is no pc. */
static bool read_regs(struct cfi_regs *regs, const struct arch *arch,
		      const struct perf_sample *sample, u64 mask)
{
	bool has_pc = false;
	u64 at = 0;

	*regs = (struct cfi_regs){ .sp = arch->sp, .address_bytes = arch->address_bytes };
	for (int bit = 0; bit < 64 && at < sample->regs_user.nr; bit++) {
		u64 value;

		if (!(mask >> bit & 1))
			continue;
		value = u64_array__at(&sample->regs_user, at++);
		if (arch->address_bytes == 4)
			value = (u32)value;
		if (bit == arch->pc) {
			regs->pc = value;
			has_pc = true;
		}
		if (bit < arch->nr && arch->dwarf[bit] != NO_REG) {
			regs->value[arch->dwarf[bit]] = value;
			regs->known |= 1ULL << arch->dwarf[bit];
		}
	}
	return has_pc;
}

/* The frame pointer points to the caller's, above which the return address is. It is a guess, so
 * only what was recorded counts. */
static enum cfi_result step_by_frame_pointer(const struct arch *arch, struct cfi_regs *regs,
					     const struct cfi_stack *stack)
{
	struct cfi_stack copy = { stack->bytes, stack->start, stack->size, NULL };
	u64 fp = regs->value[arch->fp], next, ra;
	u8 bytes = regs->address_bytes;

	if (!(regs->known >> arch->fp & 1) || !fp || !cfi_stack__read(&copy, fp, bytes, &next) ||
	    !cfi_stack__read(&copy, fp + bytes, bytes, &ra))
		return CFI_FAULT;
	regs->known = 0;
	if (next - fp <= MAX_FRAME_BYTES) {
		regs->value[arch->fp] = next;
		regs->known |= 1ULL << arch->fp;
	}
	regs->value[arch->sp] = fp + 2 * bytes;
	regs->known |= 1ULL << arch->sp;
	regs->pc = ra;
	return CFI_STEPPED;
}

struct unwind {
	struct thread *thread;
	const struct arch *arch;
	struct cfi_regs regs;
	struct cfi_stack stack;
};

/* @addr: of the instruction, which for a caller is the call. */
static enum cfi_result step(struct unwind *u, u64 addr, bool *signal)
{
	const struct map *map = maps__find(u->thread->maps, addr);
	struct cfi_file *cfi = map ? dso__cfi(map->dso) : NULL;
	enum cfi_result result = CFI_UNKNOWN;

	*signal = false;
	if (!map)
		return CFI_END;
	if (cfi)
		result = cfi_file__step(cfi, dso__linked(map->dso, addr - map->start + map->pgoff),
					&u->regs, &u->stack, signal);
	return result == CFI_UNKNOWN ? step_by_frame_pointer(u->arch, &u->regs, &u->stack) : result;
}

static size_t walk(struct unwind *u, u64 *ips, size_t max)
{
	bool called = false, signal;
	size_t nr = 0;

	while (nr < max && u->regs.pc) {
		u64 addr = u->regs.pc - called, sp = u->regs.value[u->regs.sp];

		ips[nr++] = addr;
		if (step(u, addr, &signal) != CFI_STEPPED)
			break;
		/* Callers stand higher on the stack; only a signal may be handled on another one. */
		if (!signal && u->regs.value[u->regs.sp] <= sp)
			break;
		called = !signal;
		/* The chain goes on where nothing was recorded: shown as what is before address 0. */
		if (!u->regs.pc && nr < max)
			ips[nr++] = ~0ULL;
	}
	return nr;
}

size_t unwind__sample(struct machine *machine, const struct perf_sample *sample,
		      const struct sample_layout *layout, const char *arch, u64 *ips, size_t max)
{
	struct unwind u = { .arch = find_arch(arch, sample->regs_user_abi) };

	if (!u.arch || layout->swapped || !sample->stack_user_size)
		return 0;
	u.thread = machine__thread(machine, sample->pid, sample->tid);
	if (!u.thread || !read_regs(&u.regs, u.arch, sample, layout->regs_user))
		return 0;
	u.stack.bytes = sample->stack_user;
	u.stack.start = u.regs.value[u.arch->sp];
	u.stack.size = sample->stack_user_size;
	if (sample->stack_user_dynamic < u.stack.size)
		u.stack.size = sample->stack_user_dynamic;
	u.stack.maps = u.thread->maps;
	/* In the middle of an exec the registers are still those of the program before it. */
	if (!maps__find(u.thread->maps, u.regs.pc) || !(u.regs.known >> u.arch->sp & 1))
		return 0;
	return walk(&u, ips, max);
}
