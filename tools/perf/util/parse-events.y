// SPDX-License-Identifier: GPL-2.0-only
/*
 * Grammar of event strings. Tokens go in, a syntax tree comes out; the actions only build
 * nodes. What a name means is for resolve.
 */
%define api.prefix {parse_events_}
%define api.pure full
%define api.location.type {struct syntax_loc}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%parse-param {struct syntax *syntax} {void *scanner}
%lex-param {void *scanner}

%code requires {
#include "syntax.h"
}

%code {
#include <errno.h>
#include <string.h>

#include "buf.h"
#include "parse-events-flex.h"

/* Its stack begins small and grows when it must: pages not touched cost nothing. */
#define YYINITDEPTH 24

/* An empty rule is at the end of what stands before it. */
#define YYLLOC_DEFAULT(current, rhs, n)                                      \
	do {                                                                 \
		(current).begin = (n) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end; \
		(current).end = YYRHSLOC(rhs, n).end;                        \
	} while (0)

/* A node that could not be made: why is in syntax->error. */
#define NODE(node)               \
	do {                     \
		if (!(node))     \
			YYABORT; \
	} while (0)

static void parse_events_error(struct syntax_loc *loc, struct syntax *syntax, void *scanner,
			       const char *text);
static const struct syntax_word no_word;
}

%union {
	struct syntax_word word;
	struct syntax_term *term;
	struct syntax_terms terms;
	struct syntax_event *event;
	struct syntax_group *group;
}

%token T_START_EVENTS T_START_TERMS
%token YYEOF 0 "the end"
%token <word> T_WORD "a name"
%token <word> T_NUMBER "a number"
%token <word> T_NAME "a term"
%token <word> T_VALUE "a value"
%token <word> T_STRING "a quoted value"
%token T_MEM "mem:"
%token T_LEN "/LENGTH"
%token T_COMMA ","
%token T_COLON ":"
%token T_SLASH "/"
%token T_END "/ that ends the terms"
%token T_EQUAL "="
%token T_OPEN "{"
%token T_CLOSE "}"
%token T_JUNK

%type <word> opt_mods slash_mods opt_len
%type <term> term
%type <terms> terms opt_terms
%type <event> event event_def breakpoint
%type <group> members

%%

start:
	T_START_EVENTS items
|	T_START_TERMS terms	{ syntax->terms = $2; }
;

items:
	item
|	items T_COMMA item
;

item:
	event			{ NODE(syntax__group(syntax, $1)); }
|	T_OPEN members T_CLOSE opt_mods
				{ $2->mods = $4; }
|	T_WORD T_OPEN members T_CLOSE opt_mods
				{ $3->name = $1; $3->mods = $5; }
;

members:
	event			{
					NODE($$ = syntax__group(syntax, $1));
					$$->braces = true;
				}
|	members T_COMMA event	{ $$ = $1; syntax_group__append($$, $3); }
;

event:
	event_def		{ NODE($$ = syntax__typed(syntax, $1, @1)); }
;

event_def:
	T_WORD opt_colon	{ NODE($$ = syntax__event(syntax, SYNTAX_NAME, $1, no_word)); }
|	T_WORD T_COLON T_WORD opt_colon
				{ NODE($$ = syntax__pair(syntax, $1, $3, no_word)); }
|	T_WORD T_COLON T_WORD T_COLON T_WORD
				{ NODE($$ = syntax__pair(syntax, $1, $3, $5)); }
|	T_WORD T_SLASH opt_terms T_END slash_mods
				{
					NODE($$ = syntax__event(syntax, SYNTAX_NAME, $1, $5));
					NODE(syntax__between_slashes(syntax, $$, $3, @2));
				}
|	T_WORD T_COLON T_WORD T_SLASH opt_terms T_END slash_mods
				{
					NODE($$ = syntax__pair(syntax, $1, $3, $7));
					NODE(syntax__between_slashes(syntax, $$, $5, @4));
				}
|	breakpoint
|	breakpoint T_SLASH opt_terms T_END slash_mods
				{
					$$ = $1;
					$$->terms = $3;
					if ($5.text)
						$$->mods = $5;
				}
;

breakpoint:
	T_MEM T_NUMBER opt_len opt_colon
				{ NODE($$ = syntax__breakpoint(syntax, $2, no_word, no_word)); $$->len = $3; }
|	T_MEM T_NUMBER opt_len T_COLON T_WORD opt_colon
				{ NODE($$ = syntax__breakpoint(syntax, $2, $5, no_word)); $$->len = $3; }
|	T_MEM T_NUMBER opt_len T_COLON T_WORD T_COLON T_WORD
				{ NODE($$ = syntax__breakpoint(syntax, $2, $5, $7)); $$->len = $3; }
;

opt_len:
	%empty			{ $$ = no_word; }
|	T_LEN T_NUMBER		{ $$ = $2; }
;

opt_colon:
	%empty
|	T_COLON
;

opt_mods:
	%empty			{ $$ = no_word; }
|	T_COLON T_WORD		{ $$ = $2; }
;

slash_mods:
	%empty			{ $$ = no_word; }
|	T_WORD
;

opt_terms:
	%empty			{ $$ = (struct syntax_terms){ 0 }; }
|	terms
;

terms:
	term			{
					$$ = (struct syntax_terms){ 0 };
					syntax_terms__append(&$$, $1);
				}
|	terms T_COMMA term	{ $$ = $1; syntax_terms__append(&$$, $3); }
;

term:
	T_NAME			{ NODE($$ = syntax__term(syntax, $1, no_word, false)); }
|	T_NAME T_EQUAL T_VALUE	{ NODE($$ = syntax__term(syntax, $1, $3, false)); }
|	T_NAME T_EQUAL T_STRING	{ NODE($$ = syntax__term(syntax, $1, $3, true)); }
;

%%

/* Running out of stack or memory; what stands at fault is reported below. */
static void parse_events_error(struct syntax_loc *loc, struct syntax *syntax, void *scanner,
			       const char *text)
{
	(void)scanner;
	syntax->error = err__set_at(syntax->err, -ENOMEM, loc->begin + 1, "%s", text);
}

/* The bytes at @loc as they are shown: a whole token, or one byte that begins none. */
static void put_found(struct buf *buf, const struct syntax *syntax, struct syntax_loc loc)
{
	unsigned char c = syntax->text[loc.begin];
	int len = loc.end - loc.begin;

	if (loc.begin == loc.end)
		buf__puts(buf, "the text ends");
	else if (c < 0x20 || c > 0x7e)
		buf__printf(buf, "unexpected byte 0x%02x", c);
	else
		buf__printf(buf, "unexpected '%.*s'", len < 64 ? len : 64,
			    syntax->text + loc.begin);
}

static const char *quote_of(yysymbol_kind_t token)
{
	return strlen(yysymbol_name(token)) <= 4 ? "'" : "";
}

/* What stands there and what may, from the parser's own tables. */
static int yyreport_syntax_error(const yypcontext_t *ctx, struct syntax *syntax, void *scanner)
{
	yysymbol_kind_t expected[12];
	int nr = yypcontext_expected_tokens(ctx, expected, ARRAY_SIZE(expected));
	struct syntax_loc loc = *yypcontext_location(ctx);
	struct buf buf = { 0 };

	(void)scanner;
	if (syntax->error)
		return 0;
	put_found(&buf, syntax, loc);
	for (int i = 0; i < nr; i++)
		buf__printf(&buf, "%s%s%s%s", !i ? ", expected " : i == nr - 1 ? " or " : ", ",
			    quote_of(expected[i]), yysymbol_name(expected[i]),
			    quote_of(expected[i]));
	syntax->error = err__set_at(syntax->err, buf__error(&buf) ?: -EINVAL, loc.begin + 1, "%s",
				    buf.data ? buf.data : "out of memory");
	if (syntax->text[loc.begin] == '{' && loc.begin)
		err__set_hint(syntax->err, "groups do not nest");
	if (syntax->text[loc.begin] == '\'' || syntax->text[loc.begin] == '"')
		err__set_hint(syntax->err, "only a term's value can be quoted, and the quote must end");
	buf__exit(&buf);
	return 0;
}

static int parse(struct syntax *syntax)
{
	size_t len = strlen(syntax->text);
	yyscan_t scanner;
	int ret;

	/* Columns are ints, and the scanner's buffer takes two bytes more. */
	if (len > 1 << 30)
		return err__set(syntax->err, -E2BIG, "the event string is too long");
	if (parse_events_lex_init_extra(syntax, &scanner))
		return err__set(syntax->err, -ENOMEM, "out of memory");
	if (!parse_events__scan_bytes(syntax->text, (int)len, scanner)) {
		parse_events_lex_destroy(scanner);
		return err__set(syntax->err, -ENOMEM, "out of memory");
	}
	ret = parse_events_parse(syntax, scanner);
	parse_events_lex_destroy(scanner);
	if (syntax->error == -ENOMEM || (ret && !syntax->error))
		return err__set(syntax->err, -ENOMEM, "out of memory");
	return syntax->error;
}

int syntax__parse_events(struct syntax *syntax, struct arena *arena, const char *text,
			 struct err *err)
{
	*syntax = (struct syntax){
		.arena = arena, .text = text, .err = err, .start = T_START_EVENTS
	};
	return parse(syntax);
}

int syntax__parse_terms(struct syntax *syntax, struct arena *arena, const char *text,
			struct err *err)
{
	*syntax = (struct syntax){
		.arena = arena, .text = text, .err = err, .start = T_START_TERMS
	};
	return parse(syntax);
}
