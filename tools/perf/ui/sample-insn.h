/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UI_SAMPLE_INSN_H
#define PERF_UI_SAMPLE_INSN_H

#include "ui/sample-view.h"

/* Instructions of programs that were read from their files. */
struct insn_cache;

/* -ENOSYS, with a hint: how long an instruction is can not be found out; -ENOTSUP: likewise, for
 * this machine; -ENOMEM. */
int insn_cache__new(struct insn_cache **cache, struct err *err);
void insn_cache__delete(struct insn_cache *cache);

/* The fields that show the instruction a sample hit: nothing, and a length of 0, where its file does not
 * have it. */
void sample_line__print_insn(const struct sample_line *l);
void sample_line__print_insnlen(const struct sample_line *l);

#endif
