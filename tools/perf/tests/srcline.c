// SPDX-License-Identifier: GPL-2.0-only
/* Demangled names, and source lines and inlined functions of a small library (data/symbols). */
#include "suites.h"

#include <elf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "buf.h"
#include "cleanup.h"
#include "config.h"
#include "file.h"
#include "symbol-fixture.h"
#include "symbol/demangle.h"
#include "symbol/dwarf-file.h"
#include "symbol/machine.h"
#include "symbol/srcline.h"

static const struct {
	const char *name;
	const char *want; /* NULL: not demangled */
	const char *params;
} names[] = {
	{ "_ZN2ns3hotEPli", "ns::hot", "ns::hot(long*, int)" },
	{ "_ZL7mapworkRSt3mapIiiSt4lessIiESaISt4pairIKiiEEEi.constprop.0", "mapwork",
	  "mapwork(std::map<int, int, std::less<int>, std::allocator<std::pair<int const, int> > "
	  ">&, int) [clone .constprop.0]" },
	{ "_Znwm@@GLIBCXX_3.4", "operator new", NULL },
	{ "_ZZ4mainENKUlmE_clEm", "main::{lambda(unsigned long)#1}::operator()",
	  "main::{lambda(unsigned long)#1}::operator()(unsigned long) const" },
	/* Rust's first scheme looks like C++, with a hash behind. */
	{ "_ZN4core3ops8function6FnOnce9call_once17h0123456789abcdefE",
	  "core::ops::function::FnOnce::call_once", "core::ops::function::FnOnce::call_once" },
	{ "_ZN41_$LT$a..S$LT$T$GT$$u20$as$u20$a..Work$GT$4work17h0123456789abcdefE",
	  "<a::S<T> as a::Work>::work", "<a::S<T> as a::Work>::work" },
	{ "_ZN1a4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE", "a::main::{{closure}}",
	  "a::main::{{closure}}" },
	/* Its second one. */
	{ "_RNvCs15kBYyAo9fc_7mycrate7example", "mycrate::example", "mycrate::example" },
	/* Names of other languages, and what only looks like one of these. */
	{ "main", NULL, NULL },
	{ "_Z", NULL, NULL },
	{ "_R", NULL, NULL },
	{ "_ZZZZZZZZ", NULL, NULL },
	{ "_GLOBAL__sub_I_main", NULL, NULL },
	{ "___Zmain_block_invoke", NULL, NULL },
	{ "", NULL, NULL },
};

static void check_name(struct test *t, const char *name, bool params, const char *want)
{
	_cleanup_free_ char *got = demangle(name, params);

	if (want)
		T_STR(t, got, want);
	else if (got)
		T_FAIL(t, "'%s' was demangled to '%s'", name, got);
}

static void test_demangle(struct test *t)
{
	if (!HAVE_LIBIBERTY)
		return test__skip(t, "built without libiberty");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		check_name(t, names[i].name, false, names[i].want);
		check_name(t, names[i].name, true, names[i].params);
	}
}

/* How names refer to the type that they mentioned as number @i, in base 36. */
static void put_reference(struct buf *name, int i)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	if (i > 36)
		buf__printf(name, "S%c%c_", digits[(i - 1) / 36], digits[(i - 1) % 36]);
	else if (i)
		buf__printf(name, "S%c_", digits[i - 1]);
	else
		buf__puts(name, "S_");
}

/* Each parameter mentions the one before it twice: the text doubles with every few bytes. */
static void test_demangle_growth(struct test *t)
{
	struct buf name = { 0 };

	if (!HAVE_LIBIBERTY)
		return test__skip(t, "built without libiberty");
	buf__puts(&name, "_Z1f1A");
	for (int i = 0; i < 40; i++) {
		buf__puts(&name, "1BI");
		put_reference(&name, 2 * i);
		put_reference(&name, 2 * i);
		buf__puts(&name, "E");
		if (i == 2)
			check_name(t, name.data, true,
				   "f(A, B<A, A>, B<B<A, A>, B<A, A> >, B<B<B<A, A>, B<A, A> >, "
				   "B<B<A, A>, B<A, A> > >)");
	}
	check_name(t, name.data, true, NULL);
	buf__exit(&name);
}

/* Deep nesting must not use up the stack. */
static void test_demangle_depth(struct test *t)
{
	static const char *const units[] = { "P", "1AI", "F", "N1A", "X", "NvC", "RR" };

	if (!HAVE_LIBIBERTY)
		return test__skip(t, "built without libiberty");
	for (size_t i = 0; i < 2 * ARRAY_SIZE(units); i++) {
		struct buf name = { 0 };

		buf__puts(&name, i % 2 ? "_Z1f" : "_R");
		while (name.len < 60000)
			buf__puts(&name, units[i / 2]);
		free(demangle(name.data, true));
		buf__exit(&name);
	}
}

/* The machine of a process that has the library mapped. */
struct mapped {
	char path[32];
	struct machine *machine;
	struct thread *thread;
};

#define BASE 0x7f0000000000ULL

static void mapped__init(struct test *t, struct mapped *mapped,
			 const struct symbol_options *options)
{
	_cleanup_close_ int fd = -1;

	strcpy(mapped->path, "/tmp/perf-test-XXXXXX");
	fd = mkstemp(mapped->path);
	T_OK(t, fd >= 0);
	T_EQ(t, file__write_all(fd, symbol_fixture, symbol_fixture_bytes), 0);
	mapped->machine = machine__new();
	machine__set_options(mapped->machine, options);
	mapped->thread = machine__thread(mapped->machine, 7, 7);
	T_EQ(t,
	     machine__mmap(mapped->machine, &(struct machine_mmap){ .pid = 7,
								    .tid = 7,
								    .start = BASE,
								    .len = 0x1000,
								    .exec = true,
								    .path = mapped->path }),
	     0);
}

static void mapped__exit(struct mapped *mapped)
{
	machine__delete(mapped->machine);
	unlink(mapped->path);
}

static void resolve(struct mapped *mapped, u64 addr, struct location *location)
{
	machine__resolve(mapped->machine, mapped->thread, PERF_RECORD_MISC_USER, BASE + addr,
			 location);
}

static void test_shown_names(struct test *t)
{
	static const struct {
		struct symbol_options options;
		const char *want, *stub;
	} shown[] = {
		{ { 0 }, "ns::hot", "ns::hot@plt" },
		{ { .full_names = true }, "ns::hot(long*, int)", "ns::hot(long*, int)@plt" },
		{ { .no_demangle = true }, "_ZN2ns3hotEPli", "_ZN2ns3hotEPli@plt" },
	};

	if (!HAVE_LIBIBERTY)
		return test__skip(t, "built without libiberty");
	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		struct mapped mapped;
		struct location location;

		mapped__init(t, &mapped, &shown[i].options);
		resolve(&mapped, 0x298, &location);
		T_STR(t, location.symbol ? location.symbol->name : NULL, shown[i].want);
		T_EQ(t, location.offset, 0x18);
		resolve(&mapped, 0x271, &location);
		T_STR(t, location.symbol ? location.symbol->name : NULL, shown[i].stub);
		mapped__exit(&mapped);
	}
}

static const struct {
	u64 addr;
	const char *line;
	const char *frames; /* "name@line", a blank behind each; those inlined with a '+' */
} places[] = {
	{ 0x280, "inlines.cc:22", "ns::hot@22 " },
	{ 0x293, "inlines.cc:11", "+inner@11 +outer@16 ns::hot@23 " },
	{ 0x298, "inlines.cc:23", "ns::hot@23 " },
	{ 0x2c0, "inlines.cc:29", "start@29 " },
	{ 0x270, "??:0", "" },
};

static void append_frames(struct buf *out, struct mapped *mapped, const struct location *location)
{
	const struct inline_frame *frames;
	size_t nr = machine__inlines(mapped->machine, location, &frames);

	buf__puts(out, "");
	for (size_t i = 0; i < nr; i++)
		buf__printf(out, "%s%s@%u ", frames[i].symbol->inlined ? "+" : "",
			    frames[i].symbol->name, frames[i].line.line);
}

/* Twice: what was found and what is kept are the same. */
static void test_places(struct test *t)
{
	struct mapped mapped;

	if (!HAVE_LIBDW || !HAVE_LIBIBERTY)
		return test__skip(t, "built without libdw or libiberty");
	mapped__init(t, &mapped, &(struct symbol_options){ 0 });
	for (size_t i = 0; i < 2 * ARRAY_SIZE(places); i++) {
		size_t at = i % ARRAY_SIZE(places);
		struct buf text = { 0 };
		struct location location;
		struct srcline line;

		resolve(&mapped, places[at].addr, &location);
		machine__srcline(mapped.machine, &location, &line);
		srcline__append(&text, &location, &line, SRCLINE_PLACE);
		T_STR(t, text.data, places[at].line);
		buf__reset(&text);
		append_frames(&text, &mapped, &location);
		T_STR(t, text.data, places[at].frames);
		buf__exit(&text);
	}
	mapped__exit(&mapped);
}

/* What has no line: the place in the file where no function is known either. */
static void test_no_lines(struct test *t)
{
	struct dso file = { .name = (char *)"/usr/lib/x" }, kernel = { .name = (char *)"[kernel]" };
	struct symbol symbol = { .name = "f" };
	struct map map = { .start = 0x1000, .pgoff = 0x100, .dso = &file };
	struct location locations[] = {
		{ .ip = 0x1234, .map = &map, .dso = &file, .symbol = &symbol, .offset = 10 },
		{ .ip = 0x1234, .map = &map, .dso = &file },
		{ .ip = 0x1234, .map = &map, .dso = &kernel, .symbol = &symbol, .offset = 10 },
		{ .ip = 0x1234 },
	};
	static const char *const want[][2] = {
		{ "??:0", "??:0" },
		{ "x[334]", "x[334]" },
		{ "[kernel][334]", "f+10" },
		{ "??:0", "??:0" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(locations); i++) {
		struct buf text = { 0 };

		srcline__append(&text, &locations[i], NULL, SRCLINE_PLACE);
		T_STR(t, text.data, want[i][0]);
		buf__reset(&text);
		srcline__append(&text, &locations[i], NULL, SRCLINE_SYMBOL);
		T_STR(t, text.data, want[i][1]);
		T_EQ(t, srcline__is_unknown(&locations[i], NULL), *want[i][0] == '?');
		buf__exit(&text);
	}
}

/* How .debug_line of the library begins: its length without these 4 bytes, DWARF 5. */
#define LINES_BEGIN "\xb6\0\0\0\5\0\x8\0"
#define LINES_BYTES 0xba

/* Where the ELF header has the section headers, and these their offset and size (elf.h). */
static char *find_shdr(char *image, u64 section_offset)
{
	Elf64_Ehdr ehdr;

	memcpy(&ehdr, image, sizeof(ehdr));
	for (int i = 0; i < ehdr.e_shnum; i++) {
		char *at = image + ehdr.e_shoff + (size_t)i * sizeof(Elf64_Shdr);
		Elf64_Shdr shdr;

		memcpy(&shdr, at, sizeof(shdr));
		if (shdr.sh_offset == section_offset)
			return at;
	}
	return NULL;
}

/* A table of lines that ends anywhere: its names and numbers go on behind its end. */
static void test_cut_lines(struct test *t)
{
	_cleanup_free_ char *image = calloc(1, symbol_fixture_bytes);
	const char *name;
	char *at;
	u64 lines = 0;

	if (!HAVE_LIBDW)
		return test__skip(t, "built without libdw");
	memcpy(image, symbol_fixture, symbol_fixture_bytes);
	/* The first of its kind in the file is where the table's own length is. */
	name = memmem(image, symbol_fixture_bytes, LINES_BEGIN, sizeof(LINES_BEGIN) - 1);
	T_OK(t, name);
	lines = name ? name - image : 0;
	at = find_shdr(image, lines);
	T_OK(t, at);
	for (u64 bytes = 0; at && bytes < LINES_BYTES; bytes++) {
		struct dwarf_frame frames[8];
		struct dwarf_file *file;
		struct srcline line;
		int fd = memfd_create("lines", MFD_CLOEXEC);
		u32 own = bytes > 4 ? bytes - 4 : 0;

		memcpy(at + offsetof(Elf64_Shdr, sh_size), &bytes, sizeof(bytes));
		memcpy(image + lines, &own, sizeof(own));
		T_EQ(t, file__write_all(fd, image, symbol_fixture_bytes), 0);
		file = dwarf_file__new(fd, true);
		for (u64 addr = 0x270; file && addr < 0x2d0; addr += 8) {
			dwarf_file__line(file, addr, &line);
			T_OK(t, dwarf_file__frames(file, addr, frames, 8) <= 8);
		}
		dwarf_file__delete(file);
	}
}

/* The names of files end with their section, and not with a zero. */
static void test_cut_names(struct test *t)
{
	static const char paths[] = "/src\0inlines.cc";
	_cleanup_free_ char *image = calloc(1, symbol_fixture_bytes);
	u64 bytes = sizeof(paths) - 1;
	struct dwarf_file *file;
	struct srcline line;
	char *at, *shdr;
	int fd;

	if (!HAVE_LIBDW)
		return test__skip(t, "built without libdw");
	memcpy(image, symbol_fixture, symbol_fixture_bytes);
	at = memmem(image, symbol_fixture_bytes, paths, sizeof(paths));
	shdr = at ? find_shdr(image, at - image) : NULL;
	T_OK(t, shdr);
	if (!shdr)
		return;
	memcpy(shdr + offsetof(Elf64_Shdr, sh_size), &bytes, sizeof(bytes));
	fd = memfd_create("names", MFD_CLOEXEC);
	T_EQ(t, file__write_all(fd, image, symbol_fixture_bytes), 0);
	file = dwarf_file__new(fd, true);
	T_OK(t, file);
	if (file && dwarf_file__line(file, 0x280, &line))
		T_OK(t, strlen(line.file) < 64);
	dwarf_file__delete(file);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_demangle),	   TEST_FN(test_demangle_growth), TEST_FN(test_demangle_depth),
	TEST_FN(test_shown_names), TEST_FN(test_places),	  TEST_FN(test_no_lines),
	TEST_FN(test_cut_lines),   TEST_FN(test_cut_names),
};

struct test_suite suite_srcline = {
	.name = "srcline",
	.desc = "Demangled names, source lines and inlined functions",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
