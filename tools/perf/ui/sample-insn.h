/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_INSN_H
#define PERF_UI_SAMPLE_INSN_H

#include "ui/sample-view.h"

#define INSN_MAX_BYTES 15 /* on x86 */

struct insn {
	u8 len;
	bool is_branch; /* a jump, a call, or a return */
	u8 bytes[INSN_MAX_BYTES];
};

/* Instructions of programs that were read from their files. */
struct insn_cache;

/* -ENOSYS, with a hint: how long an instruction is can not be found out; -ENOTSUP: likewise, for
 * this machine; -ENOMEM. */
int insn_cache__new(struct insn_cache **cache, struct err *err);
void insn_cache__delete(struct insn_cache *cache);

/* The instruction at an address of the sample's process, valid until the next call; NULL: its file does not
 * have it, or it is the kernel's. */
const struct insn *insn_cache__find(const struct sample_line *l, u64 addr);

/* The fields that show the instruction a sample hit: nothing, and a length of 0, where its file does not
 * have it. */
void sample_line__print_insn(const struct sample_line *l);
void sample_line__print_insnlen(const struct sample_line *l);

#endif
