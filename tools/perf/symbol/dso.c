// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files behind maps: a table by path, and each file's symbols, read when an address in it is
 * searched for the first time. A file whose build-id is not the recorded one is another file:
 * its symbols would be wrong names, so there are none.
 */
#include "symbol/dso.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cleanup.h"
#include "file.h"
#include "str.h"
#include "symbol/cfi.h"
#include "symbol/debuginfod.h"
#include "symbol/demangle.h"
#include "symbol/dwarf-file.h"
#include "symbol/elf-file.h"
#include "symbol/elf-source.h"
#include "symbol/perf-map.h"
#include "symbol/process.h"
#include "symbol/root.h"

#define PERF_MAP_MAX (256U << 20)

struct dso_symbols {
	struct elf_file elf;	/* segments, and symbols of the file itself */
	struct symbols symbols; /* of the debug file or perf map; else empty */
	u64 bias;		/* how much higher their addresses are than the file's */
	u8 own_id[BUILD_ID_SIZE], own_id_size;
};

struct dso_table {
	struct dso **list;
	size_t nr, cap;
	u32 *buckets; /* index + 1 into list, open addressing */
	size_t nr_buckets;
	struct dso_places places;
	struct symbol_options options;
};

struct dso_table *dso_table__new(void)
{
	struct dso_table *table = calloc(1, sizeof(*table));
	const char *dir = getenv("PERF_BUILDID_DIR"), *home = getenv("HOME");

	if (!table)
		return NULL;
	if (dir && *dir)
		table->places.cache = strdup(dir);
	else if (home && asprintf(&table->places.cache, "%s/.debug", home) < 0)
		table->places.cache = NULL;
	return table;
}

void dso_table__set_options(struct dso_table *table, const struct symbol_options *options)
{
	table->options = *options;
	if (options->debuginfod && !table->places.servers)
		table->places.servers = debuginfod__new();
}

int dso_table__set_release(struct dso_table *table, const char *release)
{
	char *copy = strdup(release);

	if (!copy)
		return -ENOMEM;
	free(table->places.release);
	table->places.release = copy;
	return 0;
}

static void dso__delete(struct dso *dso)
{
	if (dso->symbols) {
		elf_file__exit(&dso->symbols->elf);
		symbols__exit(&dso->symbols->symbols);
	}
	dwarf_file__delete(dso->dwarf);
	cfi_file__delete(dso->cfi);
	free(dso->symbols);
	free(dso->path);
	free(dso->name);
	free(dso);
}

struct dso *dso__get(struct dso *dso)
{
	__atomic_add_fetch(&dso->refs, 1, __ATOMIC_RELAXED);
	return dso;
}

void dso__put(struct dso *dso)
{
	if (dso && !__atomic_sub_fetch(&dso->refs, 1, __ATOMIC_ACQ_REL))
		dso__delete(dso);
}

void dso_table__delete(struct dso_table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->nr; i++)
		dso__put(table->list[i]);
	free(table->list);
	free(table->buckets);
	free(table->places.cache);
	free(table->places.release);
	debuginfod__delete(table->places.servers);
	free(table);
}

/* "/lib/modules/.../kvm-amd.ko.xz" is shown as "[kvm_amd]". */
static char *module_name(const char *path)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	int len = strcspn(base, ".");
	char *name;

	if (*path == '[')
		return strdup(path);
	if (asprintf(&name, "[%.*s]", len, base) < 0)
		return NULL;
	for (char *c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	return name;
}

static struct dso *dso__new(enum dso_kind kind, const char *path)
{
	struct dso *dso = calloc(1, sizeof(*dso));

	if (!dso)
		return NULL;
	dso->refs = 1;
	dso->kind = kind;
	dso->path = strdup(path);
	dso->name = kind == DSO_MODULE ? module_name(path) : strdup(path);
	if (dso->path && dso->name)
		return dso;
	dso__put(dso);
	return NULL;
}

/* The bucket that has @path and @kind, or the free one where it belongs. */
static u32 *find_bucket(const struct dso_table *table, enum dso_kind kind, const char *path)
{
	size_t mask = table->nr_buckets - 1, at = str__hash(path, strlen(path)) & mask;

	for (;; at = (at + 1) & mask) {
		u32 *bucket = &table->buckets[at];

		if (!*bucket || (table->list[*bucket - 1]->kind == kind &&
				 !strcmp(table->list[*bucket - 1]->path, path)))
			return bucket;
	}
}

/* Takes over empty @buckets, two for each of the list's places. */
static void set_buckets(struct dso_table *table, u32 *buckets)
{
	free(table->buckets);
	table->buckets = buckets;
	table->nr_buckets = table->cap * 2;
	for (size_t i = 0; i < table->nr; i++)
		*find_bucket(table, table->list[i]->kind, table->list[i]->path) = i + 1;
}

static int grow(struct dso_table *table)
{
	size_t cap = table->cap ? table->cap * 2 : 64;
	struct dso **list = reallocarray(table->list, cap, sizeof(*list));
	u32 *buckets = list ? calloc(cap * 2, sizeof(*buckets)) : NULL;

	if (list)
		table->list = list;
	if (!buckets)
		return -ENOMEM;
	table->cap = cap;
	set_buckets(table, buckets);
	return 0;
}

/* Does it stay for now? */
static bool is_kept(struct dso *dso, u8 sweeps)
{
	dso->idle = dso->in_use ? 0 : dso->idle + 1;
	dso->in_use = false;
	return dso->idle < sweeps;
}

int dso_table__sweep(struct dso_table *table, u8 sweeps)
{
	u32 *buckets = calloc(table->cap ? table->cap * 2 : 1, sizeof(*buckets));
	size_t nr = 0;

	if (!buckets)
		return -ENOMEM;
	for (size_t i = 0; i < table->nr; i++) {
		if (is_kept(table->list[i], sweeps))
			table->list[nr++] = table->list[i];
		else
			dso__put(table->list[i]);
	}
	table->nr = nr;
	set_buckets(table, buckets);
	return 0;
}

struct dso *dso_table__get(struct dso_table *table, enum dso_kind kind, const char *path)
{
	struct dso *dso;
	u32 *bucket;

	if (table->nr == table->cap && grow(table))
		return NULL;
	bucket = find_bucket(table, kind, path);
	if (*bucket)
		return table->list[*bucket - 1];
	dso = dso__new(kind, path);
	if (!dso)
		return NULL;
	dso->places = &table->places;
	dso->options = &table->options;
	table->list[table->nr++] = dso;
	*bucket = table->nr;
	return dso;
}

struct dso *dso_table__find(const struct dso_table *table, const char *path)
{
	for (size_t i = 0; i < table->nr; i++)
		if (!strcmp(table->list[i]->path, path) || !strcmp(table->list[i]->name, path))
			return table->list[i];
	return NULL;
}

size_t dso_table__nr(const struct dso_table *table)
{
	return table->nr;
}

struct dso *dso_table__at(const struct dso_table *table, size_t i)
{
	return table->list[i];
}

static struct elf_wanted wanted_of(const struct dso *dso)
{
	return (struct elf_wanted){
		.path = dso->path,
		.symfs = dso->options->symfs,
		.cache = dso->places->cache,
		.servers = dso->places->servers,
		.release = dso->places->release,
		.module = dso->kind == DSO_MODULE,
		.pid = dso->pid,
		.mapped = dso->mapped,
		.inode = dso->inode,
		.build_id = dso->build_id,
		.build_id_size = dso->build_id_size,
	};
}

int dso__open(const struct dso *dso, u64 *size_bytes)
{
	struct elf_wanted wanted = wanted_of(dso);

	return elf_source__open(&wanted, size_bytes);
}

/* Opens the file with the debug information, by the build-id that was recorded or the file's own. */
static int open_debug(const struct dso *dso, u64 *size_bytes)
{
	struct elf_wanted wanted = wanted_of(dso);
	const struct elf_file *elf = &dso->symbols->elf;
	struct elf_debug_link link = { elf->debug_link, elf->debug_link_crc };

	if (!wanted.build_id_size) {
		wanted.build_id = dso->symbols->own_id;
		wanted.build_id_size = dso->symbols->own_id_size;
	}
	return elf_source__open_debug(&wanted, &link, size_bytes);
}

/* How much higher the addresses of @debug are: one of the two may have been relocated. */
static u64 bias_of(const struct elf_file *debug, const struct elf_file *elf)
{
	if (!debug->nr_segments || !elf->nr_segments)
		return 0;
	return debug->segments[0].vaddr - elf->segments[0].vaddr;
}

/* A separate file with the full symbol table, as -dbgsym packages install it. */
static void read_debug_file(struct dso *dso)
{
	struct elf_file debug, *elf = &dso->symbols->elf;
	u64 size_bytes;
	_cleanup_close_ int fd = open_debug(dso, &size_bytes);

	if (fd < 0 || elf_file__read_fd(&debug, fd, size_bytes))
		return;
	if (debug.has_symtab) {
		dso->symbols->symbols = debug.symbols;
		debug.symbols = (struct symbols){ 0 };
		dso->symbols->bias = bias_of(&debug, elf);
	}
	/* Where the file with the code is gone, this one says where its parts were. */
	if (!elf->nr_segments) {
		elf->segments = debug.segments;
		elf->nr_segments = debug.nr_segments;
		debug.segments = NULL;
	}
	elf_file__exit(&debug);
}

static void read_file(struct dso *dso)
{
	struct elf_wanted wanted = wanted_of(dso);
	struct dso_symbols *symbols = dso->symbols;
	u64 size_bytes;
	_cleanup_close_ int fd = elf_source__open(&wanted, &size_bytes);

	dso->mismatch = fd < 0 || elf_file__read_fd(&symbols->elf, fd, size_bytes);
	if (fd >= 0 && build_id__read_fd(fd, symbols->own_id, &symbols->own_id_size))
		symbols->own_id_size = 0;
	if (!symbols->elf.has_symtab)
		read_debug_file(dso);
}

bool dso__has_symbols(const struct dso *dso)
{
	return dso->symbols && dso->symbols->elf.nr_segments;
}

/* Where our own address space has the vdso. */
static bool find_vdso(u64 *start, u64 *end)
{
	_cleanup_fclose_ FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long long from, to;
	char line[512];

	while (maps && fgets(line, sizeof(line), maps)) {
		if (!strstr(line, "[vdso]") || sscanf(line, "%llx-%llx", &from, &to) != 2)
			continue;
		*start = from;
		*end = to;
		return true;
	}
	return false;
}

static void read_vdso(struct dso *dso)
{
	u64 start, end;

	if (find_vdso(&start, &end))
		elf_file__read_memory(&dso->symbols->elf, (char *)(uintptr_t)start, end - start);
}

/* In the process' own namespaces it may have another number. */
static int open_perf_map(const struct dso *dso, u64 *size_bytes)
{
	const char *symfs = dso->options->symfs;
	char path[64];
	int fd = -ENOENT;

	if (!symfs && process__is_apart(dso->pid) &&
	    process__has(dso->pid, dso->mapped, dso->inode)) {
		snprintf(path, sizeof(path), "/tmp/perf-%d.map", process__own_pid(dso->pid));
		fd = process__open(dso->pid, path, size_bytes);
	}
	return fd < 0 ? root__open(symfs, dso->path, size_bytes) : fd;
}

/* Names for code that a process made. Who may not write to what root or we run must not name it. */
static void read_perf_map(struct dso *dso)
{
	u64 size_bytes;
	_cleanup_close_ int fd = open_perf_map(dso, &size_bytes);
	struct stat st;
	char *text;

	if (fd < 0 || fstat(fd, &st) || size_bytes > PERF_MAP_MAX ||
	    (st.st_uid && st.st_uid != geteuid() && !dso->options->force))
		return;
	text = malloc(size_bytes + 1);
	if (text && !file__read_all(fd, text, size_bytes)) {
		text[size_bytes] = 0;
		perf_map__parse(&dso->symbols->symbols, text, size_bytes);
	} else {
		free(text);
	}
}

/* Is it a file in the way of ELF? */
static bool is_elf(const struct dso *dso)
{
	return dso->kind == DSO_FILE || dso->kind == DSO_MODULE;
}

static void read_symbols(struct dso *dso)
{
	dso->symbols = calloc(1, sizeof(*dso->symbols));
	if (!dso->symbols)
		return;
	if (is_elf(dso))
		read_file(dso);
	else if (dso->kind == DSO_VDSO)
		read_vdso(dso);
	else
		read_perf_map(dso);
}

/* A stub's name is that of the function that it calls, and a mark which the demangler would drop. */
static char *demangle_stub(const char *name, size_t len, bool params)
{
	_cleanup_free_ char *function = strndup(name, len);
	_cleanup_free_ char *demangled = function ? demangle(function, params) : NULL;
	char *stub;

	if (!demangled || asprintf(&stub, "%s%s", demangled, name + len) < 0)
		return NULL;
	return stub;
}

const char *symbol_options__name(const struct symbol_options *options, struct arena *names,
				 const char *name)
{
	_cleanup_free_ char *demangled = NULL;
	size_t len = strlen(name), tail = strlen("@plt");
	const char *copy;

	if (options->no_demangle)
		return name;
	if (len > tail && !strcmp(name + len - tail, "@plt"))
		demangled = demangle_stub(name, len - tail, options->full_names);
	else
		demangled = demangle(name, options->full_names);
	copy = demangled ? arena__strndup(names, demangled, strlen(demangled)) : NULL;
	return copy ? copy : name;
}

/* Names are demangled when they are met first: most never are. */
static const struct symbol *find(const struct dso *dso, struct symbols *symbols, u64 addr)
{
	struct symbol *symbol = (struct symbol *)symbols__find(symbols, addr);

	if (symbol && !symbol->shown) {
		symbol->shown = true;
		symbol->name = symbol_options__name(dso->options, &symbols->names, symbol->name);
	}
	return symbol;
}

static bool has_symbols(struct dso *dso)
{
	if (!is_elf(dso) && dso->kind != DSO_PERF_MAP && dso->kind != DSO_VDSO)
		return false;
	if (!dso->symbols)
		read_symbols(dso);
	return dso->symbols;
}

u64 dso__linked(struct dso *dso, u64 addr)
{
	if (dso->kind == DSO_PERF_MAP || !has_symbols(dso))
		return addr;
	return elf_file__vaddr(&dso->symbols->elf, addr);
}

const struct symbol *dso__find_symbol(struct dso *dso, u64 addr, u64 *linked)
{
	const struct symbol *symbol;

	if (!has_symbols(dso))
		return NULL;
	*linked = dso__linked(dso, addr);
	symbol = find(dso, &dso->symbols->symbols, *linked + dso->symbols->bias);
	if (symbol)
		*linked += dso->symbols->bias;
	return symbol ? symbol : find(dso, &dso->symbols->elf.symbols, *linked);
}

/* In the file itself, or in the one that was split from it. */
static void open_dwarf(struct dso *dso)
{
	bool sealed = dso->options->symfs;
	struct elf_wanted wanted = wanted_of(dso);
	struct elf_file debug;
	u64 size_bytes;
	int fd;

	fd = elf_source__open(&wanted, &size_bytes);
	if (fd >= 0)
		dso->dwarf = dwarf_file__new(fd, sealed);
	if (dso->dwarf)
		return;
	fd = open_debug(dso, &size_bytes);
	if (fd < 0)
		return;
	if (!elf_file__read_segments(&debug, fd)) {
		dso->dwarf_bias = bias_of(&debug, &dso->symbols->elf);
		elf_file__exit(&debug);
	}
	dso->dwarf = dwarf_file__new(fd, sealed);
}

struct dwarf_file *dso__dwarf(struct dso *dso)
{
	if (!dso->dwarf_asked && is_elf(dso) && has_symbols(dso))
		open_dwarf(dso);
	dso->dwarf_asked = true;
	return dso->dwarf;
}

struct cfi_file *dso__cfi(struct dso *dso)
{
	struct elf_wanted wanted = wanted_of(dso);
	u64 start, end, size_bytes;
	int fd;

	if (dso->cfi_asked)
		return dso->cfi;
	dso->cfi_asked = true;
	if (dso->kind == DSO_VDSO && find_vdso(&start, &end))
		dso->cfi = cfi_file__new_memory((char *)(uintptr_t)start, end - start);
	if (dso->kind != DSO_FILE)
		return dso->cfi;
	fd = elf_source__open(&wanted, &size_bytes);
	if (fd >= 0)
		dso->cfi = cfi_file__new(fd);
	return dso->cfi;
}
