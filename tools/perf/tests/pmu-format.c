// SPDX-License-Identifier: GPL-2.0-only
/*
 * Format texts: each row a text and the word and mask it means, or the exact error, its column
 * and a part of its reason; then values spread over masks. No file is read.
 */
#include "suites.h"

#include <errno.h>
#include <string.h>

#include "err.h"
#include "util/attr.h"
#include "util/pmu.h"

struct format_row {
	struct test_row row;
	enum { PLACE, WORD, SPREAD } what;
	size_t len;
	unsigned int word;
	u64 mask; /* of a place; what a value is spread over */
	u64 value, bits;
	int code;
	int column;
	const char *reason; /* a part of it */
};

#define GOOD(text_, word_, mask_)                                                                  \
	{                                                                                          \
		.row = TEST_ROW(text_), .len = sizeof(text_) - 1, .word = (word_), .mask = (mask_) \
	}
#define BAD(text_, code_, column_, reason_)                                        \
	{                                                                          \
		.row = TEST_ROW(text_), .len = sizeof(text_) - 1, .code = (code_), \
		.column = (column_), .reason = (reason_)                           \
	}
#define GOOD_WORD(text_, word_)                                                                 \
	{                                                                                       \
		.row = TEST_ROW(text_), .what = WORD, .len = sizeof(text_) - 1, .word = (word_) \
	}
#define BAD_WORD(text_, code_, column_, reason_)                                                 \
	{                                                                                        \
		.row = TEST_ROW(text_), .what = WORD, .len = sizeof(text_) - 1, .code = (code_), \
		.column = (column_), .reason = (reason_)                                         \
	}
#define SPREADS(name_, mask_, value_, bits_)                                                \
	{                                                                                   \
		.row = TEST_ROW(name_), .what = SPREAD, .mask = (mask_), .value = (value_), \
		.bits = (bits_)                                                             \
	}
/* Too wide: bits is the maximum. */
#define TOO_WIDE(name_, mask_, value_, max_)                                                \
	{                                                                                   \
		.row = TEST_ROW(name_), .what = SPREAD, .mask = (mask_), .value = (value_), \
		.bits = (max_), .code = -ERANGE                                             \
	}

#define TEN_BLANKS "          "
#define HUNDRED_BLANKS                                                                          \
	TEN_BLANKS TEN_BLANKS TEN_BLANKS TEN_BLANKS TEN_BLANKS TEN_BLANKS TEN_BLANKS TEN_BLANKS \
		TEN_BLANKS TEN_BLANKS
#define THOUSAND_BLANKS                                                                           \
	HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS \
		HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS HUNDRED_BLANKS

static const struct format_row rows[] = {
	/* The words and their names. */
	GOOD("config:0-7", 1, 0xff),
	GOOD("config1:0-15", 7, 0xffff),
	GOOD("config2:63", 8, 1ULL << 63),
	GOOD("config3:0-63", 16, ~0ULL),
	GOOD("config4:0", 17, 1),
	GOOD("config01:1", 7, 2),
	GOOD("attr:0-31", 0, 0xffffffff),
	GOOD("attr0:31", 0, 1ULL << 31),
	GOOD("attr1:0-63", 1, ~0ULL),
	GOOD("attr3:0-63", 3, ~0ULL),
	GOOD("attr16:0-15", 16, 0xffff),
	GOOD("attr18:5", 18, 1 << 5),
	GOOD("attr511:62-63", 511, 3ULL << 62),
	GOOD("attr0005:007", 5, 1 << 7),
	BAD("config0:1", -ERANGE, 7, "config1 to config4"),
	BAD("config5:1", -ERANGE, 7, "config1 to config4"),
	BAD("config4294967296:0", -ERANGE, 7, "config1 to config4"),
	BAD("config18446744073709551617:0", -ERANGE, 7, "config1 to config4"),
	BAD("attr512:0", -ERANGE, 5, "attr0 to attr511"),
	BAD("attr999:0", -ERANGE, 5, "attr0 to attr511"),
	BAD("attr4294967301:1", -ERANGE, 5, "attr0 to attr511"),
	BAD("attr99999999999999999999:1", -ERANGE, 5, "attr0 to attr511"),
	BAD("attr18446744073709551621:1", -ERANGE, 5, "attr0 to attr511"),

	/* Items in any order, overlapping, many. */
	GOOD("config:0-7,32-35", 1, 0xf000000ffULL),
	GOOD("config:32-35,0-7", 1, 0xf000000ffULL),
	GOOD("config:7,7,0-7", 1, 0xff),
	GOOD("config:0-8,4-9", 1, 0x3ff),
	GOOD("config:5-5", 1, 1 << 5),
	GOOD("config1:0,2,4,6,8,20-28", 7, 0x1ff00155),
	GOOD("config2:0-3,10-13,20-23,30-33,40-43,50-53,60-63", 8, 0xf03c0f03c0f03c0fULL),
	GOOD("config:0-63,0-63", 1, ~0ULL),
	BAD("config:5-0", -EINVAL, 8, "write 0-5"),
	BAD("config:0,8-3", -EINVAL, 10, "the range 8-3 is reversed"),
	BAD("config:64", -ERANGE, 8, "0 to 63"),
	BAD("config:0-64", -ERANGE, 10, "0 to 63"),
	BAD("config:64-65", -ERANGE, 8, "0 to 63"),
	BAD("config:1,2,100", -ERANGE, 12, "0 to 63"),
	BAD("config:4294967296", -ERANGE, 8, "0 to 63"),
	BAD("config:0-18446744073709551616", -ERANGE, 10, "0 to 63"),
	BAD("config:99999999999999999999999999", -ERANGE, 8, "0 to 63"),

	/* Word 0: its upper half is the size. */
	BAD("attr0:32-35", -EINVAL, 7, "bit 32 of word 0 belongs to attr.size"),
	BAD("attr:40", -EINVAL, 6, "bit 40 of word 0"),
	BAD("attr0:0-63", -EINVAL, 9, "bit 32 of word 0"),
	BAD("attr:0,63", -EINVAL, 8, "bit 63 of word 0"),
	GOOD("attr11:32-63", 11, 0xffffffff00000000ULL),

	/* White space may follow. */
	GOOD("config:0-7\n", 1, 0xff),
	GOOD("config:0-7 \t\r\n\n", 1, 0xff),
	BAD(" config:0-7", -EINVAL, 1, "must come first, not ' '"),
	BAD("config :0", -EINVAL, 7, "a ':' and the bits must follow the word, not ' '"),
	BAD("config: 0", -EINVAL, 8, "a bit number is missing, not ' '"),
	BAD("config:0 ,1", -EINVAL, 10, "',' can not follow here"),
	BAD("config 1:0", -EINVAL, 7, "must follow the word"),

	/* What is missing. */
	BAD("", -EINVAL, 1, "it is empty"),
	BAD("\n", -EINVAL, 1, "it is empty"),
	BAD(" \t\n", -EINVAL, 1, "it is empty"),
	BAD("config", -EINVAL, 7, "a ':' and the bits must follow the word"),
	BAD("config:", -EINVAL, 8, "a bit number is missing"),
	BAD("config:\n", -EINVAL, 8, "a bit number is missing"),
	BAD("attr5", -EINVAL, 6, "a ':' and the bits must follow the word"),
	BAD("attr5:", -EINVAL, 7, "a bit number is missing"),
	BAD("config:0-", -EINVAL, 10, "a bit number is missing"),
	BAD("config:0,", -EINVAL, 10, "a bit number is missing"),
	BAD("config:,0", -EINVAL, 8, "a bit number is missing, not ','"),
	BAD("config:-5", -EINVAL, 8, "a bit number is missing, not '-'"),
	BAD("config:0-1-2", -EINVAL, 11, "'-' can not follow here"),
	BAD("config:0--2", -EINVAL, 10, "a bit number is missing, not '-'"),
	BAD("config::0", -EINVAL, 8, "a bit number is missing, not ':'"),

	/* Junk. */
	BAD("event:0-7", -EINVAL, 1, "config, configN or attrN must come first, not 'e'"),
	BAD("0-7", -EINVAL, 1, "must come first"),
	BAD("Config:0", -EINVAL, 1, "must come first"),
	BAD("configs:0", -EINVAL, 7, "must follow the word, not 's'"),
	BAD("config-1:0", -EINVAL, 7, "must follow the word, not '-'"),
	BAD("configconfig:0", -EINVAL, 7, "must follow the word"),
	BAD("config:0x3", -EINVAL, 9, "decimal here, not hexadecimal"),
	BAD("attr0x5:3", -EINVAL, 6, "decimal here, not hexadecimal"),
	BAD("config:ff", -EINVAL, 8, "a bit number is missing, not 'f'"),
	BAD("config:0-7 trailing", -EINVAL, 12, "'t' can not follow here"),
	BAD("config:0-7config", -EINVAL, 11, "'c' can not follow here"),
	BAD("attr5:1;rm -rf", -EINVAL, 8, "';' can not follow here"),
	BAD("config:0\nconfig:1", -EINVAL, 10, "a second line"),
	BAD("config:0\n\n,1", -EINVAL, 11, "a second line"),
	BAD("config:0-7\0hidden", -EINVAL, 11, "NUL"),
	BAD("config:0-7\0", -EINVAL, 11, "NUL"),
	BAD("config:0-7\n\0", -EINVAL, 12, "NUL"),
	BAD("\0config:0", -EINVAL, 1, "NUL"),
	BAD("config:0\xff", -EINVAL, 9, "the byte 0xff can not follow"),
	BAD("config:\x1b[31m0", -EINVAL, 8, "the byte 0x1b"),

	/* 4 KiB is the longest. */
	{ .row = TEST_ROW("config:0-7" THOUSAND_BLANKS THOUSAND_BLANKS THOUSAND_BLANKS
				  THOUSAND_BLANKS HUNDRED_BLANKS),
	  .len = 4096,
	  .word = 1,
	  .mask = 0xff },
	{ .row = TEST_ROW("config:0-7" THOUSAND_BLANKS THOUSAND_BLANKS THOUSAND_BLANKS
				  THOUSAND_BLANKS HUNDRED_BLANKS),
	  .len = 4097,
	  .code = -EINVAL,
	  .column = 4097,
	  .reason = "longer than 4096 bytes" },

	/* A word alone. */
	GOOD_WORD("attr5", 5),
	GOOD_WORD("attr", 0),
	GOOD_WORD("attr511", 511),
	GOOD_WORD("config", 1),
	GOOD_WORD("config3", 16),
	BAD_WORD("attr512", -ERANGE, 5, "attr0 to attr511"),
	BAD_WORD("config9", -ERANGE, 7, "config1 to config4"),
	BAD_WORD("attr5:1", -EINVAL, 6, "':' can not follow"),
	BAD_WORD("attr5 ", -EINVAL, 6, "' ' can not follow"),
	BAD_WORD("", -EINVAL, 1, "it is empty"),
	BAD_WORD("attr5\0", -EINVAL, 6, "NUL"),

	/* Values over masks: the nine krava formats, AMD's event select, the ends. */
	SPREADS("krava01", 0xc000000000000003ULL, 15, 0xc000000000000003ULL),
	SPREADS("krava02", 0x3fc00, 170, 0x2a800),
	SPREADS("krava03", 1 << 5, 1, 1 << 5),
	SPREADS("krava11", 0x1ff00155, 27, 0x145),
	SPREADS("krava12", 1ULL << 63, 1, 1ULL << 63),
	SPREADS("krava13", 7ULL << 45, 2, 1ULL << 46),
	SPREADS("krava21", 0xf03c0f03c0f03c0fULL, 119, 0x1c07),
	SPREADS("krava22", 0x0404000000040100ULL, 11, 0x0400000000040100ULL),
	SPREADS("krava23", 0x4030000000ULL, 2, 0x20000000),
	SPREADS("AMD event 0x28f", 0xf000000ffULL, 0x28f, 0x20000008fULL),
	SPREADS("a whole word", ~0ULL, 0xdeadbeefcafef00dULL, 0xdeadbeefcafef00dULL),
	SPREADS("zero", 0xf0, 0, 0),
	SPREADS("the widest that fits", 0xf000000f0ULL, 0xff, 0xf000000f0ULL),
	SPREADS("zero in no bits", 0, 0, 0),
	TOO_WIDE("one bit more than the mask", 0xf000000f0ULL, 0x100, 0xff),
	TOO_WIDE("two in one bit", 1ULL << 23, 2, 1),
	TOO_WIDE("all bits in 63", ~0ULL >> 1, ~0ULL, ~0ULL >> 1),
	TOO_WIDE("one in no bits", 0, 1, 0),
};

static u64 as_stored(unsigned int word, u64 mask)
{
	u64 stored = 0;

	if (word != ATTR_WORD_FLAGS)
		return mask;
	for (unsigned int flag = 0; flag < 64; flag++)
		if (mask & (1ULL << flag))
			stored |= attr_flag__mask(flag);
	return stored;
}

static void run_spread(struct test *t, const struct format_row *row)
{
	u64 bits = 0xbad, max = 0;

	T_EQ(t, pmu_format__spread(row->mask, row->value, &bits, &max), row->code);
	if (row->code)
		T_EQ(t, max, row->bits);
	T_EQ(t, bits, row->code ? 0xbad : row->bits);
	T_EQ(t, pmu_format__spread(row->mask, row->value, &bits, NULL), row->code);
}

static void run_text(struct test *t, const struct format_row *row)
{
	unsigned int word = 1000;
	struct err err = { 0 };
	u64 mask = 1000;
	int ret;

	if (row->what == WORD)
		ret = pmu_format__parse_word(row->row.name, row->len, &word, &err);
	else
		ret = pmu_format__parse(row->row.name, row->len, &word, &mask, &err);
	T_EQ(t, ret, row->code);
	T_EQ(t, err.code, row->code);
	T_EQ(t, err.column, row->column);
	if (row->reason && !strstr(err.text, row->reason))
		T_FAIL(t, "the reason is '%s', without '%s'", err.text, row->reason);
	T_EQ(t, word, ret ? 1000 : row->word);
	if (row->what == PLACE)
		T_EQ(t, mask, ret ? 1000 : as_stored(row->word, row->mask));
}

static void run(struct test *t, const void *data)
{
	const struct format_row *row = data;

	if (row->what == SPREAD)
		run_spread(t, row);
	else
		run_text(t, row);
}

struct test_suite suite_pmu_format = {
	.name = "pmu-format",
	.desc = "Format texts to word and mask, values to bits",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
