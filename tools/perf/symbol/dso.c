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

#include "cleanup.h"
#include "file.h"
#include "str.h"
#include "symbol/cfi.h"
#include "symbol/demangle.h"
#include "symbol/dwarf-file.h"
#include "symbol/elf-file.h"
#include "symbol/kallsyms.h"

#define DEBUG_DIR    "/usr/lib/debug/.build-id"
#define PERF_MAP_MAX (256U << 20)

struct dso_symbols {
	struct elf_file elf;	/* segments, and symbols of the file itself */
	struct symbols symbols; /* of the debug file or perf map; else empty */
};

struct dso_table {
	struct dso **list;
	size_t nr, cap;
	u32 *buckets; /* index + 1 into list, open addressing */
	size_t nr_buckets;
	char *cache; /* NULL: there is none */
	struct symbol_options options;
};

struct dso_table *dso_table__new(void)
{
	struct dso_table *table = calloc(1, sizeof(*table));
	const char *dir = getenv("PERF_BUILDID_DIR"), *home = getenv("HOME");

	if (!table)
		return NULL;
	if (dir && *dir)
		table->cache = strdup(dir);
	else if (home && asprintf(&table->cache, "%s/.debug", home) < 0)
		table->cache = NULL;
	return table;
}

void dso_table__set_options(struct dso_table *table, const struct symbol_options *options)
{
	table->options = *options;
}

static void dso__delete(struct dso *dso)
{
	if (!dso)
		return;
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

void dso_table__delete(struct dso_table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->nr; i++)
		dso__delete(table->list[i]);
	free(table->list);
	free(table->buckets);
	free(table->cache);
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
	dso->kind = kind;
	dso->path = strdup(path);
	dso->name = kind == DSO_MODULE ? module_name(path) : strdup(path);
	if (dso->path && dso->name)
		return dso;
	dso__delete(dso);
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

static int grow(struct dso_table *table)
{
	size_t cap = table->cap ? table->cap * 2 : 64;
	struct dso **list = reallocarray(table->list, cap, sizeof(*list));
	u32 *buckets = list ? calloc(cap * 2, sizeof(*buckets)) : NULL;

	if (list)
		table->list = list;
	if (!buckets)
		return -ENOMEM;
	free(table->buckets);
	table->buckets = buckets;
	table->nr_buckets = cap * 2;
	table->cap = cap;
	for (size_t i = 0; i < table->nr; i++)
		*find_bucket(table, table->list[i]->kind, table->list[i]->path) = i + 1;
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
	dso->cache = table->cache;
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

/* "DIR/ab/cdef..." and @tail. NULL: out of memory. */
static char *build_id_path(const char *dir, const u8 *id, u8 size, const char *tail)
{
	char hex[2 * BUILD_ID_SIZE + 1];
	char *path;

	for (u8 i = 0; i < size; i++)
		sprintf(hex + 2 * i, "%02x", id[i]);
	if (asprintf(&path, "%s/%.2s/%s%s", dir, hex, hex + 2, tail) < 0)
		return NULL;
	return path;
}

/* Is the file what was recorded? Where nothing was recorded it is taken for it. */
static bool is_recorded(const struct dso *dso, const char *path, u8 id[BUILD_ID_SIZE], u8 *size)
{
	*size = 0;
	if (build_id__read(path, id, size) || !dso->build_id_size)
		return true;
	return *size == dso->build_id_size && !memcmp(id, dso->build_id, *size);
}

/* A separate file with the full symbol table, as -dbgsym packages install it. */
static void read_debug_file(struct dso *dso, const u8 *id, u8 size)
{
	_cleanup_free_ char *path = NULL;
	struct elf_file debug;

	if (size < 2)
		return;
	path = build_id_path(DEBUG_DIR, id, size, ".debug");
	if (!path || elf_file__read(&debug, path))
		return;
	dso->symbols->symbols = debug.symbols;
	debug.symbols = (struct symbols){ 0 };
	elf_file__exit(&debug);
}

/* A copy of the file that a recorder of the distribution kept. */
static void read_cached_file(struct dso *dso)
{
	_cleanup_free_ char *dir = NULL, *path = NULL;
	u8 id[BUILD_ID_SIZE], size;

	dso->mismatch = true;
	if (!dso->cache || dso->build_id_size < 2 || asprintf(&dir, "%s/.build-id", dso->cache) < 0)
		return;
	path = build_id_path(dir, dso->build_id, dso->build_id_size, "/elf");
	if (!path || !is_recorded(dso, path, id, &size) || !size)
		return;
	dso->mismatch = elf_file__read(&dso->symbols->elf, path);
}

static void read_file(struct dso *dso)
{
	u8 id[BUILD_ID_SIZE], size;

	if (!is_recorded(dso, dso->path, id, &size) ||
	    elf_file__read(&dso->symbols->elf, dso->path))
		read_cached_file(dso);
	else
		read_debug_file(dso, id, size);
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

static void read_symbols(struct dso *dso)
{
	char *text;
	ssize_t len;

	dso->symbols = calloc(1, sizeof(*dso->symbols));
	if (!dso->symbols)
		return;
	if (dso->kind == DSO_FILE)
		return read_file(dso);
	if (dso->kind == DSO_VDSO)
		return read_vdso(dso);
	len = file__read(AT_FDCWD, dso->path, PERF_MAP_MAX, &text);
	if (len >= 0)
		perf_map__parse(&dso->symbols->symbols, text, len);
}

const char *symbol_options__name(const struct symbol_options *options, struct arena *names,
				 const char *name)
{
	_cleanup_free_ char *demangled = NULL;
	const char *copy;

	if (options->no_demangle)
		return name;
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
	if (dso->kind != DSO_FILE && dso->kind != DSO_PERF_MAP && dso->kind != DSO_VDSO)
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
	symbol = find(dso, &dso->symbols->symbols, *linked);
	return symbol ? symbol : find(dso, &dso->symbols->elf.symbols, *linked);
}

static struct dwarf_file *open_dwarf(const char *path)
{
	u64 size_bytes;
	int fd = file__open(AT_FDCWD, path, &size_bytes);

	return fd < 0 ? NULL : dwarf_file__new(fd, false);
}

/* In the file itself, or in the one that was split from it. */
struct dwarf_file *dso__dwarf(struct dso *dso)
{
	u8 id[BUILD_ID_SIZE], size;

	if (dso->dwarf_asked || dso->kind != DSO_FILE)
		return dso->dwarf;
	dso->dwarf_asked = true;
	if (!is_recorded(dso, dso->path, id, &size))
		return NULL;
	dso->dwarf = open_dwarf(dso->path);
	if (!dso->dwarf && size >= 2) {
		_cleanup_free_ char *path = build_id_path(DEBUG_DIR, id, size, ".debug");

		dso->dwarf = path ? open_dwarf(path) : NULL;
	}
	return dso->dwarf;
}

struct cfi_file *dso__cfi(struct dso *dso)
{
	u64 start, end, size_bytes;
	u8 id[BUILD_ID_SIZE], size;
	int fd;

	if (dso->cfi_asked)
		return dso->cfi;
	dso->cfi_asked = true;
	if (dso->kind == DSO_VDSO && find_vdso(&start, &end))
		dso->cfi = cfi_file__new_memory((char *)(uintptr_t)start, end - start);
	if (dso->kind != DSO_FILE || !is_recorded(dso, dso->path, id, &size))
		return dso->cfi;
	fd = file__open(AT_FDCWD, dso->path, &size_bytes);
	if (fd >= 0)
		dso->cfi = cfi_file__new(fd);
	return dso->cfi;
}
