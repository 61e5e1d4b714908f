// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nodes of the syntax tree: tokens go in, nodes in the arena come out. Also what can be told
 * from text alone: which of its readings A:B has, modifier letters, numbers. Looks nothing up.
 */
#include "syntax.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "event-names.h"

static void *node(struct syntax *syntax, size_t size)
{
	void *p = arena__alloc(syntax->arena, size);

	if (!p)
		syntax->error = -ENOMEM;
	return p;
}

struct syntax_term *syntax__term(struct syntax *syntax, struct syntax_word name,
				 struct syntax_word value, bool quoted)
{
	struct syntax_term *term = node(syntax, sizeof(*term));

	if (!term)
		return NULL;
	*term = (struct syntax_term){ .name = name, .value = value, .quoted = quoted };
	return term;
}

struct syntax_event *syntax__event(struct syntax *syntax, enum syntax_kind kind,
				   struct syntax_word word, struct syntax_word mods)
{
	struct syntax_event *event = node(syntax, sizeof(*event));

	if (!event)
		return NULL;
	*event = (struct syntax_event){ .kind = kind, .word = word, .mods = mods };
	return event;
}

struct syntax_group *syntax__group(struct syntax *syntax, struct syntax_event *first)
{
	struct syntax_group *group = node(syntax, sizeof(*group));

	if (!group)
		return NULL;
	*group = (struct syntax_group){ .first = first, .last = first };
	if (syntax->last)
		syntax->last->next = group;
	else
		syntax->first = group;
	syntax->last = group;
	return group;
}

#define MODIFIER_LETTERS "ukhIGHpPSDWebR"

/*
 * Legacy and raw names take modifiers; a number is a type; of what is left, letters that are all
 * modifiers are modifiers of an event found by name, and anything else names a tracepoint.
 */
struct syntax_event *syntax__pair(struct syntax *syntax, struct syntax_word a, struct syntax_word b,
				  struct syntax_word mods)
{
	bool letters = !b.text[strspn(b.text, MODIFIER_LETTERS)];
	enum syntax_kind kind = SYNTAX_TRACEPOINT;
	struct syntax_event *event;
	struct event_name known;
	u64 type;

	if (syntax__number(a.text, &type) != -EINVAL) {
		kind = SYNTAX_NUMERIC;
	} else if (event_name__find(a.text, &known) != -ENOENT || (letters && !mods.text)) {
		if (mods.text) {
			syntax->error = err__set_at(syntax->err, -EINVAL, mods.column,
						    "unexpected '%s': '%s' has modifiers already",
						    mods.text, a.text);
			return NULL;
		}
		return syntax__event(syntax, SYNTAX_NAME, a, b);
	}
	event = syntax__event(syntax, kind, a, mods);
	if (event)
		event->second = b;
	return event;
}

struct syntax_event *syntax__between_slashes(struct syntax *syntax, struct syntax_event *event,
					     struct syntax_terms terms, struct syntax_loc slash)
{
	/* What A:B made a name of ends with its modifiers. */
	if (event->kind == SYNTAX_NAME && event->mods.text &&
	    event->mods.column < slash.begin + 1) {
		syntax->error =
			err__set_at(syntax->err, -EINVAL, slash.begin + 1,
				    "unexpected '/' behind the modifiers '%s'", event->mods.text);
		err__set_hint(syntax->err, "terms come first: %s/TERMS/%s", event->word.text,
			      event->mods.text);
		return NULL;
	}
	event->slashes = true;
	event->terms = terms;
	return event;
}

struct syntax_event *syntax__breakpoint(struct syntax *syntax, struct syntax_word addr,
					struct syntax_word a, struct syntax_word b)
{
	bool access = a.text && !a.text[strspn(a.text, "rwx")];
	struct syntax_event *event = syntax__event(syntax, SYNTAX_BREAKPOINT, addr, access ? b : a);

	if (!event)
		return NULL;
	if (access) {
		event->second = a;
	} else if (b.text) {
		syntax->error = err__set_at(syntax->err, -EINVAL, a.column,
					    "'%s' is no access: expected letters of rwx", a.text);
		return NULL;
	}
	return event;
}

void syntax_terms__append(struct syntax_terms *terms, struct syntax_term *term)
{
	if (terms->last)
		terms->last->next = term;
	else
		terms->first = term;
	terms->last = term;
}

void syntax_group__append(struct syntax_group *group, struct syntax_event *event)
{
	if (group->last)
		group->last->next = event;
	else
		group->first = event;
	group->last = event;
}

struct syntax_event *syntax__typed(struct syntax *syntax, struct syntax_event *event,
				   struct syntax_loc loc)
{
	if (!event)
		return NULL;
	event->typed = arena__strndup(syntax->arena, syntax->text + loc.begin, loc.end - loc.begin);
	if (!event->typed)
		syntax->error = -ENOMEM;
	return event->typed ? event : NULL;
}

static bool *modifier_flag(struct modifiers *mods, char letter)
{
	switch (letter) {
	case 'u':
		return &mods->user;
	case 'k':
		return &mods->kernel;
	case 'h':
		return &mods->hv;
	case 'I':
		return &mods->idle;
	case 'G':
		return &mods->guest;
	case 'H':
		return &mods->host;
	case 'P':
		return &mods->precise_max;
	case 'S':
		return &mods->sample_read;
	case 'D':
		return &mods->pinned;
	case 'W':
		return &mods->weak;
	case 'e':
		return &mods->exclusive;
	case 'b':
		return &mods->bpf;
	case 'R':
		return &mods->retire;
	default:
		return NULL;
	}
}

#define MODIFIERS_HINT                                                            \
	"modifiers: u k h (levels), I (not idle), G H (guest, host), p pp ppp P " \
	"(precise), S D W e b R"

int modifiers__parse(struct modifiers *mods, struct syntax_word word, struct err *err)
{
	u32 seen = 0;

	for (int i = 0; word.text && word.text[i]; i++) {
		char letter = word.text[i];
		bool *flag = modifier_flag(mods, letter);
		u32 bit = 1u << (letter & 31);

		/* No two modifiers differ in case alone but h/H and p/P. */
		if (isupper((unsigned char)letter) && strchr("HP", letter))
			bit = letter == 'H' ? 1u << 30 : 1u << 31;
		if (letter == 'p') {
			if (++mods->precise <= 3)
				continue;
			err__set_at(err, -EINVAL, word.column + i,
				    "more than three 'p' modifiers in all");
			err__set_hint(err, "ppp is as precise as it gets; P asks for the most that "
					   "can be opened");
			return -EINVAL;
		}
		if (!flag || seen & bit) {
			err__set_at(err, -EINVAL, word.column + i,
				    flag ? "modifier '%c' is repeated" : "'%c' is no modifier",
				    letter);
			err__set_hint(err, MODIFIERS_HINT);
			return -EINVAL;
		}
		seen |= bit;
		*flag = true;
	}
	return 0;
}

int syntax__number(const char *text, u64 *value)
{
	bool hex = text[0] == '0' && text[1] == 'x';
	unsigned int base = hex ? 16 : 10;
	const char *p = hex ? text + 2 : text;
	bool over = false;
	u64 sum = 0;

	if (!*p)
		return -EINVAL;
	for (; *p; p++) {
		unsigned char c = *p;
		unsigned int digit = isdigit(c) ? c - '0' : (c | 32) - 'a' + 10;

		if (!isxdigit(c) || digit >= base)
			return -EINVAL;
		over |= __builtin_mul_overflow(sum, base, &sum) ||
			__builtin_add_overflow(sum, digit, &sum);
	}
	*value = sum;
	return over ? -ERANGE : 0;
}
