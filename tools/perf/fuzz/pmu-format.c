// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any bytes as a format text. What is taken must mean bits, again when it is written out in its
 * plainest form, and leave attr.size alone; what is refused must have a column within the text
 * or just behind it, and a reason.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "util/attr.h"
#include "util/pmu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

/* The mask, written bit by bit, means the same. */
static void check_again(unsigned int word, u64 mask)
{
	char text[512];
	unsigned int again_word;
	u64 again_mask;
	int len = snprintf(text, sizeof(text), "attr%u:", word);

	for (unsigned int bit = 0; bit < 64; bit++) {
		u64 stored = word == ATTR_WORD_FLAGS ? attr_flag__mask(bit) : 1ULL << bit;

		if (mask & stored)
			len += snprintf(text + len, sizeof(text) - len, "%u,", bit);
	}
	check(!pmu_format__parse(text, len - 1, &again_word, &again_mask, NULL));
	check(again_word == word && again_mask == mask);
}

static void check_spread(u64 mask)
{
	u64 bits, max, rest;

	check(!pmu_format__spread(mask, 0, &bits, &max) && !bits);
	check(!pmu_format__spread(mask, max, &bits, &rest) && bits == mask && rest == max);
	check(max == ~0ULL || pmu_format__spread(mask, max + 1, &bits, &rest) == -ERANGE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct err err = { 0 };
	unsigned int word = 0;
	u64 mask = 0;
	int ret = pmu_format__parse(text, size, &word, &mask, &err);

	check(ret == err.code && ret <= 0);
	check(ret || (mask && word <= ATTR_WORD_MAX && (word || !(mask >> 32))));
	check(!ret || (err.column >= 1 && (size_t)err.column <= size + 1 && err.text[0]));
	if (!ret) {
		check_again(word, mask);
		check_spread(mask);
	}
	memset(&err, 0, sizeof(err));
	ret = pmu_format__parse_word(text, size, &word, &err);
	check(ret == err.code && (ret || word <= ATTR_WORD_MAX));
	check(!ret || (err.column >= 1 && (size_t)err.column <= size + 1));
	return 0;
}
