/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_ELF_SOURCE_H
#define PERF_SYMBOL_ELF_SOURCE_H

#include "symbol/build-id.h"

struct debuginfod;

/* What is looked for. All borrowed. */
struct elf_wanted {
	const char *path;	    /* as recorded */
	const char *symfs;	    /* NULL: none */
	const char *cache;	    /* the folder of build-ids that recorders fill; NULL: none */
	struct debuginfod *servers; /* NULL: none is asked */
	const char *release;	    /* of the recorded kernel; NULL: not known */
	bool module;		    /* a kernel module's: see module-file.h */
	s32 pid;		    /* of a process that has it mapped; 0: not known */
	u64 mapped;		    /* where that process has it, */
	u64 inode;		    /* and its inode; 0: not recorded */
	const u8 *build_id;
	u8 build_id_size; /* 0: not recorded */
};

/*
 * Opens the file with the code: the one at the path, in the process' own mount namespace, or a copy in
 * the cache or of a server. The fd, which the caller closes, or -errno; -ESTALE: the path has another file now.
 */
int elf_source__open(const struct elf_wanted *wanted, u64 *size_bytes);

/* What a file says about the one that its debug information was moved to. */
struct elf_debug_link {
	const char *name; /* NULL: nothing */
	u32 crc;
};

/*
 * Opens the file with what was taken out of the file with the code: named by its link, or by
 * build-id below /usr/lib/debug, in the cache or at a server. The fd, or -errno.
 */
int elf_source__open_debug(const struct elf_wanted *wanted, const struct elf_debug_link *link,
			   u64 *size_bytes);

/* "DIR/ab/cdef..." and @tail, which the caller frees. NULL: out of memory. */
char *elf_source__build_id_path(const char *dir, const u8 *id, u8 size, const char *tail);

#endif
