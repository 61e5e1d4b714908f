/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_PROCESS_H
#define PERF_SYMBOL_PROCESS_H

#include "types.h"

/* Of a live process: has it an executable mapping of the file with that inode (0: of no file) at
 * @addr? A process that has the recorded mapping is taken for the recorded one. */
bool process__has(s32 pid, u64 addr, u64 inode);

/* Does it see other files, or has it another number, than we know? */
bool process__is_apart(s32 pid);

/* Its number in its own PID namespace; @pid where that is not known. */
s32 process__own_pid(s32 pid);

/* Opens a regular file at a path as the process sees it, links included. The fd, or -errno. */
int process__open(s32 pid, const char *path, u64 *size_bytes);

#endif
