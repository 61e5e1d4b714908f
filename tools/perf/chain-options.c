// SPDX-License-Identifier: GPL-2.0-only
/* The words of -g and --call-graph that report and top share -> how chains are read and drawn. */
#include "chain-options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/collect.h"
#include "ui/report-chain.h"

struct parsing {
	struct collect_options *collect;
	struct chain_style *style;
	unsigned int nr_numbers;
};

static int parse_word(struct parsing *p, const char *word)
{
	static const char *const modes[] = { "graph", "fractal", "flat", "folded", "none" };
	char *end;
	double number = strtod(word, &end);

	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		if (strcmp(word, modes[i]))
			continue;
		p->style->mode = i;
		p->collect->no_chains = i == CHAIN_NONE;
		return 0;
	}
	if (*word && !*end && number >= 0 && p->nr_numbers < 2) {
		if (p->nr_numbers++)
			p->style->print_limit = number;
		else
			p->style->min_percent = number;
		return 0;
	}
	if (!strcmp(word, "caller") || !strcmp(word, "callee")) {
		p->collect->chain_order = word[5] == 'r' ? 1 : -1;
		return 0;
	}
	if (!strcmp(word, "percent") || !strcmp(word, "period") || !strcmp(word, "count")) {
		p->style->by_period = strcmp(word, "percent");
		p->collect->count_chains = *word == 'c';
		return 0;
	}
	if (!strcmp(word, "address") || !strcmp(word, "srcline") || !strcmp(word, "function")) {
		p->collect->steps = *word == 'a'   ? STEP_ADDRESS
				    : *word == 's' ? STEP_LINE
						   : STEP_FUNCTION;
		return 0;
	}
	return -EINVAL;
}

int chain_options__parse(struct collect_options *collect, struct chain_style *style,
			 const char *text, struct err *err)
{
	struct parsing parsing = { collect, style, 0 };

	for (const char *at = text;; at++) {
		size_t len = strcspn(at, ",");
		char word[32];

		memcpy(word, at, len < sizeof(word) ? len : sizeof(word) - 1);
		word[len < sizeof(word) ? len : sizeof(word) - 1] = 0;
		if (!strcmp(word, "branch"))
			return err__set(err, -EINVAL,
					"'branch': branches are no steps of call chains here; -b "
					"shows them");
		if (parse_word(&parsing, word))
			return err__set(err, -EINVAL, "'%s' is no mode, order, value or number",
					word);
		at += len;
		if (!*at)
			return 0;
	}
}
