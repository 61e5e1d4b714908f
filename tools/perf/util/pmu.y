/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The grammar of a format text: config:0-7,32-35 or attr5:23. Its actions only note which word
 * and which bits were named, and the first fault with its column; pmu.c says it in words.
 */
%code top {
/* SPDX-License-Identifier: GPL-2.0-only */
}
%code requires {
#include <stddef.h>

#include "err.h"
#include "types.h"

/* What one parse collects: plain data in the parser's hands. */
struct pmu_format_parse {
	const char *text; /* for the reasons only: what stands at a fault */
	size_t len;
	struct err *err;
	int start; /* the token that says what is parsed; the scanner hands it out first */
	unsigned int word;
	u64 mask;
	int code; /* of the first fault; 0: none */
};
}
%code provides {
/* What the actions call: true when all is well, else the fault is noted at its column. */
bool pmu_format_parse__config(struct pmu_format_parse *parse, u64 number, int column);
bool pmu_format_parse__attr(struct pmu_format_parse *parse, u64 number, int column);
bool pmu_format_parse__bits(struct pmu_format_parse *parse, u64 first, u64 last,
			    const PMU_FORMAT_LTYPE *first_at, const PMU_FORMAT_LTYPE *last_at);

/* Notes that what stands at @column can not stand there; @missing says what should, or is NULL. */
void pmu_format_parse__unexpected(struct pmu_format_parse *parse, int column,
				  const char *missing);
}
%code {
#include <errno.h>

#include "attr.h"
#include "pmu-flex.h"

/* Its stack begins small and grows when it must: pages not touched cost nothing. */
#define YYINITDEPTH 24

static void pmu_format_error(const PMU_FORMAT_LTYPE *at, struct pmu_format_parse *parse,
			     yyscan_t scanner, const char *message);
}

%define api.pure full
%define api.prefix {pmu_format_}
%define api.token.prefix {PMU_FORMAT_}
%define parse.error custom
%locations
%expect 0
%parse-param { struct pmu_format_parse *parse } { void *scanner }
%lex-param { void *scanner }

%union {
	u64 number;
}
%token START_PLACE START_WORD
%token CONFIG ATTR JUNK
%token <number> NUMBER
%token COLON ":" COMMA "," DASH "-" BLANK

%%
start:
  START_PLACE word ":" items blank
| START_WORD word
;

word:
  CONFIG		{ parse->word = ATTR_WORD_CONFIG; }
| CONFIG NUMBER		{ if (!pmu_format_parse__config(parse, $2, @2.first_column)) YYABORT; }
| ATTR			{ parse->word = 0; }
| ATTR NUMBER		{ if (!pmu_format_parse__attr(parse, $2, @2.first_column)) YYABORT; }
;

items:
  item
| items "," item
;

item:
  NUMBER		{ if (!pmu_format_parse__bits(parse, $1, $1, &@1, &@1)) YYABORT; }
| NUMBER "-" NUMBER	{ if (!pmu_format_parse__bits(parse, $1, $3, &@1, &@3)) YYABORT; }
;

blank:
  %empty
| BLANK
;
%%

/* Out of memory is all that is left for this one. */
static void pmu_format_error(const PMU_FORMAT_LTYPE *at, struct pmu_format_parse *parse,
			     yyscan_t scanner, const char *message)
{
	parse->code = err__set_at(parse->err, -ENOMEM, at->first_column, "%s", message);
}

/* What could stand here is told from the tokens that the parser could take. */
static int yyreport_syntax_error(const yypcontext_t *ctx, struct pmu_format_parse *parse,
				 yyscan_t scanner)
{
	yysymbol_kind_t wanted[YYNTOKENS];
	int nr = yypcontext_expected_tokens(ctx, wanted, YYNTOKENS);
	const char *missing = NULL;

	for (int i = 0; i < nr; i++) {
		if (wanted[i] == YYSYMBOL_CONFIG)
			missing = "config, configN or attrN must come first";
		else if (wanted[i] == YYSYMBOL_COLON)
			missing = "a ':' and the bits must follow the word";
		else if (wanted[i] == YYSYMBOL_NUMBER && nr == 1)
			missing = "a bit number is missing";
	}
	pmu_format_parse__unexpected(parse, yypcontext_location(ctx)->first_column, missing);
	return 0;
}
