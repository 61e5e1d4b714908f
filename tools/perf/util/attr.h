/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_ATTR_H
#define PERF_UTIL_ATTR_H

#include <linux/perf_event.h>

#include "types.h"

struct err;

/*
 * struct perf_event_attr as the u64 words that sysfs names (linux/perf_event.h). Only what
 * is told apart by number stands here; fields are reached through the struct itself.
 */
enum attr_word {
	ATTR_WORD_TYPE = 0, /* type in bits 0-31, size in 32-63 */
	ATTR_WORD_CONFIG = 1,
	ATTR_WORD_PERIOD = 2, /* sample_period or sample_freq */
	ATTR_WORD_SAMPLE_TYPE = 3,
	ATTR_WORD_READ_FORMAT = 4,
	ATTR_WORD_FLAGS = 5,
	ATTR_WORD_WAKEUP = 6, /* wakeup_* in bits 0-31, bp_type in 32-63 */
	ATTR_WORD_CONFIG1 = 7,
	ATTR_WORD_CONFIG2 = 8,
	ATTR_WORD_BRANCH = 9,
	ATTR_WORD_REGS_USER = 10,
	ATTR_WORD_STACK_CLOCK = 11, /* sample_stack_user in bits 0-31, clockid in 32-63 */
	ATTR_WORD_REGS_INTR = 12,
	ATTR_WORD_AUX = 13, /* aux_watermark in bits 0-31, sample_max_stack in 32-47 */
	ATTR_WORD_CONFIG3 = 16,
	ATTR_WORD_CONFIG4 = 17,
	ATTR_WORD_MAX = 511, /* the kernel takes an attr of at most one page */
};

/* Flag numbers in word 5, in the order in which the header declares them. */
enum attr_flag {
	ATTR_DISABLED = 0,
	ATTR_INHERIT = 1,
	ATTR_PINNED = 2,
	ATTR_EXCLUSIVE = 3,
	ATTR_EXCLUDE_USER = 4,
	ATTR_EXCLUDE_KERNEL = 5,
	ATTR_EXCLUDE_HV = 6,
	ATTR_EXCLUDE_IDLE = 7,
	ATTR_MMAP = 8,
	ATTR_COMM = 9,
	ATTR_FREQ = 10,
	ATTR_INHERIT_STAT = 11,
	ATTR_ENABLE_ON_EXEC = 12,
	ATTR_TASK = 13,
	ATTR_WATERMARK = 14,
	ATTR_PRECISE_IP = 15, /* two bits */
	ATTR_MMAP_DATA = 17,
	ATTR_SAMPLE_ID_ALL = 18,
	ATTR_EXCLUDE_HOST = 19,
	ATTR_EXCLUDE_GUEST = 20,
	ATTR_EXCLUDE_CALLCHAIN_KERNEL = 21,
	ATTR_EXCLUDE_CALLCHAIN_USER = 22,
	ATTR_MMAP2 = 23,
	ATTR_COMM_EXEC = 24,
	ATTR_USE_CLOCKID = 25,
	ATTR_CONTEXT_SWITCH = 26,
	ATTR_WRITE_BACKWARD = 27,
	ATTR_NAMESPACES = 28,
	ATTR_KSYMBOL = 29,
	ATTR_BPF_EVENT = 30,
	ATTR_AUX_OUTPUT = 31,
	ATTR_CGROUP = 32,
	ATTR_TEXT_POKE = 33,
	ATTR_BUILD_ID = 34,
	ATTR_INHERIT_THREAD = 35,
	ATTR_REMOVE_ON_EXEC = 36,
	ATTR_SIGTRAP = 37,
};

/*
 * The bit of word 5 that holds flag @flag on this ABI: C bit-fields fill a u64 from the
 * other end on big-endian, so flag n is bit 63 - n there.
 */
static inline u64 attr_flag__mask(unsigned int flag)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return 1ULL << (63 - flag);
#else
	return 1ULL << flag;
#endif
}

/*
 * Says in @err why the kernel, which knows @known_bytes of an attr (<= 0: not told), answers E2BIG
 * to these words of event @name: the first word past them that is not zero. Returns -E2BIG.
 */
int attr__explain_too_big(const u64 *words, unsigned int nr_words, int known_bytes,
			  const char *name, struct err *err);

#endif
