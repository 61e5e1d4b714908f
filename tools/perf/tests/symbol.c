// SPDX-License-Identifier: GPL-2.0-only
/* tools/perf/symbol: symbol tables, address spaces, threads, and addresses of this very program. */
#include "suites.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cleanup.h"
#include "symbol/elf-file.h"
#include "symbol/kallsyms-ahead.h"
#include "symbol/kallsyms.h"
#include "symbol/machine.h"
#include "symbol/perf-map.h"

static const struct {
	const char *text;
	u64 addr;
	const char *want; /* NULL: none */
} kallsyms[] = {
	{ "1000 T a\n2000 t b\n", 0x1fff, "a" },
	{ "1000 T a\n2000 t b\n", 0x2000, "b" },
	{ "1000 T a\n2000 t b\n", 0xfff, NULL },
	{ "2000 t b\n1000 T a\n", 0x1800, "a" },
	/* Of several at one address the last is meant. */
	{ "1000 T first\n1000 T last\n2000 T b\n", 0x1001, "last" },
	/* What follows the last one is not known for long. */
	{ "1000 T a\n", 0x2fff, "a" },
	{ "1000 T a\n", 0x900000, NULL },
	{ "1000 T a\n900000 t m\t[mod]\n", 0x800000, NULL },
	{ "1000 T a\n900000 t m\t[mod]\n", 0x900008, "m" },
	/* Unprivileged readers see zeros. */
	{ "0000000000000000 T a\n", 0, NULL },
	{ "", 0, NULL },
	{ "\n\nzzz\n1000\n1000 T\n1000 T \n 1000 T a\n", 0x1000, NULL },
	{ "1000 A absolute\n", 0x1000, NULL },
	{ "1000 T no_newline", 0x1000, "no_newline" },
	{ "fffffffffffffff0 T top\n", ~0ULL - 8, "top" },
	/* 16 digits are read eight at a time, and so are names. */
	{ "0123456789aBcDeF T sixteen_digits\n", 0x0123456789abcdef, "sixteen_digits" },
	{ "ffffffff81000000 t a_long_name.cold\t[mod]\n", 0xffffffff81000001, "a_long_name.cold" },
	{ "ffffffff81000000 t a_long_name more\n", 0xffffffff81000001, "a_long_name" },
	{ "ffffffff81000000 R read_only_data\n", 0xffffffff81000001, NULL },
	{ "ffffffff8100000g T no_digit\n", 0xffffffff81000001, NULL },
	{ "ffffffff810000/0 T no_digit\n", 0xffffffff81000001, NULL },
	{ "ffffffff810000:0 T no_digit\n", 0xffffffff81000001, NULL },
	{ "@fffffff81000000 T no_digit\n", 0xffffffff81000001, NULL },
	{ "`fffffff81000000 T no_digit\n", 0xffffffff81000001, NULL },
	{ "\x10"
	  "fffffff81000000 T no_digit\n",
	  0x0fffffff81000001, NULL },
	{ "\xb0"
	  "fffffff81000000 T no_digit\n",
	  0x0fffffff81000001, NULL },
	{ "fffffffff81000000 T seventeen_digits\n", 0xffffffff81000001, NULL },
};

static void test_kallsyms(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(kallsyms); i++) {
		struct kallsyms *table = kallsyms__new();
		const struct symbol *found;

		if (!table) {
			T_FAIL(t, "out of memory");
			return;
		}
		T_EQ(t, kallsyms__parse(table, kallsyms[i].text, strlen(kallsyms[i].text)), 0);
		T_EQ(t, kallsyms__finish(table), 0);
		found = kallsyms__find(table, kallsyms[i].addr);
		if (kallsyms[i].want && (!found || strcmp(found->name, kallsyms[i].want)))
			T_FAIL(t, "kallsyms %zu: '%s' and not '%s'", i, found ? found->name : "-",
			       kallsyms[i].want);
		if (!kallsyms[i].want && found)
			T_FAIL(t, "kallsyms %zu: '%s' and not nothing", i, found->name);
		kallsyms__delete(table);
	}
}

#define FILE_SYMBOLS 9001

/* More than fits in one buffer, modules behind the kernel in no order, and a line that is too long. */
static bool write_kallsyms(const char *path)
{
	_cleanup_fclose_ FILE *file = fopen(path, "we");

	if (!file)
		return false;
	for (int i = 0; i < FILE_SYMBOLS; i++)
		fprintf(file, "%016x T kernel_%d\n", 0x1000 + 16 * i, i);
	for (int i = 0; i < 3 * 65536; i++)
		putc('1', file);
	for (int i = 0; i < FILE_SYMBOLS; i++)
		fprintf(file, "\n%016llx t module_%d\t[mod]",
			0xffff00000000 + 16 * (i * 4000ULL % FILE_SYMBOLS), i);
	return !ferror(file);
}

static void test_kallsyms_file(struct test *t)
{
	struct kallsyms *table = NULL;
	struct kallsyms_ahead *ahead;
	const struct symbol *symbol;
	char path[] = "/tmp/perf-test-XXXXXX", name[32];
	int fd = mkstemp(path), bad = 0;

	if (fd < 0 || !write_kallsyms(path)) {
		T_FAIL(t, "no file");
		goto out;
	}
	/* What can not be read is no table, and what is not wanted is not waited for. */
	ahead = kallsyms_ahead__begin("/no/such/file");
	T_OK(t, ahead && kallsyms_ahead__end(ahead, &table) == -ENOENT && !table);
	ahead = kallsyms_ahead__begin(path);
	T_OK(t, ahead);
	kallsyms_ahead__delete(ahead);
	ahead = kallsyms_ahead__begin(path);
	if (!ahead || kallsyms_ahead__end(ahead, &table)) {
		T_FAIL(t, "it was not read ahead");
		goto out;
	}
	for (int i = 0; i < FILE_SYMBOLS; i++) {
		u64 addr = 0xffff00000000 + 16 * (i * 4000ULL % FILE_SYMBOLS);

		snprintf(name, sizeof(name), "kernel_%d", i);
		symbol = kallsyms__find(table, 0x1000 + 16 * i + 15);
		bad += !symbol || strcmp(symbol->name, name) || symbol->module;
		snprintf(name, sizeof(name), "module_%d", i);
		symbol = kallsyms__find(table, addr + 15);
		bad += !symbol || strcmp(symbol->name, name) || symbol->start != addr ||
		       !symbol->module || strcmp(symbol->module, "mod");
		bad += kallsyms__find(table, addr) != symbol;
		bad += i % 100 == 0 && kallsyms__address_of(table, name) != addr;
	}
	T_EQ(t, bad, 0);
out:
	kallsyms__delete(table);
	close(fd);
	unlink(path);
}

static void test_perf_map(struct test *t)
{
	static const char text[] =
		"7f00 20 int Foo.bar(long)\n8000 0 empty\nffffffffffffffff 2 wraps\n"
		"9000 zz bad\n";
	struct symbols symbols = { 0 };
	const struct symbol *found;

	T_EQ(t, perf_map__parse(&symbols, strdup(text), strlen(text)), 0);
	T_EQ(t, symbols.nr, 1);
	found = symbols__find(&symbols, 0x7f1f);
	T_STR(t, found ? found->name : NULL, "int Foo.bar(long)");
	T_OK(t, !symbols__find(&symbols, 0x7f20));
	symbols__exit(&symbols);
}

/* The best of several names for one address; inner symbols before outer ones. */
static void test_choice(struct test *t)
{
	static const struct symbol list[] = {
		{ .start = 0x100, .end = 0x200, .name = "outer" },
		{ .start = 0x140, .end = 0x150, .name = "inner" },
		{ .start = 0x300, .end = 0x310, .name = "weak", .weak = true },
		{ .start = 0x300, .end = 0x310, .name = "strong" },
		{ .start = 0x400, .end = 0x410, .name = "local_and_long", .local = true },
		{ .start = 0x400, .end = 0x410, .name = "global" },
		{ .start = 0x500, .end = 0x500, .name = "unsized_and_long" },
		{ .start = 0x500, .end = 0x510, .name = "sized" },
		{ .start = 0x600, .end = 0x610, .name = "__under_and_long" },
		{ .start = 0x600, .end = 0x610, .name = "plain" },
		{ .start = 0x700, .end = 0x710, .name = "short" },
		{ .start = 0x700, .end = 0x710, .name = "longer" },
	};
	static const struct {
		u64 addr;
		const char *name;
	} want[] = { { 0x100, "outer" },  { 0x14f, "inner" }, { 0x150, "outer" },
		     { 0x1ff, "outer" },  { 0x200, NULL },    { 0x300, "strong" },
		     { 0x400, "global" }, { 0x500, "sized" }, { 0x600, "plain" },
		     { 0x700, "longer" }, { 0x710, NULL } };
	struct symbols symbols = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(list); i++)
		T_EQ(t, symbols__add(&symbols, &list[i]), 0);
	T_EQ(t, symbols__finish(&symbols), 0);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		const struct symbol *found = symbols__find(&symbols, want[i].addr);

		if (want[i].name)
			T_STR(t, found ? found->name : NULL, want[i].name);
		else
			T_OK(t, !found);
	}
	symbols__exit(&symbols);
}

/* Each row maps over what the rows before it left; the whole list is compared. */
static void test_maps(struct test *t)
{
	static const struct {
		u64 start, end;
		const char *want;
	} steps[] = {
		{ 0x1000, 0x5000, "1000-5000@0 " },
		{ 0x2000, 0x3000, "1000-2000@0 2000-3000@0 3000-5000@2000 " },
		{ 0x2000, 0x2000, "1000-2000@0 2000-3000@0 3000-5000@2000 " },
		{ 0x1800, 0x3800, "1000-1800@0 1800-3800@0 3800-5000@2800 " },
		{ 0x8000, 0x9000, "1000-1800@0 1800-3800@0 3800-5000@2800 8000-9000@0 " },
		{ 0x0000, 0x1800, "0-1800@0 1800-3800@0 3800-5000@2800 8000-9000@0 " },
		{ 0x0000, 0xffff, "0-ffff@0 " },
	};
	struct maps *maps = maps__new(), *copy;

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		char text[512] = "", *at = text;

		T_EQ(t,
		     maps__insert(maps,
				  &(struct map){ .start = steps[i].start, .end = steps[i].end }),
		     0);
		for (size_t k = 0; k < maps__nr(maps); k++) {
			const struct map *map = maps__at(maps, k);

			at += sprintf(at, "%llx-%llx@%llx ", map->start, map->end, map->pgoff);
		}
		T_STR(t, text, steps[i].want);
	}
	copy = maps__fork(maps);
	T_EQ(t, maps__insert(copy, &(struct map){ .start = 0x10, .end = 0x20 }), 0);
	T_EQ(t, maps__nr(copy), 3);
	T_EQ(t, maps__nr(maps), 1);
	T_OK(t, maps__find(maps, 0xfffe) && !maps__find(maps, 0xffff));
	maps__put(copy);
	maps__put(maps);
}

static const char *comm(struct machine *machine, s32 pid, s32 tid)
{
	return machine__thread(machine, pid, tid)->comm;
}

static const char *dso_at(struct machine *machine, s32 pid, u64 addr)
{
	struct location location;

	machine__resolve(machine, machine__thread(machine, pid, pid), PERF_RECORD_MISC_USER, addr,
			 &location);
	return location.dso ? location.dso->name : "-";
}

static void map_file(struct machine *machine, s32 pid, const char *path)
{
	machine__mmap(machine, &(struct machine_mmap){ .pid = pid,
						       .tid = pid,
						       .start = 0x1000,
						       .len = 0x1000,
						       .exec = true,
						       .path = path });
}

static void test_threads(struct test *t)
{
	struct machine *machine = machine__new();

	T_STR(t, comm(machine, 0, 0), "swapper");
	T_STR(t, comm(machine, 7, 7), ":7");
	machine__comm(machine, 7, 7, "parent");
	map_file(machine, 7, "/a");
	/* A thread shares its process' address space, later changes included. */
	machine__fork(machine, &(struct machine_fork){ 7, 8, 7, 7, false });
	T_STR(t, comm(machine, 7, 8), "parent");
	T_STR(t, dso_at(machine, 8, 0x1000), "/a");
	/* A child has a copy. */
	machine__fork(machine, &(struct machine_fork){ 9, 9, 7, 7, false });
	T_STR(t, comm(machine, 9, 9), "parent");
	map_file(machine, 7, "/b");
	T_STR(t, dso_at(machine, 8, 0x1000), "/b");
	T_STR(t, dso_at(machine, 9, 0x1000), "/a");
	machine__comm(machine, 9, 9, "child");
	T_STR(t, comm(machine, 7, 7), "parent");
	T_STR(t, comm(machine, 9, 9), "child");
	/* A number that is used again is a new task. */
	machine__fork(machine, &(struct machine_fork){ 9, 9, 0, 0, false });
	T_STR(t, comm(machine, 9, 9), "swapper");
	T_STR(t, dso_at(machine, 9, 0x1000), "-");
	/* A name that is longer than the kernel's is cut. */
	machine__comm(machine, 10, 10, "0123456789012345678901234567890123456789");
	T_EQ(t, strlen(comm(machine, 10, 10)), 23);
	/* Nobody is its own parent. */
	T_EQ(t, machine__fork(machine, &(struct machine_fork){ 7, 7, 7, 7, false }), 0);
	T_STR(t, comm(machine, 7, 7), "parent");
	machine__delete(machine);
}

/* A synthesized task has its own mappings told. */
static void test_synthesized_fork(struct test *t)
{
	struct machine *machine = machine__new();

	machine__comm(machine, 7, 7, "parent");
	map_file(machine, 7, "/a");
	machine__fork(machine, &(struct machine_fork){ 9, 9, 7, 7, true });
	T_STR(t, dso_at(machine, 9, 0x1000), "-");
	machine__delete(machine);
}

static void test_dso_names(struct test *t)
{
	struct machine *machine = machine__new();
	struct location location;

	map_file(machine, 5, "//anon");
	T_STR(t, dso_at(machine, 5, 0x1000), "/tmp/perf-5.map");
	map_file(machine, 5, "[vdso]");
	T_STR(t, dso_at(machine, 5, 0x1000), "[vdso]");
	map_file(machine, 5, "/memfd:x (deleted)");
	T_STR(t, dso_at(machine, 5, 0x1000), "/memfd:x (deleted)");
	machine__mmap(machine, &(struct machine_mmap){ .pid = -1,
						       .start = ~0ULL << 40,
						       .len = 0x1000,
						       .kernel = true,
						       .path = "/lib/modules/6/kvm-amd.ko.xz" });
	machine__resolve(machine, NULL, PERF_RECORD_MISC_KERNEL, ~0ULL << 40, &location);
	T_STR(t, location.dso ? location.dso->name : NULL, "[kvm_amd]");
	machine__delete(machine);
}

static bool keep_first(void *ctx, struct thread *thread)
{
	(void)ctx;
	return thread->tid == 5;
}

static struct dso *find_dso(struct machine *machine, s32 tid)
{
	struct location location;

	machine__resolve(machine, machine__thread(machine, -1, tid), PERF_RECORD_MISC_USER, 0x1000,
			 &location);
	return (struct dso *)location.dso;
}

/* Files that nothing maps any more go, but not at once, and not from those who hold them. */
static void test_sweep(struct test *t)
{
	struct machine *machine = machine__new();
	struct dso *a, *b, *held;

	map_file(machine, 5, "/a");
	map_file(machine, 6, "/b");
	a = find_dso(machine, 5);
	b = find_dso(machine, 6);
	held = dso__get(b);
	T_EQ(t, machine__sweep(machine, keep_first, NULL), 0);
	T_OK(t, !thread_table__find(machine__threads(machine), 6));
	/* Not in use once, marked, not in use once: it is there when it comes again. */
	T_EQ(t, machine__sweep_dsos(machine, 2), 0);
	b->in_use = true;
	T_EQ(t, machine__sweep_dsos(machine, 2), 0);
	T_EQ(t, machine__sweep_dsos(machine, 2), 0);
	map_file(machine, 7, "/b");
	T_OK(t, find_dso(machine, 7) == b);
	T_EQ(t, machine__sweep(machine, keep_first, NULL), 0);
	T_EQ(t, machine__sweep_dsos(machine, 2), 0);
	T_EQ(t, machine__sweep_dsos(machine, 2), 0);
	map_file(machine, 7, "/b");
	T_OK(t, find_dso(machine, 7) != held);
	T_STR(t, held->name, "/b");
	T_OK(t, find_dso(machine, 5) == a);
	dso__put(held);
	machine__delete(machine);
}

__attribute__((noinline)) static void landmark(void)
{
	__asm__ volatile("");
}

/* Where /proc/self/maps has an address of ours. */
static bool find_mapping(u64 addr, struct machine_mmap *mmap, char path[4096])
{
	_cleanup_fclose_ FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long long start, end, offset;
	char line[4096 + 128];

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%llx-%llx %*s %llx %*s %*s %4095s", &start, &end, &offset,
			   path) != 4 ||
		    addr < start || addr >= end)
			continue;
		mmap->start = start;
		mmap->len = end - start;
		mmap->pgoff = offset;
		return true;
	}
	return false;
}

static void test_self(struct test *t)
{
	u64 addr = (u64)(uintptr_t)landmark;
	struct machine_mmap mmap = { .pid = 1, .tid = 1, .exec = true };
	struct machine *machine = machine__new();
	struct location location;
	char path[4096];

	T_OK(t, find_mapping(addr, &mmap, path));
	mmap.path = path;
	T_EQ(t, machine__mmap(machine, &mmap), 0);
	machine__resolve(machine, machine__thread(machine, 1, 1), PERF_RECORD_MISC_USER, addr,
			 &location);
	T_STR(t, location.symbol ? location.symbol->name : NULL, "landmark");
	T_EQ(t, location.offset, 0);
	machine__delete(machine);
	/* Another build-id: the file is not the one that was recorded. */
	machine = machine__new();
	mmap.build_id = (const u8 *)"0123456789abcdefghij";
	mmap.build_id_size = 20;
	T_EQ(t, machine__mmap(machine, &mmap), 0);
	machine__resolve(machine, machine__thread(machine, 1, 1), PERF_RECORD_MISC_USER, addr,
			 &location);
	T_OK(t, !location.symbol && location.dso && location.dso->mismatch);
	machine__delete(machine);
}

/* Any byte of the headers may be wrong: no crash and no read out of bounds. */
static void test_damaged_elf(struct test *t)
{
	char path[] = "/tmp/perf-test-XXXXXX", text[8192];
	_cleanup_close_ int fd = mkstemp(path);
	_cleanup_fclose_ FILE *self = fopen("/bin/true", "re");
	size_t len = self ? fread(text, 1, sizeof(text), self) : 0;
	struct elf_file elf;

	if (len < 1024 || fd < 0)
		return test__skip(t, "/bin/true can not be read");
	T_EQ(t, pwrite(fd, text, len, 0), (ssize_t)len);
	for (size_t i = 4; i < 1024; i++) {
		static const char bad[] = { '\xff', '\x7f', 0 };

		for (size_t k = 0; k < sizeof(bad); k++) {
			T_EQ(t, pwrite(fd, &bad[k], 1, i), 1);
			if (!elf_file__read(&elf, path))
				elf_file__exit(&elf);
		}
		T_EQ(t, pwrite(fd, text + i, 1, i), 1);
	}
	unlink(path);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_kallsyms),		TEST_FN(test_kallsyms_file), TEST_FN(test_perf_map),
	TEST_FN(test_choice),		TEST_FN(test_maps),	     TEST_FN(test_threads),
	TEST_FN(test_synthesized_fork), TEST_FN(test_dso_names),     TEST_FN(test_self),
	TEST_FN(test_damaged_elf),	TEST_FN(test_sweep),
};

struct test_suite suite_symbol = {
	.name = "symbol",
	.desc = "Symbol tables, address spaces, threads",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
