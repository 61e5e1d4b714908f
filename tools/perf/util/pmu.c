// SPDX-License-Identifier: GPL-2.0-only
/*
 * A format text (config:0-7,32-35 or attr5:23) to a word and a mask, and a value to the bits
 * of such a mask. Pure: text in, numbers or a located reason out. pmu.l and pmu.y read the
 * text; what they find wrong is put in words here.
 */
#include "pmu.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "attr.h"
#include "util/pmu-bison.h"

#define YYSTYPE PMU_FORMAT_STYPE
#define YYLTYPE PMU_FORMAT_LTYPE
#include "util/pmu-flex.h"

#define SIZE_FIRST_BIT 32 /* of word 0: attr.size is its upper half */

bool pmu_format_parse__config(struct pmu_format_parse *parse, u64 number, int column)
{
	static const unsigned int words[] = { ATTR_WORD_CONFIG1, ATTR_WORD_CONFIG2,
					      ATTR_WORD_CONFIG3, ATTR_WORD_CONFIG4 };

	if (number < 1 || number > ARRAY_SIZE(words)) {
		parse->code = err__set_at(parse->err, -ERANGE, column,
					  "the config words are config and config1 to config4; any "
					  "word is attrN");
		return false;
	}
	parse->word = words[number - 1];
	return true;
}

bool pmu_format_parse__attr(struct pmu_format_parse *parse, u64 number, int column)
{
	if (number > ATTR_WORD_MAX) {
		parse->code =
			err__set_at(parse->err, -ERANGE, column,
				    "the words of an attr are attr0 to attr%d", ATTR_WORD_MAX);
		return false;
	}
	parse->word = number;
	return true;
}

bool pmu_format_parse__bits(struct pmu_format_parse *parse, u64 first, u64 last,
			    const PMU_FORMAT_LTYPE *first_at, const PMU_FORMAT_LTYPE *last_at)
{
	struct err *err = parse->err;

	if (first > 63 || last > 63) {
		const PMU_FORMAT_LTYPE *at = first > 63 ? first_at : last_at;

		parse->code = err__set_at(err, -ERANGE, at->first_column,
					  "the bits of a word are 0 to 63");
		return false;
	}
	if (last < first) {
		parse->code = err__set_at(err, -EINVAL, first_at->first_column,
					  "the range %llu-%llu is reversed: write %llu-%llu", first,
					  last, last, first);
		return false;
	}
	if (parse->word == ATTR_WORD_TYPE && last >= SIZE_FIRST_BIT) {
		bool at_first = first >= SIZE_FIRST_BIT;
		int column = at_first ? first_at->first_column : last_at->first_column;

		parse->code = err__set_at(err, -EINVAL, column,
					  "bit %llu of word 0 belongs to attr.size, which no "
					  "format may set; bits 0 to 31 are attr.type",
					  at_first ? first : SIZE_FIRST_BIT);
		return false;
	}
	parse->mask |= (~0ULL >> (63 - (last - first))) << first;
	return true;
}

static const char *byte_text(char text[static 16], unsigned char byte)
{
	snprintf(text, 16, isprint(byte) ? "'%c'" : "the byte 0x%02x", byte);
	return text;
}

static bool is_blank(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && text[at] && strchr(" \t\r\n", text[at]))
		at++;
	return at == len;
}

void pmu_format_parse__unexpected(struct pmu_format_parse *parse, int column, const char *missing)
{
	const char *text = parse->text;
	struct err *err = parse->err;
	size_t at = column - 1;
	bool at_end = at >= parse->len || (missing && is_blank(text + at, parse->len - at));
	char byte[16];

	parse->code = -EINVAL;
	if (is_blank(text, parse->len))
		err__set_at(err, -EINVAL, 1,
			    "it is empty; a format is like config:0-7 or attr5:23");
	else if (at_end)
		err__set_at(err, -EINVAL, column, "%s", missing ? missing : "it ends too early");
	else if (!text[at])
		err__set_at(err, -EINVAL, column, "a NUL byte can not stand in a format");
	else if (memchr(text, '\n', at))
		err__set_at(err, -EINVAL, column,
			    "a second line begins here; a format is one line");
	else if (at && (text[at] | 0x20) == 'x' && text[at - 1] == '0')
		err__set_at(err, -EINVAL, column, "numbers are decimal here, not hexadecimal");
	else if (missing)
		err__set_at(err, -EINVAL, column, "%s, not %s", missing, byte_text(byte, text[at]));
	else
		err__set_at(err, -EINVAL, column, "%s can not follow here",
			    byte_text(byte, text[at]));
}

/* Scans a copy, because flex writes into what it scans and wants two NUL bytes behind it. */
static int run(struct pmu_format_parse *parse)
{
	char copy[PMU_TEXT_MAX + 2];
	yyscan_t scanner;
	int ret;

	if (parse->len > PMU_TEXT_MAX)
		return err__set_at(parse->err, -EINVAL, PMU_TEXT_MAX + 1,
				   "it is longer than %d bytes", PMU_TEXT_MAX);
	memcpy(copy, parse->text, parse->len);
	memset(copy + parse->len, 0, 2);
	if (pmu_format_lex_init_extra(parse, &scanner))
		return err__set(parse->err, -ENOMEM, "out of memory");
	if (pmu_format__scan_buffer(copy, parse->len + 2, scanner))
		ret = pmu_format_parse(parse, scanner);
	else
		ret = err__set(parse->err, -ENOMEM, "out of memory");
	pmu_format_lex_destroy(scanner);
	return parse->code ? parse->code : ret ? -ENOMEM : 0;
}

/* Flag n of word 5 is bit 63 - n where C bit-fields fill a u64 from its other end. */
static u64 mirror(u64 mask)
{
	u64 mirrored = 0;

	for (unsigned int flag = 0; flag < 64; flag++)
		if (mask & (1ULL << flag))
			mirrored |= attr_flag__mask(flag);
	return mirrored;
}

int pmu_format__parse(const char *text, size_t len, unsigned int *word, u64 *mask, struct err *err)
{
	struct pmu_format_parse parse = {
		.text = text, .len = len, .err = err, .start = PMU_FORMAT_START_PLACE
	};
	int ret = run(&parse);

	if (ret)
		return ret;
	*word = parse.word;
	*mask = parse.word == ATTR_WORD_FLAGS ? mirror(parse.mask) : parse.mask;
	return 0;
}

int pmu_format__parse_word(const char *text, size_t len, unsigned int *word, struct err *err)
{
	struct pmu_format_parse parse = {
		.text = text, .len = len, .err = err, .start = PMU_FORMAT_START_WORD
	};
	int ret = run(&parse);

	if (!ret)
		*word = parse.word;
	return ret;
}

int pmu_format__spread(u64 mask, u64 value, u64 *bits, u64 *max)
{
	unsigned int nr = __builtin_popcountll(mask);
	u64 highest = nr ? ~0ULL >> (64 - nr) : 0;

	if (max)
		*max = highest;
	if (value > highest)
		return -ERANGE;
	*bits = 0;
	for (; value; value >>= 1, mask &= mask - 1)
		if (value & 1)
			*bits |= mask & -mask;
	return 0;
}
