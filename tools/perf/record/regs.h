/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_RECORD_REGS_H
#define PERF_RECORD_REGS_H

#include <asm/perf_regs.h>

/*
 * The general registers that a dwarf unwinder starts from, as a mask over asm/perf_regs.h. On x86-64
 * the kernel refuses the segment registers ds, es, fs and gs. 0: not known for this machine.
 */
#if defined(__x86_64__)
#define RECORD_REGS_USER                                                                 \
	(((1ULL << PERF_REG_X86_64_MAX) - 1) &                                           \
	 ~(1ULL << PERF_REG_X86_DS | 1ULL << PERF_REG_X86_ES | 1ULL << PERF_REG_X86_FS | \
	   1ULL << PERF_REG_X86_GS))
#elif defined(__aarch64__)
#define RECORD_REGS_USER ((1ULL << (PERF_REG_ARM64_PC + 1)) - 1)
#else
#define RECORD_REGS_USER 0ULL
#endif

#endif
