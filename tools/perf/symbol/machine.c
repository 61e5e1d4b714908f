// SPDX-License-Identifier: GPL-2.0-only
/*
 * The recorded machine: records of comm, fork and mmap change it, addresses are resolved with it.
 * Kernel symbols come from the running kernel's kallsyms, but only when the recorded kernel
 * is the running one; where it was loaded elsewhere then, addresses are moved.
 */
#include "symbol/machine.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "symbol/elf-file.h"
#include "symbol/kallsyms-ahead.h"
#include "symbol/kallsyms.h"
#include "symbol/srcline-table.h"

#define KERNEL_NAME "[kernel.kallsyms]"

struct machine {
	struct thread_table threads;
	struct dso_table *dsos;
	struct dso *kernel;
	struct maps *kernel_maps; /* the kernel and its modules */
	u64 kernel_start;	  /* all ones: not known */
	char kernel_ref[64];	  /* the symbol that the kernel's map names, and where it was */
	u64 kernel_ref_addr;
	bool no_maps;		/* left out */
	bool not_running;	/* the recorded kernel is not the running one */
	bool asked, is_running; /* what kernel_is_running() found */
	bool symbols_read;
	struct symbols vmlinux;	      /* the kernel's, from the file that the user named */
	struct kallsyms *kallsyms;    /* or else these; NULL: there are none */
	struct kallsyms_ahead *ahead; /* that are being read; NULL: nobody does */
	u64 moved;		      /* recorded minus running address */
	u64 changes;
	struct symbol_options options;
	struct srcline_table *srclines; /* made at the first question */
};

struct machine *machine__new(void)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	if (!machine)
		return NULL;
	machine->kernel_start = ~0ULL;
	machine->dsos = dso_table__new();
	machine->kernel_maps = maps__new();
	if (machine->dsos)
		machine->kernel = dso_table__get(machine->dsos, DSO_KERNEL, KERNEL_NAME);
	if (machine->kernel && machine->kernel_maps)
		return machine;
	machine__delete(machine);
	return NULL;
}

void machine__delete(struct machine *machine)
{
	if (!machine)
		return;
	thread_table__exit(&machine->threads);
	maps__put(machine->kernel_maps);
	srcline_table__delete(machine->srclines);
	dso_table__delete(machine->dsos);
	symbols__exit(&machine->vmlinux);
	kallsyms_ahead__delete(machine->ahead);
	kallsyms__delete(machine->kallsyms);
	free(machine);
}

void machine__set_options(struct machine *machine, const struct symbol_options *options)
{
	machine->options = *options;
	dso_table__set_options(machine->dsos, options);
}

const struct symbol_options *machine__options(const struct machine *machine)
{
	return &machine->options;
}

struct srcline_table *machine__srclines(struct machine *machine)
{
	if (!machine->srclines)
		machine->srclines = srcline_table__new();
	return machine->srclines;
}

struct thread *machine__thread(struct machine *machine, s32 pid, s32 tid)
{
	return thread_table__get(&machine->threads, pid, tid);
}

const struct thread_table *machine__threads(const struct machine *machine)
{
	return &machine->threads;
}

u64 machine__changes(const struct machine *machine)
{
	return machine->changes;
}

int machine__comm(struct machine *machine, s32 pid, s32 tid, const char *comm)
{
	struct thread *thread = machine__thread(machine, pid, tid);

	machine->changes++;
	if (!thread)
		return -ENOMEM;
	thread__set_comm(thread, comm);
	return 0;
}

int machine__fork(struct machine *machine, const struct machine_fork *fork)
{
	struct thread *parent = machine__thread(machine, fork->ppid, fork->ptid);
	struct thread *child = thread_table__find(&machine->threads, fork->tid);
	struct maps *maps = NULL;

	machine->changes++;
	/* The child's number may be one that was in use before; a thread is never its own child. */
	if (!parent || child == parent)
		return parent ? 0 : -ENOMEM;
	if (child && thread__reset(child, -1))
		return -ENOMEM;
	child = machine__thread(machine, fork->pid, fork->tid);
	if (!child)
		return -ENOMEM;
	child->ppid = parent->tid;
	if (parent->comm_known)
		thread__set_comm(child, parent->comm);
	if (fork->synthesized || fork->pid == fork->ppid || fork->pid != fork->tid)
		return 0;
	maps = maps__fork(parent->maps);
	if (!maps)
		return -ENOMEM;
	maps__put(child->maps);
	child->maps = maps;
	return 0;
}

void machine__exit_thread(struct machine *machine, s32 tid)
{
	struct thread *thread = thread_table__find(&machine->threads, tid);

	machine->changes++;
	if (thread)
		thread->ended = true;
}

int machine__sweep(struct machine *machine, bool (*keep)(void *ctx, struct thread *thread),
		   void *ctx)
{
	size_t nr = machine->threads.nr;
	int ret = thread_table__sweep(&machine->threads, keep, ctx);

	/* What was found for tasks that are still there stays true. */
	if (machine->threads.nr != nr)
		machine->changes++;
	return ret;
}

static void mark_maps(const struct maps *maps)
{
	for (size_t i = 0; i < maps__nr(maps); i++)
		maps__at(maps, i)->dso->in_use = true;
}

int machine__sweep_dsos(struct machine *machine, u8 sweeps)
{
	const struct thread_table *threads = &machine->threads;

	machine->changes++;
	machine->kernel->in_use = true;
	mark_maps(machine->kernel_maps);
	for (size_t i = 0; i < threads->nr_buckets; i++)
		if (threads->buckets[i])
			mark_maps(threads->buckets[i]->maps);
	srcline_table__delete(machine->srclines);
	machine->srclines = NULL;
	return dso_table__sweep(machine->dsos, sweeps);
}

/* What stands in place of a path for memory that no file backs. */
static bool is_anonymous(const char *path)
{
	return !strcmp(path, "//anon") || !strncmp(path, "/dev/zero", 9) ||
	       !strncmp(path, "/anon_hugepage", 14) || !strncmp(path, "[stack", 6) ||
	       !strncmp(path, "/SYSV", 5) || !strcmp(path, "[heap]");
}

static struct dso *user_dso(struct machine *machine, const struct machine_mmap *mmap)
{
	char perf_map[32];

	if (is_anonymous(mmap->path) && mmap->exec) {
		snprintf(perf_map, sizeof(perf_map), "/tmp/perf-%d.map", mmap->pid);
		return dso_table__get(machine->dsos, DSO_PERF_MAP, perf_map);
	}
	if (!strcmp(mmap->path, "[vdso]"))
		return dso_table__get(machine->dsos, DSO_VDSO, mmap->path);
	if (*mmap->path != '/' || is_anonymous(mmap->path) || !strncmp(mmap->path, "/memfd:", 7))
		return dso_table__get(machine->dsos, DSO_NAME_ONLY, mmap->path);
	return dso_table__get(machine->dsos, DSO_FILE, mmap->path);
}

static void set_build_id(struct dso *dso, const u8 *id, u8 size)
{
	if (!id || !size || size > BUILD_ID_SIZE || dso->symbols)
		return;
	memcpy(dso->build_id, id, size);
	dso->build_id_size = size;
}

static int kernel_mmap(struct machine *machine, const struct machine_mmap *mmap, struct map *map)
{
	size_t len = strlen(KERNEL_NAME);

	map->identity = true;
	if (strncmp(mmap->path, KERNEL_NAME, len)) {
		map->dso = dso_table__get(machine->dsos, DSO_MODULE, mmap->path);
	} else {
		map->dso = machine->kernel;
		machine->kernel_start = map->start;
		if (strlen(mmap->path + len) < sizeof(machine->kernel_ref)) {
			strcpy(machine->kernel_ref, mmap->path + len);
			machine->kernel_ref_addr = mmap->pgoff;
		}
	}
	if (!map->dso)
		return -ENOMEM;
	set_build_id(map->dso, mmap->build_id, mmap->build_id_size);
	return maps__insert(machine->kernel_maps, map);
}

void machine__leave_out_maps(struct machine *machine)
{
	machine->no_maps = true;
}

int machine__mmap(struct machine *machine, const struct machine_mmap *mmap)
{
	struct map map = { .start = mmap->start,
			   .end = mmap->start + mmap->len,
			   .pgoff = mmap->pgoff,
			   .inode = mmap->inode,
			   .shared = mmap->shared,
			   .prot = mmap->prot };
	struct thread *thread;

	if (machine->no_maps)
		return 0;
	machine->changes++;
	if (map.end < map.start)
		map.end = ~0ULL;
	if (mmap->kernel)
		return kernel_mmap(machine, mmap, &map);
	thread = machine__thread(machine, mmap->pid, mmap->tid);
	map.dso = user_dso(machine, mmap);
	if (!thread || !map.dso)
		return -ENOMEM;
	if (!map.dso->inode)
		map.dso->inode = mmap->inode;
	if (!map.dso->pid) {
		map.dso->pid = mmap->pid;
		map.dso->mapped = mmap->start;
	}
	/* There is no file that the addresses could be places in. */
	map.identity = is_anonymous(mmap->path);
	/* Old kernels give its address, but there is no file that it could be an offset in. */
	if (map.dso->kind == DSO_VDSO)
		map.pgoff = 0;
	set_build_id(map.dso, mmap->build_id, mmap->build_id_size);
	return maps__insert(thread->maps, &map);
}

int machine__set_build_id(struct machine *machine, const char *path, bool kernel, const u8 *id,
			  u8 size)
{
	struct dso *dso = machine->kernel;

	if (kernel && *path == '/') {
		dso = dso_table__get(machine->dsos, DSO_MODULE, path);
		if (!dso)
			return -ENOMEM;
		dso->listed = true;
		set_build_id(dso, id, size);
		return 0;
	}
	if (!kernel && *path == '/')
		dso = dso_table__get(machine->dsos, DSO_FILE, path);
	else if (!kernel || strncmp(path, KERNEL_NAME, strlen(KERNEL_NAME)))
		return 0;
	if (!dso)
		return -ENOMEM;
	set_build_id(dso, id, size);
	return 0;
}

int machine__set_release(struct machine *machine, const char *release)
{
	return dso_table__set_release(machine->dsos, release);
}

void machine__set_kernel_is_running(struct machine *machine, bool is_running)
{
	machine->not_running = !is_running;
}

/* By what is known so far. */
static bool seems_to_be_running(const struct machine *machine)
{
	const struct dso *kernel = machine->kernel;
	u8 id[BUILD_ID_SIZE], size;

	if (!kernel->build_id_size)
		return !machine->not_running;
	return !build_id__read_kernel(id, &size) && size == kernel->build_id_size &&
	       !memcmp(id, kernel->build_id, size);
}

char *machine__missing_files(const struct machine *machine)
{
	struct buf text = { 0 };

	buf__puts(&text, "");
	for (size_t i = 0; i < dso_table__nr(machine->dsos); i++) {
		const struct dso *dso = dso_table__at(machine->dsos, i);

		if (!dso->mismatch || !dso->build_id_size)
			continue;
		buf__printf(&text, "%s with build-id ", dso->path);
		for (u8 byte = 0; byte < dso->build_id_size; byte++)
			buf__printf(&text, "%02x", dso->build_id[byte]);
		buf__puts(&text, " was not found: its functions have no names\n");
	}
	return buf__take(&text);
}

/* Only the running kernel's symbols can be read. */
static bool kernel_is_running(struct machine *machine)
{
	if (!machine->asked)
		machine->is_running = seems_to_be_running(machine);
	machine->asked = true;
	return machine->is_running;
}

static const char *kallsyms_path(const struct machine *machine)
{
	return machine->options.kallsyms ? machine->options.kallsyms : "/proc/kallsyms";
}

void machine__expect_kernel_symbols(struct machine *machine)
{
	if (machine->symbols_read || machine->ahead || machine->options.vmlinux)
		return;
	if (machine->options.kallsyms || seems_to_be_running(machine))
		machine->ahead = kallsyms_ahead__begin(kallsyms_path(machine));
}

/* 0 or -errno. */
static int read_vmlinux(struct machine *machine)
{
	struct elf_file vmlinux;
	int ret = elf_file__read(&vmlinux, machine->options.vmlinux);

	if (ret)
		return ret;
	machine->vmlinux = vmlinux.symbols;
	vmlinux.symbols = (struct symbols){ 0 };
	elf_file__exit(&vmlinux);
	return 0;
}

static int read_now(struct machine *machine)
{
	struct kallsyms *table = kallsyms__new();
	int ret = table ? kallsyms__read(table, kallsyms_path(machine)) : -ENOMEM;

	if (ret)
		kallsyms__delete(table);
	else
		machine->kallsyms = table;
	return ret;
}

/* From where the user says, or else from the running kernel, if that is the one. 0 or -errno. */
static int read_kallsyms(struct machine *machine)
{
	struct kallsyms_ahead *ahead = machine->ahead;

	if (!machine->options.kallsyms && !kernel_is_running(machine))
		return -ENOENT;
	machine->ahead = NULL;
	return ahead ? kallsyms_ahead__end(ahead, &machine->kallsyms) : read_now(machine);
}

static void read_kernel_symbols(struct machine *machine)
{
	u64 running;

	machine->symbols_read = true;
	if (machine->options.vmlinux ? read_vmlinux(machine) : read_kallsyms(machine))
		return;
	running = machine->kallsyms ? kallsyms__address_of(machine->kallsyms, machine->kernel_ref)
				    : symbols__address_of(&machine->vmlinux, machine->kernel_ref);
	if (running && machine->kernel_ref_addr)
		machine->moved = machine->kernel_ref_addr - running;
}

const struct symbol *machine__kernel_symbol(struct machine *machine, u64 addr, u64 *offset)
{
	const struct symbol *symbol;

	if (!machine->symbols_read)
		read_kernel_symbols(machine);
	addr -= machine->moved;
	symbol = machine->kallsyms ? kallsyms__find(machine->kallsyms, addr)
				   : symbols__find(&machine->vmlinux, addr);
	/* Modules are loaded elsewhere at each boot. */
	if (!symbol || (symbol->module && machine->moved))
		return NULL;
	*offset = addr - symbol->start;
	return symbol;
}

/* In a module whose symbols the kernel does not tell. Its code begins where its mapping does. */
static void resolve_module(struct location *location)
{
	const struct map *map = location->map;
	u64 linked = 0;

	location->symbol = NULL;
	if (!map || map->dso->kind != DSO_MODULE)
		return;
	location->symbol = dso__find_symbol(map->dso, location->ip - map->start, &linked);
	if (location->symbol)
		location->offset = linked - location->symbol->start;
}

static bool is_of_other_module(const struct location *location)
{
	const struct map *map = location->map;
	const char *module = location->symbol->module;
	size_t len = module ? strcspn(module, "]") : 0;

	if (!module || !map || map->dso->kind != DSO_MODULE)
		return false;
	module += *module == '[';
	len -= module != location->symbol->module;
	return strncmp(map->dso->name + 1, module, len) != 0 || map->dso->name[1 + len] != ']';
}

static void resolve_kernel(struct machine *machine, struct location *location)
{
	location->map = maps__find(machine->kernel_maps, location->ip);
	location->symbol = machine__kernel_symbol(machine, location->ip, &location->offset);
	/* Another module may stand there today. */
	if (!location->symbol || is_of_other_module(location))
		resolve_module(location);
	if (location->map)
		location->dso = location->map->dso;
	else if (location->symbol || location->ip >= machine->kernel_start)
		location->dso = machine->kernel;
}

static void resolve_user(struct machine *machine, struct thread *thread, struct location *location)
{
	const struct map *map = maps__find(thread->maps, location->ip);
	u64 linked = 0;

	location->map = map;
	if (!map)
		return;
	location->dso = map->dso;
	if (map->dso->kind == DSO_VDSO && !kernel_is_running(machine))
		return;
	location->symbol = dso__find_symbol(map->dso, map__place(map, location->ip), &linked);
	if (location->symbol)
		location->offset = linked - location->symbol->start;
}

void machine__resolve(struct machine *machine, struct thread *thread, u8 cpumode, u64 ip,
		      struct location *location)
{
	*location = (struct location){ .ip = ip };
	if (cpumode == PERF_RECORD_MISC_KERNEL)
		resolve_kernel(machine, location);
	else if (cpumode == PERF_RECORD_MISC_USER && thread)
		resolve_user(machine, thread, location);
}
