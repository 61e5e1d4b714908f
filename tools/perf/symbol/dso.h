/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_SYMBOL_DSO_H
#define PERF_SYMBOL_DSO_H

#include "symbol/build-id.h"
#include "symbol/options.h"
#include "symbol/symbols.h"

struct cfi_file;
struct debuginfod;
struct dwarf_file;

enum dso_kind {
	DSO_FILE,      /* an ELF file at a path */
	DSO_KERNEL,    /* the kernel; its symbols are the machine's */
	DSO_MODULE,    /* a kernel module, likewise */
	DSO_PERF_MAP,  /* code made at run time, named by /tmp/perf-PID.map */
	DSO_VDSO,      /* code that the kernel lends; it is in our address space as well */
	DSO_NAME_ONLY, /* [heap], [vsyscall], memfds and others that are no file */
};

/* Where files are looked for, besides their paths. */
struct dso_places {
	char *cache;		    /* of build-ids; NULL: there is none */
	char *release;		    /* of the recorded kernel; NULL: not known */
	struct debuginfod *servers; /* NULL: none is asked */
};

/* What a map shows: a file or something like it. Owned by the table. */
struct dso {
	enum dso_kind kind;
	char *path; /* as recorded */
	char *name; /* as it is shown */
	u8 build_id[BUILD_ID_SIZE];
	u8 build_id_size;		      /* 0: not recorded */
	bool listed;			      /* a module: the file tells its build-id apart */
	bool mismatch;			      /* no file with that build-id was found */
	u64 inode;			      /* the first that a map of it told; 0: none did */
	s32 pid;			      /* of a process that has it mapped; 0: not known */
	u64 mapped;			      /* where that process has the first mapping of it */
	const struct dso_places *places;      /* the table's */
	const struct symbol_options *options; /* the table's */
	struct dso_symbols *symbols;	      /* read at the first search */
	struct dwarf_file *dwarf;	      /* opened at the first question; NULL: it has none */
	bool dwarf_asked;
	u64 dwarf_bias;	      /* how much higher its addresses are than the file's own */
	struct cfi_file *cfi; /* likewise */
	bool cfi_asked;
	unsigned int refs; /* the table's, and those of who keeps it longer; see dso__get() */
	bool in_use;	   /* by what is known of the machine or by rows, for the next sweep */
	u8 idle;	   /* sweeps in a row that met it unused */
};

/* Keeps it beyond a sweep of its table, and lets it go: in any thread. */
struct dso *dso__get(struct dso *dso);
void dso__put(struct dso *dso);

struct dso_table;
/* Files that are no longer what they were are looked for in the build-id cache that other tools
 * keep: $PERF_BUILDID_DIR, or else ~/.debug. NULL: out of memory. */
struct dso_table *dso_table__new(void);

/* How names are found and shown; copied, what it points to is borrowed. Before the first search. */
void dso_table__set_options(struct dso_table *table, const struct symbol_options *options);

/* Which kernel was recorded, before the first search. 0 or -ENOMEM. */
int dso_table__set_release(struct dso_table *table, const char *release);
void dso_table__delete(struct dso_table *table);

/* The one of that kind and path, made when it is new. NULL: out of memory. */
struct dso *dso_table__get(struct dso_table *table, enum dso_kind kind, const char *path);

/* Of those made so far, the one with that path or shown name; or NULL. */
struct dso *dso_table__find(const struct dso_table *table, const char *path);

/* Lets those go that were not in use at @sweeps sweeps in a row, and takes the marks off the others. 0 or
 * -ENOMEM, and then all stay. */
int dso_table__sweep(struct dso_table *table, u8 sweeps);

size_t dso_table__nr(const struct dso_table *table);
struct dso *dso_table__at(const struct dso_table *table, size_t i);

/*
 * The symbol of a file or perf map at @addr, a file offset (or the process' own address for a
 * perf map, and for a kernel module what its code begins with), and in *linked that address in the symbols' terms. NULL: none is known.
 */
const struct symbol *dso__find_symbol(struct dso *dso, u64 addr, u64 *linked);

/* Opens the file with the code, which has the recorded build-id if there was one. The fd, which the caller
 * closes, or -errno. */
int dso__open(const struct dso *dso, u64 *size_bytes);

/* The address of a file offset in the file's own terms, which with dwarf_bias added are those of its debug
 * information. */
u64 dso__linked(struct dso *dso, u64 addr);

/* Was the file found, and is it one whose symbols go by addresses of its own? */
bool dso__has_symbols(const struct dso *dso);

/* The debug information of the file, or of the one that holds it for this; NULL: there is none. */
struct dwarf_file *dso__dwarf(struct dso *dso);

/* How to step from its functions to their callers; NULL: that is not known. */
struct cfi_file *dso__cfi(struct dso *dso);

/* The name as it is to be shown, in @names where it is another than @name; @name when memory ran out. */
const char *symbol_options__name(const struct symbol_options *options, struct arena *names,
				 const char *name);

#endif
