// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/session/trace and what it compiles: print formats by rows, printed by the compiled
 * program and by libtraceevent, which must agree; the same for every event of this machine with
 * random data; formats that would bring the library down.
 */
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cleanup.h"
#include "digits.h"
#include "err.h"
#include "file.h"
#include "session/trace.h"
#include "util/tracefs.h"

#define ID 5

static void put_u32(struct buf *out, u32 value)
{
	buf__append(out, &value, sizeof(value));
}

static void put_sized(struct buf *out, const char *text, u64 size)
{
	buf__append(out, &size, sizeof(size));
	buf__append(out, text, size);
}

/* Tracing data up to the events of one system, whose formats follow. */
static void begin_data(struct buf *out, u32 nr_events)
{
	static const char magic[] = "\x17\x08\x44tracing"
				    "0.6";
	const u16 one = 1;
	char order[2] = { !*(const char *)&one, sizeof(long) };

	buf__append(out, magic, sizeof(magic));
	buf__append(out, order, sizeof(order));
	put_u32(out, 4096);
	buf__append(out, "header_page", sizeof("header_page"));
	put_sized(out, "", 0);
	buf__append(out, "header_event", sizeof("header_event"));
	put_sized(out, "", 0);
	put_u32(out, 0);
	put_u32(out, 1);
	buf__append(out, "sys", sizeof("sys"));
	put_u32(out, nr_events);
}

static void end_data(struct buf *out)
{
	put_u32(out, 0);
	put_u32(out, 0);
}

#define COMMON                                                                         \
	"format:\n"                                                                    \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"         \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"         \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char fields[] =
	COMMON "\tfield:s8 a;\toffset:8;\tsize:1;\tsigned:1;\n"
	       "\tfield:u8 ua;\toffset:9;\tsize:1;\tsigned:0;\n"
	       "\tfield:s16 b;\toffset:10;\tsize:2;\tsigned:1;\n"
	       "\tfield:int c;\toffset:12;\tsize:4;\tsigned:1;\n"
	       "\tfield:s64 d;\toffset:16;\tsize:8;\tsigned:1;\n"
	       "\tfield:u32 uc;\toffset:24;\tsize:4;\tsigned:0;\n"
	       "\tfield:__data_loc char[] str;\toffset:28;\tsize:4;\tsigned:0;\n"
	       "\tfield:char comm[8];\toffset:32;\tsize:8;\tsigned:0;\n"
	       "\tfield:void * ptr;\toffset:40;\tsize:8;\tsigned:0;\n"
	       "\tfield:unsigned long args[2];\toffset:48;\tsize:16;\tsigned:0;\n"
	       "\tfield:u8 mac[8];\toffset:64;\tsize:8;\tsigned:0;\n"
	       "\tfield:__data_loc u32[] dyn;\toffset:72;\tsize:4;\tsigned:0;\n"
	       "\tfield:bool yes;\toffset:76;\tsize:1;\tsigned:0;\n"
	       "\tfield:__rel_loc char[] rel;\toffset:80;\tsize:4;\tsigned:0;\n";

struct sample_data {
	u16 type;
	u8 flags, preempt;
	s32 pid;
	__s8 a;
	u8 ua;
	__s16 b;
	s32 c;
	s64 d;
	u32 uc;
	u32 str;
	char comm[8];
	u64 ptr;
	u64 args[2];
	u8 mac[8];
	u32 dyn;
	u8 yes, pad[3];
	u32 rel;
	char text[8];
	u32 words[2];
};

static const struct sample_data data = {
	.type = ID,
	.a = -2,
	.ua = 254,
	.b = -3,
	.c = -4,
	.d = -5,
	.uc = 0xfffffffa,
	.str = offsetof(struct sample_data, text) | 6 << 16,
	.comm = { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' },
	.ptr = 0xffffff88deadbeef,
	.args = { 1, 2 },
	.mac = { 1, 2, 3, 4, 5, 6, 7, 8 },
	.dyn = offsetof(struct sample_data, words) | 8 << 16,
	.yes = 1,
	.rel = 2 | 3 << 16,
	.text = "hello",
	.words = { 7, 9 },
};

/* What the format prints; NULL: only that both ways agree. */
struct format_row {
	struct test_row row;
	const char *format;
	const char *want;
	bool library; /* only the library can print it */
};

#define ROW(format_, want_)                                                    \
	{                                                                      \
		.row = TEST_ROW(format_), .format = (format_), .want = (want_) \
	}
#define LIBRARY(format_)                                                       \
	{                                                                      \
		.row = TEST_ROW(format_), .format = (format_), .library = true \
	}

static const struct format_row format_rows[] = {
	ROW("\"plain\"", "plain"),
	ROW("\"%d %u %x %o\", REC->c, REC->c, REC->c, REC->c",
	    "-4 4294967292 fffffffc 37777777774"),
	ROW("\"%d %u %x\", REC->a, REC->b, REC->a", "254 65533 fe"),
	ROW("\"%ld %lu %lx %lld %Lu %zu\", REC->d, REC->d, REC->d, REC->d, REC->uc, REC->uc",
	    "-5 18446744073709551611 fffffffffffffffb -5 4294967290 4294967290"),
	ROW("\"%hd %hhu %hhd %hx %hi\", REC->c, REC->c, REC->c, REC->d, REC->b",
	    "-4 252 -4 fffb -3"),
	ROW("\"%5d|%-5d|%05d|%3d\", REC->ua, REC->c, REC->c, REC->d", "  254|-4   |-0004| -5"),
	ROW("\"%#x %#X %#o %#llx %#x\", REC->uc, REC->uc, REC->ua, REC->d, 0",
	    "0xfffffffa 0XFFFFFFFA 0376 0xfffffffffffffffb 0"),
	ROW("\"%#010llx|%#016lx|%08x|%-#8x|%0-5d|\", REC->ua, REC->uc, REC->ua, REC->ua, REC->ua",
	    "0x000000fe|0x000000fffffffa|000000fe|0xfe    |254  |"),
	ROW("\"%.5d|%8.3x|%#8.3x|%.0d|%-8.3d|%#.5o|%#o\", REC->ua, REC->ua, REC->ua, 0, REC->c, 8, "
	    "0",
	    "00254|     0fe|   0x0fe||-004    |00010|0"),
	ROW("\"%*d|%-*d|%X\", 5, REC->ua, 5, REC->ua, REC->uc", "  254|254  |FFFFFFFA"),
	ROW("\"%p %p\", REC->ptr, REC->a", "0xffffff88deadbeef 0xfe"),
	ROW("\"%20p|%pS|%ps\", REC->c, REC->ptr, REC->ptr", NULL),
	ROW("\"%s %s %s\", __get_str(str), REC->comm, __get_rel_str(rel)", NULL),
	ROW("\"%.*s|%10s|%-10s|%.3s|%*s\", 3, __get_str(str), __get_str(str), __get_str(str), "
	    "REC->comm, 10, REC->comm",
	    "hel|     hello|hello     |abc|  abcdefgh"),
	ROW("\"%.*s|%.*s|\", (int)(REC->uc & 3), REC->comm, REC->yes - 1, REC->comm", "ab||"),
	ROW("\"%s%s\", \"lit\", REC->yes ? \"a\\tb\" : \"\"", "lita\\tb"),
	ROW("\"%s %s\", REC->c ? \"yes\" : \"no\", REC->a == -2 ? \"yes\" : \"no\"", "yes no"),
	ROW("\"%s\", REC->yes ? __print_symbolic(REC->yes, { 1, \"x\" }) : __get_str(str)", "x"),
	ROW("\"%5s|%-5s|%.1s\", REC->yes ? \"ab\" : \"c\", REC->yes ? \"ab\" : \"c\", \"ab\"",
	    "   ab|ab   |a"),
	ROW("\"%s\", __print_flags(REC->ua, \"|\", { 1, \"A\" }, { 2, \"B\" }, { 8, \"D\" })",
	    "B|D|0xf4"),
	ROW("\"%s|%s\", __print_flags(REC->d, \"|\", { 3, \"B\" }), "
	    "__print_flags(REC->yes << 8, \"\", { 0x100, \"A\" }, { 0, \"B\" })",
	    "B|0xfffffffffffffff8|A"),
	ROW("\"%s|%s\", __print_flags(REC->yes - 1, \"|\", { 0, \"Z\" }), "
	    "__print_flags(REC->yes - 1, \"|\", { -5, \"A\" })",
	    "|A"),
	ROW("\"%10s|%-6s|%.2s\", __print_symbolic(REC->yes, { 1, \"ABC\" }), "
	    "__print_flags(REC->yes, \"|\", { 1, \"ABC\" }), __print_symbolic(REC->yes, { 1, "
	    "\"ABC\" })",
	    "       ABC|ABC   |AB"),
	ROW("\"%6s|%-4s|%.1s|\", __print_flags(11, \"+-\", { 1, \"AA\" }, { 2, \"B\" }), "
	    "__print_flags(3, \"+-\", { 1, \"AA\" }, { 2, \"B\" }), __print_symbolic(12, { 1, "
	    "\"AA\" })",
	    "    AA+-     B+-0x8|AA  +-B   |0xc|"),
	ROW("\"%p %20p %ps\", (void *)0, 0, 0", "(nil) (nil) 0x0"),
	ROW("\"%s %s %s\", __print_symbolic(REC->ua, { 1, \"A\" }, { 254, \"D\" }), "
	    "__print_symbolic(REC->c, { 1, \"A\" }), __print_symbolic(REC->yes - 2, { -5, \"A\" })",
	    "D 0xfffffffc A"),
	ROW("\"%s\", __print_symbolic(REC->args[1], { 1, \"one\" }, { 2, \"two\" }, { 2, \"2\" }, "
	    "{ 3, \"three\" })",
	    "two"),
	ROW("\"%d %d %lu %lx\", REC->mac[2], REC->comm[1], REC->args[1], REC->args[REC->yes]",
	    "3 98 2 2"),
	ROW("\"%llx %llx %llx %llx\", (u8)REC->d, (unsigned short)REC->d, (unsigned int)REC->d, "
	    "(pid_t)REC->d",
	    "fb fffb fffffffb fffffffffffffffb"),
	ROW("\"%llx %llx %d\", -REC->ua, ~REC->ua, !REC->ua",
	    "ffffffffffffff02 ffffffffffffff01 0"),
	ROW("\"%lld %lld %d\", REC->d / 2, REC->d % 3, REC->d < 0", "9223372036854775805 2 0"),
	ROW("\"%d %d %d %d\", REC->c > 0, REC->ua >= 254, REC->ua != 254, REC->ua <= 3", "1 1 0 0"),
	ROW("\"%llx %llx %llx\", REC->d >> 4, REC->d << 60, REC->uc << 40",
	    "fffffffffffffff b000000000000000 fffffa0000000000"),
	ROW("\"%d %d\", REC->ua | 1, REC->ua & 0x10", "255 16"),
	ROW("\"%d %d %lld %d\", REC->ua && 0, REC->ua || 0, 5 - REC->ua, (1 + 2) * 3",
	    "0 1 -249 9"),
	ROW("\"%d %d %d\", REC->ua ? 3 : 4, 010, 1UL << 3", "3 8 8"),
	ROW("\"%d,%d\", ((unsigned int) ((REC->uc) >> 20)), "
	    "((unsigned int) ((REC->uc) & ((1U << 20) - 1)))",
	    "4095,1048570"),
	ROW("\"%d\", __get_dynamic_array_len(dyn)", "8"),
	ROW("\"a\\tb\\\\c\\\"d\\q 100%% \" \"%i\", REC->c", "a\tb\\c\"dq 100% -4"),
	LIBRARY("\"%c\", REC->ua"),
	LIBRARY("\"%+d\", REC->ua"),
	LIBRARY("\"%d\", REC->ua ^ 1"),
	LIBRARY("\"%pI4 %pM\", REC->mac, REC->mac"),
	LIBRARY("\"%s\", __print_hex(REC->mac, 4)"),
	LIBRARY("\"%s\", __print_array(__get_dynamic_array(dyn), 2, 4)"),
	LIBRARY("\"%d %d\", REC->c"),
	LIBRARY("\"%s\", REC->ptr"),
	LIBRARY("\"%d\", sizeof(u32)"),
};

/* One format with @fields; the caller deletes the trace. */
static struct trace *new_trace(struct test *t, const char *print, const char *of_fields)
{
	_cleanup_free_ char *format = NULL;
	struct trace *trace = NULL;
	struct buf out = { 0 };
	struct err err = { 0 };

	begin_data(&out, 1);
	if (asprintf(&format, "name: foo\nID: %d\n%s\nprint fmt: %s\n", ID, of_fields, print) < 0)
		return NULL;
	put_sized(&out, format, strlen(format));
	end_data(&out);
	if (trace__new(&trace, out.data, out.len, NULL, &err))
		T_FAIL(t, "%s", err.text);
	buf__exit(&out);
	return trace;
}

/* Prints both ways; they must agree. */
static void print_both(struct test *t, struct trace *trace, const void *raw, u32 size,
		       struct buf *text)
{
	struct buf library = { 0 };
	int ret, expected;

	buf__reset(text);
	buf__puts(text, "");
	buf__puts(&library, "");
	ret = trace__print(trace, text, raw, size, 0);
	trace__use_library(trace, true);
	expected = trace__print(trace, &library, raw, size, 0);
	trace__use_library(trace, false);
	T_EQ(t, ret, expected);
	T_STR(t, text->data, library.data);
	buf__exit(&library);
}

static void run_format(struct test *t, const void *p)
{
	const struct format_row *row = p;
	struct trace *trace = new_trace(t, row->format, fields);
	struct buf text = { 0 };

	if (!trace)
		return;
	print_both(t, trace, &data, sizeof(data), &text);
	if (row->want)
		T_STR(t, text.data, row->want);
	if (sizeof(long) == 8)
		T_EQ(t, trace__is_compiled(trace, ID), !row->library);
	buf__exit(&text);
	trace__delete(trace);
}

struct test_suite suite_trace_formats = {
	.name = "trace-formats",
	.desc = "print formats of tracepoints, compiled and by libtraceevent",
	.rows = format_rows,
	.nr = ARRAY_SIZE(format_rows),
	.row_size = sizeof(format_rows[0]),
	.run = run_format,
};

/* Formats that would make the library divide by zero, recurse or print without end. */
static void test_hostile(struct test *t)
{
	static const char *const formats[] = {
		"\"%d %c\", REC->c / 0, REC->c",
		"\"%d %c\", REC->c % 0, REC->c",
		"\"%*d %c\", REC->ua << 24, REC->c, REC->c",
		"\"%1000000000d %c\", REC->c, REC->c",
		"\"%d %c\", REC->args[REC->uc], REC->c",
		"\"%d %c\", REC->args[0x7fffffff], REC->c",
		"\"%s\", __print_hex(REC->mac, REC->uc)",
		"\"%s\", __print_array(__get_dynamic_array(dyn), REC->uc, 4)",
		"\"%s\", __print_array(__get_dynamic_array(dyn), 4, REC->uc)",
	};
	struct buf text = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		struct trace *trace = new_trace(t, formats[i], fields);

		if (!trace)
			return;
		print_both(t, trace, &data, sizeof(data), &text);
		if (strncmp(text.data, "[FAILED TO PARSE] a=-2", 22))
			T_FAIL(t, "%s: '%s'", formats[i], text.data);
		trace__delete(trace);
	}
	buf__exit(&text);
}

/* The same piece many times between a begin and an end. */
static char *repeat(const char *begin, const char *piece, size_t nr, const char *end)
{
	struct buf out = { 0 };

	buf__puts(&out, begin);
	while (nr--)
		buf__puts(&out, piece);
	buf__puts(&out, end);
	return buf__take(&out);
}

static void test_deep(struct test *t)
{
	char *formats[] = {
		repeat("\"%d\", ", "(", 50000, "REC->c"),
		repeat("\"%d\", ", "1+", 50000, "1"),
		repeat("\"%d\", ", "!", 50000, "1"),
		repeat("\"%d\", ", "1?", 50000, "1"),
		repeat("\"%d\", ", "-(u8)", 50000, "1"),
		repeat("\"%s\", __print_flags(1, \"\"", ", {1,\"x\"}", 5000, ")"),
		repeat("\"", "%d", 5000, "\", 1, 2, 3"),
		repeat("\"%s\"", ", REC->comm", 5000, ""),
	};
	struct buf text = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		struct trace *trace = formats[i] ? new_trace(t, formats[i], fields) : NULL;

		if (trace)
			trace__print(trace, &text, &data, sizeof(data), 0);
		trace__delete(trace);
		free(formats[i]);
	}
	buf__exit(&text);
}

/* Fields that stand nowhere or have no size. */
static void test_bad_fields(struct test *t)
{
	static const char *const more[] = {
		COMMON "\tfield:int c;\toffset:-4;\tsize:4;\tsigned:1;\n",
		COMMON "\tfield:int c;\toffset:8;\tsize:-4;\tsigned:1;\n",
		COMMON "\tfield:int c;\toffset:2147483647;\tsize:2147483647;\tsigned:1;\n",
		COMMON "\tfield:int c;\toffset:8;\tsize:0;\tsigned:1;\n",
		COMMON "\tfield:char c[];\toffset:8;\tsize:0;\tsigned:1;\n",
		COMMON "\tfield:__data_loc char[] c;\toffset:8;\tsize:4;\tsigned:1;\n",
		COMMON "\tfield:unsigned long c[100];\toffset:8;\tsize:8;\tsigned:1;\n",
	};
	static const char *const prints[] = {
		"\"%d\", REC->c",
		"\"%s\", REC->c",
		"\"%s\", __get_str(c)",
		"\"%d\", REC->c[100]",
		"\"%s\", __print_hex(REC->c, 100)",
	};
	struct buf text = { 0 };
	u8 raw[16] = { ID, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4 };

	for (size_t i = 0; i < ARRAY_SIZE(more) * ARRAY_SIZE(prints); i++) {
		struct trace *trace =
			new_trace(t, prints[i % ARRAY_SIZE(prints)], more[i / ARRAY_SIZE(prints)]);

		for (u32 size = 0; trace && size <= sizeof(raw); size++)
			print_both(t, trace, raw, size, &text);
		trace__delete(trace);
	}
	buf__exit(&text);
}

/* Texts of trace_printk() whose lines end too early: the library would read past them. */
static void test_short_lines(struct test *t)
{
	static const char lines[] = "0x1 :\n0x\n:\n0x2 : \n0x3 : \"\n0x4 : \"fine\"\n0x5 :";
	struct trace *trace = NULL;
	struct buf out = { 0 };
	struct err err = { 0 };

	begin_data(&out, 0);
	put_u32(&out, 0);
	put_u32(&out, sizeof(lines) - 1);
	buf__append(&out, lines, sizeof(lines) - 1);
	T_EQ(t, trace__new(&trace, out.data, out.len, NULL, &err), 0);
	trace__delete(trace);
	buf__exit(&out);
}

/* The formats of this machine, gathered by nftw(), which hands nothing on. */
static struct gathered {
	struct buf formats;
	u16 ids[8192];
	u32 nr;
} gathered;

static int gather(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	_cleanup_free_ char *text = NULL;
	const char *id;
	ssize_t len;

	(void)st;
	if (type != FTW_F || strcmp(path + ftw->base, "format") ||
	    gathered.nr == ARRAY_SIZE(gathered.ids))
		return 0;
	len = file__read(AT_FDCWD, path, 1 << 20, &text);
	id = len > 0 ? strstr(text, "\nID: ") : NULL;
	if (!id)
		return 0;
	put_sized(&gathered.formats, text, len);
	gathered.ids[gathered.nr++] = atoi(id + 5);
	return 0;
}

/* Bytes that are small, large and of every kind, the same in every run. */
static void fill(u8 *raw, size_t size, u16 id, u64 *seed)
{
	for (size_t i = 0; i < size; i++) {
		*seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
		raw[i] = *seed >> 59 < 12 ? 0 : *seed >> 40;
	}
	memcpy(raw, &id, sizeof(id));
}

static void test_this_machine(struct test *t)
{
	_cleanup_free_ char *dir = tracefs__find(NULL), *path = NULL;
	struct buf all = { 0 }, text = { 0 };
	struct trace *trace = NULL;
	struct err err = { 0 };
	u64 seed = 1;
	u32 compiled = 0;
	u8 raw[512];

	if (!dir || asprintf(&path, "%s/events", dir) < 0 || nftw(path, gather, 16, FTW_PHYS) ||
	    !gathered.nr)
		return test__skip(t, "no tracefs that can be read");
	begin_data(&all, gathered.nr);
	buf__append(&all, gathered.formats.data, gathered.formats.len);
	end_data(&all);
	if (trace__new(&trace, all.data, all.len, NULL, &err))
		T_FAIL(t, "%s", err.text);
	for (u32 i = 0; i < gathered.nr && trace; i++) {
		compiled += trace__is_compiled(trace, gathered.ids[i]);
		for (u32 round = 0; round < 6; round++) {
			fill(raw, sizeof(raw), gathered.ids[i], &seed);
			print_both(t, trace, raw, sizeof(raw), &text);
		}
	}
	test__note(t, "%u of %u formats are compiled", compiled, gathered.nr);
	T_OK(t, sizeof(long) < 8 || compiled > gathered.nr / 2);
	trace__delete(trace);
	buf__exit(&all);
	buf__exit(&text);
	buf__exit(&gathered.formats);
}

static void test_digits(struct test *t)
{
	static const u64 values[] = { 0,
				      9,
				      10,
				      99,
				      100,
				      999,
				      1000,
				      9999,
				      10000,
				      99999,
				      123456,
				      1ULL << 32,
				      999999999999ULL,
				      ~0ULL,
				      1ULL << 63 };
	char got[DIGITS_MAX + 1], want[DIGITS_MAX + 1];

	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		*digits__dec(got, values[i]) = 0;
		snprintf(want, sizeof(want), "%llu", values[i]);
		T_STR(t, got, want);
		*digits__signed(got, values[i]) = 0;
		snprintf(want, sizeof(want), "%lld", (s64)values[i]);
		T_STR(t, got, want);
		*digits__hex(got, values[i]) = 0;
		snprintf(want, sizeof(want), "%llx", values[i]);
		T_STR(t, got, want);
	}
	for (unsigned int i = 1; i < ARRAY_SIZE(digits__powers); i++) {
		for (int below = 0; below < 2; below++) {
			*digits__dec(got, digits__powers[i] - below) = 0;
			snprintf(want, sizeof(want), "%llu", digits__powers[i] - below);
			T_STR(t, got, want);
		}
	}
	for (unsigned int i = 0; i < 64; i++) {
		u64 value = 0xfedcba9876543210ULL >> i;

		*digits__hex(got, value) = 0;
		snprintf(want, sizeof(want), "%llx", value);
		T_STR(t, got, want);
	}
	*digits__fixed(got, 42, 5) = 0;
	T_STR(t, got, "00042");
	*digits__right(got, "ab", 2, 5) = 0;
	T_STR(t, got, "   ab");
	*digits__right(got, "abc", 3, 2) = 0;
	T_STR(t, got, "abc");
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_digits),	  TEST_FN(test_hostile),     TEST_FN(test_deep),
	TEST_FN(test_bad_fields), TEST_FN(test_short_lines), TEST_FN(test_this_machine),
};

struct test_suite suite_trace_print = {
	.name = "trace-print",
	.desc = "tracepoints: this machine's formats, hostile formats, digits",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
	.timeout_s = 300,
};
