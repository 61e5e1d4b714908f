/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_UTIL_SYNTAX_H
#define PERF_UTIL_SYNTAX_H

#include "arena.h"
#include "err.h"

/*
 * What an event string says, before anything is looked up: names, terms and columns. Nodes are
 * built by the grammar's actions, point to each other only and live in one arena. Columns are
 * 1-based bytes of the text that was parsed.
 */

struct syntax_loc {
	int begin, end; /* 0-based bytes, end exclusive */
};

/* Text with the place it came from; text NULL: it is not there. */
struct syntax_word {
	const char *text;
	int column;
};

/* NAME, NAME=VALUE, attrN:ITEMS[=VALUE] or @NAME[=VALUE]. */
struct syntax_term {
	struct syntax_term *next;
	struct syntax_word name;
	struct syntax_word value; /* text NULL: a term alone */
	bool quoted;		  /* the value */
};

struct syntax_terms {
	struct syntax_term *first, *last;
};

enum syntax_kind {
	SYNTAX_NAME,	   /* a name alone, or with terms between slashes */
	SYNTAX_NUMERIC,	   /* type:config */
	SYNTAX_TRACEPOINT, /* system:name */
	SYNTAX_BREAKPOINT, /* mem:addr[/len][:access] */
};

struct syntax_event {
	struct syntax_event *next;
	enum syntax_kind kind;
	struct syntax_word word;   /* name, type, system or address */
	struct syntax_word second; /* config, tracepoint's name or access */
	struct syntax_word len;	   /* of a breakpoint */
	bool slashes;
	struct syntax_terms terms;
	struct syntax_word mods;
	const char *typed; /* the event's text */
};

/* An event that stands alone is a group without braces. */
struct syntax_group {
	struct syntax_group *next;
	bool braces;
	struct syntax_word name;
	struct syntax_event *first, *last;
	struct syntax_word mods;
};

struct syntax {
	struct arena *arena;
	const char *text;
	struct err *err;
	int error; /* -errno of what stopped the parser */

	struct syntax_group *first, *last;
	struct syntax_terms terms;

	/* The scanner's: what is parsed is told by the first token; how far it came. */
	int start;
	int at;
};

/*
 * Parse @text whole as an event list (groups from syntax->first on) or as the comma list of a
 * sysfs event (syntax->terms). 0, -EINVAL with column and what was expected, or -ENOMEM. Defined by
 * the grammar (parse-events.y).
 */
int syntax__parse_events(struct syntax *syntax, struct arena *arena, const char *text,
			 struct err *err);
int syntax__parse_terms(struct syntax *syntax, struct arena *arena, const char *text,
			struct err *err);

/* Constructors for the grammar. NULL: out of memory, or a fault that they noted in syntax->error. */
struct syntax_term *syntax__term(struct syntax *syntax, struct syntax_word name,
				 struct syntax_word value, bool quoted);
struct syntax_event *syntax__event(struct syntax *syntax, enum syntax_kind kind,
				   struct syntax_word word, struct syntax_word mods);
struct syntax_group *syntax__group(struct syntax *syntax, struct syntax_event *first);

/* A:B[:MODS], which may be numeric, a tracepoint, or a name with modifiers. */
struct syntax_event *syntax__pair(struct syntax *syntax, struct syntax_word a, struct syntax_word b,
				  struct syntax_word mods);

/* mem:ADDR[:A[:B]]: the access, the modifiers, or both. */
struct syntax_event *syntax__breakpoint(struct syntax *syntax, struct syntax_word addr,
					struct syntax_word a, struct syntax_word b);

/* Gives the event the terms between its slashes, of which the first is at @slash. */
struct syntax_event *syntax__between_slashes(struct syntax *syntax, struct syntax_event *event,
					     struct syntax_terms terms, struct syntax_loc slash);

void syntax_terms__append(struct syntax_terms *terms, struct syntax_term *term);
void syntax_group__append(struct syntax_group *group, struct syntax_event *event);

/* Gives the event the text between two bytes as what was typed. NULL: out of memory. */
struct syntax_event *syntax__typed(struct syntax *syntax, struct syntax_event *event,
				   struct syntax_loc loc);

/* The letters behind an event or group, counted. */
struct modifiers {
	bool user, kernel, hv, idle, guest, host;
	bool precise_max, sample_read, pinned, weak, exclusive, bpf, retire;
	unsigned int precise;
};

/* Adds the letters of @word. 0, or -EINVAL at the letter that is unknown or repeated. */
int modifiers__parse(struct modifiers *mods, struct syntax_word word, struct err *err);

/* A number as users write it: decimal, or hex behind 0x. 0, -EINVAL, -ERANGE past 64 bits. */
int syntax__number(const char *text, u64 *value);

#endif
