// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts in print formats of tracepoints: fixed and dynamic strings, names of numbers and of bits,
 * and choices between them: an argument tree of libtraceevent -> a tree with all values parsed.
 */
#include "session/print-text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "digits.h"

#define NESTED_MAX 16
/* Names that are found by their place in a table, not by looking at each. */
#define TABLE_MAX 1024

enum text_kind {
	TEXT_LITERAL,
	TEXT_FIELD,   /* a char array in the record */
	TEXT_DYNAMIC, /* behind the fields, where a word of the record says */
	TEXT_SYMBOL,  /* the name of a value */
	TEXT_FLAGS,   /* the names of its bits */
	TEXT_CHOICE,
};

struct name {
	s64 value;
	const char *text;
	u32 len;
};

struct print_text {
	enum text_kind kind;
	const char *literal; /* of flags: what stands between names */
	u32 len;
	u32 at, size;
	bool relative; /* a dynamic place counts from the end of its word */
	struct print_expr expr;
	struct name *names;
	u32 nr;
	struct name **table; /* of symbols that are small numbers; NULL: none */
	struct print_text *yes, *no;
};

struct compiler {
	struct arena *arena;
	struct tep_event *event;
	u32 width;
	int level;
};

static int compile(struct compiler *c, const struct tep_print_arg *arg, struct print_text **result,
		   u32 *max);

static int literal(struct compiler *c, struct print_text *text, const char *from, u32 *max)
{
	size_t len = strlen(from);

	if (len >= PRINT_TEXT_MAX)
		return -ENOTSUP;
	text->literal = arena__strndup(c->arena, from, len);
	text->len = len;
	*max = len > c->width ? len : c->width;
	return text->literal ? 0 : -ENOMEM;
}

/* A char array of the record. Pointers, and fields that could be one, have other rules. */
static int compile_field(struct compiler *c, const struct tep_print_arg *arg,
			 struct print_text *text, u32 *max)
{
	const struct tep_format_field *field =
		print_expr__field(c->event, arg->field.field, arg->field.name);

	if (!field || field->offset < 0 || field->size <= 0 || field->size >= PRINT_TEXT_MAX ||
	    !(field->flags & TEP_FIELD_IS_ARRAY))
		return -ENOTSUP;
	text->kind = TEXT_FIELD;
	text->at = field->offset;
	text->size = field->size;
	*max = (u32)field->size > c->width ? (u32)field->size : c->width;
	return 0;
}

static int compile_dynamic(struct compiler *c, const struct tep_print_arg *arg,
			   struct print_text *text, u32 *max)
{
	const struct tep_format_field *field =
		print_expr__field(c->event, arg->string.field, arg->string.string);

	if (!field || field->offset < 0 || field->size != 4)
		return -ENOTSUP;
	text->kind = TEXT_DYNAMIC;
	text->at = field->offset;
	text->relative = field->flags & TEP_FIELD_IS_RELATIVE;
	*max = c->width;
	return 0;
}

/* What the library takes a value's text for: what begins with no digit is -1, unless it is one
 * of a few names that are left to it. */
static int parse_value(const char *text, s64 *value)
{
	*value = -1;
	if (*text >= '0' && *text <= '9')
		*value = strtoull(text, NULL, 0);
	else if (*text != '-')
		return -ENOTSUP;
	return 0;
}

/* The names of a list, and in *longest and *sum how long the longest and all together are. */
static int compile_names(struct compiler *c, struct print_text *text,
			 const struct tep_print_flag_sym *list, u32 *longest, u64 *sum)
{
	u32 nr = 0;

	for (const struct tep_print_flag_sym *s = list; s; s = s->next)
		nr++;
	text->names = arena__alloc(c->arena, nr * sizeof(*text->names) + 1);
	if (!text->names)
		return -ENOMEM;
	for (const struct tep_print_flag_sym *s = list; s; s = s->next) {
		struct name *name = &text->names[text->nr++];
		size_t len = s->str ? strlen(s->str) : 0;

		if (!s->value || parse_value(s->value, &name->value) || len >= PRINT_TEXT_MAX)
			return -ENOTSUP;
		name->text = arena__strndup(c->arena, s->str ? s->str : "", len);
		name->len = len;
		if (!name->text)
			return -ENOMEM;
		if (len < c->width)
			len = c->width;
		if (len > *longest)
			*longest = len;
		*sum += len;
	}
	return 0;
}

/* Of several names of a value the first is meant. */
static int make_table(struct compiler *c, struct print_text *text)
{
	u32 nr = 0;

	for (u32 i = 0; i < text->nr; i++)
		if (text->names[i].value >= 0 && text->names[i].value < TABLE_MAX)
			nr++;
	if (nr < text->nr || nr < 4)
		return 0;
	text->table = arena__alloc(c->arena, TABLE_MAX * sizeof(*text->table));
	if (!text->table)
		return -ENOMEM;
	for (u32 i = text->nr; i--;)
		text->table[text->names[i].value] = &text->names[i];
	return 0;
}

static int compile_symbol(struct compiler *c, const struct tep_print_arg *arg,
			  struct print_text *text, u32 *max)
{
	u64 sum = 0;
	int ret;

	text->kind = TEXT_SYMBOL;
	*max = DIGITS_MAX;
	ret = print_expr__compile(&text->expr, c->arena, c->event, arg->symbol.field);
	if (!ret)
		ret = compile_names(c, text, arg->symbol.symbols, max, &sum);
	return ret ? ret : make_table(c, text);
}

static int compile_flags(struct compiler *c, const struct tep_print_arg *arg,
			 struct print_text *text, u32 *max)
{
	u32 longest = 0;
	u64 sum = DIGITS_MAX;
	int ret;

	text->kind = TEXT_FLAGS;
	ret = print_expr__compile(&text->expr, c->arena, c->event, arg->flags.field);
	if (!ret)
		ret = compile_names(c, text, arg->flags.flags, &longest, &sum);
	if (!ret)
		ret = literal(c, text, arg->flags.delim ? arg->flags.delim : "", &longest);
	sum += ((u64)text->nr + 1) * text->len;
	if (!ret && sum >= PRINT_TEXT_MAX)
		ret = -ENOTSUP;
	*max = sum;
	return ret;
}

static int compile_choice(struct compiler *c, const struct tep_print_arg *arg,
			  struct print_text *text, u32 *max)
{
	const struct tep_print_arg *ways = arg->op.right;
	u32 other = 0;
	int ret;

	if (strcmp(arg->op.op, "?") || !ways || ways->type != TEP_PRINT_OP ||
	    strcmp(ways->op.op, ":"))
		return -ENOTSUP;
	text->kind = TEXT_CHOICE;
	ret = print_expr__compile(&text->expr, c->arena, c->event, arg->op.left);
	if (!ret)
		ret = compile(c, ways->op.left, &text->yes, max);
	if (!ret)
		ret = compile(c, ways->op.right, &text->no, &other);
	if (other > *max)
		*max = other;
	return ret;
}

static int compile(struct compiler *c, const struct tep_print_arg *arg, struct print_text **result,
		   u32 *max)
{
	struct print_text *text = arena__alloc(c->arena, sizeof(*text));
	int ret = -ENOTSUP;

	if (!text)
		return -ENOMEM;
	if (!arg || c->level == NESTED_MAX)
		return -ENOTSUP;
	c->level++;
	switch (arg->type) {
	case TEP_PRINT_ATOM:
		ret = literal(c, text, arg->atom.atom, max);
		break;
	case TEP_PRINT_BSTRING:
		ret = literal(c, text, arg->string.string, max);
		break;
	case TEP_PRINT_FIELD:
		ret = compile_field(c, arg, text, max);
		break;
	case TEP_PRINT_STRING:
		ret = compile_dynamic(c, arg, text, max);
		break;
	case TEP_PRINT_SYMBOL:
		ret = compile_symbol(c, arg, text, max);
		break;
	case TEP_PRINT_FLAGS:
		ret = compile_flags(c, arg, text, max);
		break;
	case TEP_PRINT_OP:
		ret = compile_choice(c, arg, text, max);
		break;
	default:
		break;
	}
	c->level--;
	*result = text;
	return ret;
}

int print_text__compile(struct print_text **text, struct arena *arena,
			const struct print_source *source, u32 *max_bytes)
{
	struct compiler c = { .arena = arena, .event = source->event, .width = source->width };

	*max_bytes = 0;
	return compile(&c, source->arg, text, max_bytes);
}

static char *write_bytes(char *to, const char *from, size_t len)
{
	memcpy(to, from, len);
	return to + len;
}

static char *write_styled(char *to, const char *from, size_t len, const struct print_style *style)
{
	size_t blanks;

	if (style->precision >= 0 && (size_t)style->precision < len)
		len = style->precision;
	if (len >= style->width)
		return write_bytes(to, from, len);
	blanks = style->width - len;
	if (!style->left) {
		memset(to, ' ', blanks);
		return write_bytes(to + blanks, from, len);
	}
	memset(write_bytes(to, from, len), ' ', blanks);
	return to + style->width;
}

/* Bytes up to a NUL, of @size at most. */
static char *write_string(const struct print_raw *raw, u64 at, u32 size,
			  const struct print_style *style, char *to)
{
	u32 there = at >= raw->size ? 0 : raw->size - at;
	const char *from = (const char *)raw->bytes + (there ? at : 0);

	return write_styled(to, from, strnlen(from, there < size ? there : size), style);
}

static char *write_number(char *to, u64 value)
{
	*to++ = '0';
	*to++ = 'x';
	return digits__hex(to, value);
}

static char *write_symbol(const struct print_text *text, u64 value, const struct print_style *style,
			  char *to)
{
	const struct name *name = NULL;

	if (text->table)
		name = value < TABLE_MAX ? text->table[value] : NULL;
	for (u32 i = 0; i < text->nr && !name && !text->table; i++)
		if ((u64)text->names[i].value == value)
			name = &text->names[i];
	return name ? write_styled(to, name->text, name->len, style) : write_number(to, value);
}

/* A name that is no number stands for no bit at all. */
static char *write_flags(const struct print_text *text, u64 value, const struct print_style *style,
			 char *to)
{
	bool first = true;

	for (u32 i = 0; i < text->nr; i++) {
		const struct name *name = &text->names[i];

		if (!value && name->value < 0)
			return write_styled(to, name->text, name->len, style);
		if (name->value <= 0 || (value & name->value) != (u64)name->value)
			continue;
		if (!first)
			to = write_bytes(to, text->literal, text->len);
		first = false;
		to = write_styled(to, name->text, name->len, style);
		value &= ~name->value;
	}
	if (!value)
		return to;
	if (!first)
		to = write_bytes(to, text->literal, text->len);
	return write_number(to, value);
}

/* The word has the place in its lower half and the length, with the NUL, in its upper one; what does
 * not lie in the event is nothing and has no width, but its end is the NUL. */
static char *write_dynamic(const struct print_text *text, const struct print_raw *raw,
			   const struct print_style *style, char *to)
{
	u64 word = print_raw__number(raw, text->at, 4), len = word >> 16;
	u64 at = (word & 0xffff) + (text->relative ? text->at + 4 : 0);

	if (!len || at + len > raw->size)
		return to;
	return write_string(raw, at, PRINT_TEXT_MAX, style, to);
}

char *print_text__write(const struct print_text *text, const struct print_raw *raw,
			const struct print_style *style, char *to)
{
	while (text->kind == TEXT_CHOICE)
		text = print_expr__eval(&text->expr, raw) ? text->yes : text->no;
	switch (text->kind) {
	case TEXT_LITERAL:
		return write_styled(to, text->literal, text->len, style);
	case TEXT_FIELD:
		return write_string(raw, text->at, text->size, style, to);
	case TEXT_DYNAMIC:
		return write_dynamic(text, raw, style, to);
	case TEXT_SYMBOL:
		return write_symbol(text, print_expr__eval(&text->expr, raw), style, to);
	case TEXT_FLAGS:
		return write_flags(text, print_expr__eval(&text->expr, raw), style, to);
	case TEXT_CHOICE:
		break;
	}
	return to;
}
