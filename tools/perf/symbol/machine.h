/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_MACHINE_H
#define PERF_SYMBOL_MACHINE_H

#include "symbol/dso.h"
#include "symbol/threads.h"

/*
 * The model of the machine that was recorded: threads with their names and address spaces, the
 * kernel's own, and the files behind them. Changed only by what the records say, in time order.
 * Everything handed out belongs to the machine and lives as long as it.
 */
struct machine;

/* NULL: out of memory. */
struct machine *machine__new(void);
void machine__delete(struct machine *machine);

/* How names are found and shown; copied, what it points to is borrowed. Before the first record. */
void machine__set_options(struct machine *machine, const struct symbol_options *options);

/* The thread of that number, made when it is new: it is then called ":TID" (0: "swapper"). NULL:
 * out of memory. */
struct thread *machine__thread(struct machine *machine, s32 pid, s32 tid);

/* All threads, for who looks through them. */
const struct thread_table *machine__threads(const struct machine *machine);

/* What the records of those names say; 0 or -ENOMEM. An exec leaves the old mappings until new
 * ones replace them: samples right after it still have the old program's call chain. */
int machine__comm(struct machine *machine, s32 pid, s32 tid, const char *comm);

struct machine_fork {
	s32 pid, tid, ppid, ptid;
	bool synthesized; /* a task that ran already: shares nothing with its parent but the name */
};
int machine__fork(struct machine *machine, const struct machine_fork *fork);

/* The thread ended. It is kept until a sweep, because some of its samples come later. */
void machine__exit_thread(struct machine *machine, s32 tid);

/* For machines that are watched without end: frees the threads for which @keep gives false. 0 or
 * -ENOMEM. */
int machine__sweep(struct machine *machine, bool (*keep)(void *ctx, struct thread *thread),
		   void *ctx);

/*
 * Likewise for files: those go that neither a mapping nor a mark (in_use) has named in @sweeps sweeps in a
 * row, unless who shows them holds them, and with them all source lines. Nobody may know inlined functions.
 * 0 or -ENOMEM.
 */
int machine__sweep_dsos(struct machine *machine, u8 sweeps);

/* Mappings are not kept, nor are threads known by them: for who looks at other records only. */
void machine__leave_out_maps(struct machine *machine);

struct machine_mmap {
	s32 pid, tid;
	u64 start, len, pgoff;
	u64 inode; /* 0: not recorded */
	u8 prot;   /* PROT_READ, ... */
	bool shared;
	bool exec; /* can be executed */
	bool kernel;
	const char *path;
	const u8 *build_id; /* NULL: not said */
	u8 build_id_size;
};
int machine__mmap(struct machine *machine, const struct machine_mmap *mmap);

/* What the file says about the build-id of @path ("[kernel.kallsyms]" is the kernel). 0 or -ENOMEM. */
int machine__set_build_id(struct machine *machine, const char *path, bool kernel, const u8 *id,
			  u8 size);

/* Which kernel was recorded: its modules' files are looked for by that. 0 or -ENOMEM. */
int machine__set_release(struct machine *machine, const char *release);

/* Where no build-id of the kernel is known: false says that it is not the running one. */
void machine__set_kernel_is_running(struct machine *machine, bool is_running);

/* The files that were looked for and not found with their recorded build-id, a line each ("" when all were), which
 * the caller frees. NULL: out of memory. */
char *machine__missing_files(const struct machine *machine);

/* An address as people want to see it. */
struct location {
	u64 ip;
	const struct map *map;	     /* NULL: none is known */
	const struct dso *dso;	     /* NULL: none is known */
	const struct symbol *symbol; /* NULL: none is known */
	u64 offset;		     /* of ip in the symbol */
};

/* @cpumode is PERF_RECORD_MISC_CPUMODE_MASK's part of misc. */
void machine__resolve(struct machine *machine, struct thread *thread, u8 cpumode, u64 ip,
		      struct location *location);

/* Grows each time that a record changes what threads are called or what addresses mean. */
u64 machine__changes(const struct machine *machine);

/* Begins to read the kernel's symbols, where that can be done meanwhile, for who will ask for them. */
void machine__expect_kernel_symbols(struct machine *machine);

/* The kernel's symbol at @addr, and in *offset the distance to its begin; or NULL. */
const struct symbol *machine__kernel_symbol(struct machine *machine, u64 addr, u64 *offset);

/* For srcline.c: what is known of source lines. */
struct srcline_table;
struct srcline_table *machine__srclines(struct machine *machine);
const struct symbol_options *machine__options(const struct machine *machine);

#endif
