// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print formats of tracepoints: the text and the argument trees that libtraceevent made of them
 * -> a list of pieces -> text for each event, with no parsing and no stdio any more.
 */
#include "session/print-program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "digits.h"
#include "session/print-text.h"

#define PIECES_MAX 256
/* Wider or more precise numbers are left to the library. */
#define WIDTH_MAX 255

enum piece_kind {
	PIECE_LITERAL,
	PIECE_NUMBER,
	PIECE_DECIMAL, /* a number with neither width nor precision, */
	PIECE_SIGNED,  /* and one with a sign */
	PIECE_HEXADECIMAL,
	PIECE_TEXT,
	PIECE_FUNCTION,
};

struct piece {
	enum piece_kind kind;
	char conversion;
	bool left, zero, alternate;
	u8 bytes; /* of the number that count */
	u32 width;
	s32 precision;	    /* -1: none */
	bool precision_arg; /* it is told by .precision_expr */
	struct print_expr precision_expr;
	struct print_expr expr;
	struct print_text *text;
	const char *literal;
	u32 len;
};

struct print_program {
	struct arena arena;
	struct piece *pieces;
	u32 nr;
	u32 max_bytes; /* without what comes from dynamic fields */
	u32 nr_texts;  /* each may be as long as the raw data */
	bool needs_functions;
};

struct compiler {
	struct print_program *program;
	struct tep_event *event;
	const struct tep_print_arg *arg; /* the next one */
	const char *at;
};

static struct piece *add(struct compiler *c, enum piece_kind kind)
{
	struct print_program *program = c->program;
	struct piece *piece;

	if (program->nr == PIECES_MAX)
		return NULL;
	piece = &program->pieces[program->nr++];
	piece->kind = kind;
	piece->precision = -1;
	return piece;
}

/* The character behind a backslash, as the library has it. */
static char unescape(char c)
{
	switch (c) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	}
	return c;
}

/* Text up to the next conversion. */
static int compile_literal(struct compiler *c)
{
	struct piece *piece = add(c, PIECE_LITERAL);
	size_t bytes = strlen(c->at) + 1 + DIGITS_SLACK;
	char *to = piece ? arena__alloc(&c->program->arena, bytes) : NULL;

	if (!to)
		return piece ? -ENOMEM : -ENOTSUP;
	piece->literal = to;
	while (*c->at && (*c->at != '%' || c->at[1] == '%')) {
		if (*c->at == '%') {
			c->at++;
		} else if (*c->at == '\\') {
			if (!*++c->at)
				return -ENOTSUP;
			*to++ = unescape(*c->at++);
			continue;
		}
		*to++ = *c->at++;
	}
	piece->len = to - piece->literal;
	c->program->max_bytes += piece->len;
	return 0;
}

static int take_expr(struct compiler *c, struct print_expr *expr)
{
	int ret =
		c->arg ? print_expr__compile(expr, &c->program->arena, c->event, c->arg) : -ENOTSUP;

	if (!ret)
		c->arg = c->arg->next;
	return ret;
}

/* Digits; -1: too many. */
static int take_digits(struct compiler *c)
{
	int value = 0;

	for (; *c->at >= '0' && *c->at <= '9' && value <= WIDTH_MAX; c->at++)
		value = value * 10 + *c->at - '0';
	return value <= WIDTH_MAX ? value : -1;
}

/* A width that is an argument must be a constant: one from the data could ask for gigabytes. */
static int take_width(struct compiler *c, struct piece *piece)
{
	struct print_expr expr = { 0 };
	u64 width;
	int ret;

	if (*c->at != '*') {
		ret = take_digits(c);
		piece->width = ret;
		return ret < 0 ? -ENOTSUP : 0;
	}
	c->at++;
	ret = take_expr(c, &expr);
	if (ret || !print_expr__is_constant(&expr))
		return ret ? ret : -ENOTSUP;
	width = print_expr__eval(&expr, &(struct print_raw){ 0 });
	piece->width = width;
	return width > WIDTH_MAX ? -ENOTSUP : 0;
}

static int take_precision(struct compiler *c, struct piece *piece)
{
	if (*c->at != '.')
		return 0;
	c->at++;
	if (*c->at != '*') {
		piece->precision = take_digits(c);
		return piece->precision < 0 ? -ENOTSUP : 0;
	}
	c->at++;
	piece->precision_arg = true;
	return take_expr(c, &piece->precision_expr);
}

static void take_flags(struct compiler *c, struct piece *piece)
{
	for (;; c->at++) {
		if (*c->at == '-')
			piece->left = true;
		else if (*c->at == '0')
			piece->zero = true;
		else if (*c->at == '#')
			piece->alternate = true;
		else
			return;
	}
}

static void take_length(struct compiler *c, struct piece *piece)
{
	piece->bytes = 4;
	if (*c->at == 'h') {
		c->at++;
		piece->bytes = *c->at == 'h' ? 1 : 2;
		c->at += *c->at == 'h';
	} else if (*c->at == 'l') {
		c->at++;
		piece->bytes = 8;
		c->at += *c->at == 'l';
	} else if (*c->at == 'L' || *c->at == 'z') {
		c->at++;
		piece->bytes = 8;
	}
}

static int compile_text(struct compiler *c, struct piece *piece)
{
	u32 max_bytes;
	int ret = -ENOTSUP;

	piece->kind = PIECE_TEXT;
	if (c->arg && piece->bytes == 4)
		ret = print_text__compile(&piece->text, &c->program->arena,
					  &(struct print_source){ c->event, c->arg, piece->width },
					  &max_bytes);
	if (ret)
		return ret;
	c->arg = c->arg->next;
	c->program->nr_texts++;
	c->program->max_bytes += max_bytes;
	return 0;
}

/* "%p" alone, or the name of a function. The library knows more kinds. */
static int compile_pointer(struct compiler *c, struct piece *piece)
{
	char kind = *c->at;

	if (kind && strchr("SsFf", kind)) {
		c->at++;
		piece->kind = PIECE_FUNCTION;
		piece->conversion = kind;
		c->program->needs_functions = true;
	} else if ((kind >= 'A' && kind <= 'Z') || (kind >= 'a' && kind <= 'z')) {
		return -ENOTSUP;
	}
	/* Neither has a width. */
	if (kind == 'p' || piece->precision_arg)
		return -ENOTSUP;
	piece->zero = piece->left = false;
	piece->width = 0;
	piece->precision = -1;
	piece->bytes = 8;
	return take_expr(c, &piece->expr);
}

/* Most numbers are as plain as can be. */
static enum piece_kind number_kind(const struct piece *piece)
{
	if (piece->width || piece->precision >= 0 || piece->alternate)
		return PIECE_NUMBER;
	switch (piece->conversion) {
	case 'd':
	case 'i':
		return PIECE_SIGNED;
	case 'u':
		return PIECE_DECIMAL;
	case 'x':
		return PIECE_HEXADECIMAL;
	}
	return PIECE_NUMBER;
}

static int compile_conversion(struct compiler *c)
{
	struct piece *piece = add(c, PIECE_NUMBER);
	int ret;

	c->at++;
	if (!piece)
		return -ENOTSUP;
	take_flags(c, piece);
	ret = take_width(c, piece);
	if (!ret)
		ret = take_precision(c, piece);
	if (ret)
		return ret;
	take_length(c, piece);
	piece->conversion = *c->at;
	c->program->max_bytes += piece->width + WIDTH_MAX + 2 * DIGITS_MAX;
	if (!*c->at || !strchr("diuxXosp", *c->at))
		return -ENOTSUP;
	c->at++;
	if (piece->conversion == 's')
		return compile_text(c, piece);
	if (piece->conversion == 'p')
		return compile_pointer(c, piece);
	if (piece->precision_arg)
		return -ENOTSUP;
	piece->kind = number_kind(piece);
	return take_expr(c, &piece->expr);
}

int print_program__new(struct print_program **result, struct tep_event *event)
{
	struct print_program *program = calloc(1, sizeof(*program));
	struct piece *pieces = calloc(PIECES_MAX, sizeof(*pieces));
	struct compiler c = { .program = program,
			      .event = event,
			      .arg = event->print_fmt.args,
			      .at = event->print_fmt.format };
	int ret = program && pieces ? 0 : -ENOMEM;

	if (!ret && (!c.at || event->flags & (TEP_EVENT_FL_FAILED | TEP_EVENT_FL_PRINTRAW)))
		ret = -ENOTSUP;
	if (!ret)
		program->pieces = pieces;
	while (!ret && *c.at)
		ret = *c.at == '%' && c.at[1] != '%' ? compile_conversion(&c) : compile_literal(&c);
	if (!ret) {
		size_t bytes = program->nr * sizeof(*pieces);

		program->pieces = arena__alloc(&program->arena, bytes);
		if (program->pieces)
			memcpy(program->pieces, pieces, bytes);
		else
			ret = -ENOMEM;
	}
	free(pieces);
	if (ret)
		print_program__delete(program);
	else
		*result = program;
	return ret;
}

void print_program__delete(struct print_program *program)
{
	if (!program)
		return;
	arena__exit(&program->arena);
	free(program);
}

bool print_program__needs_functions(const struct print_program *program)
{
	return program->needs_functions;
}

/* The @len bytes behind @to are brought to the piece's width. */
static char *pad(const struct piece *piece, char *to, size_t len)
{
	if (len >= piece->width)
		return to + len;
	if (piece->left) {
		memset(to + len, ' ', piece->width - len);
	} else {
		memmove(to + piece->width - len, to, len);
		memset(to, ' ', piece->width - len);
	}
	return to + piece->width;
}

static u64 cut(const struct piece *piece, u64 value)
{
	return value & ~0ULL >> (64 - piece->bytes * 8);
}

static char *write_octal(char *to, u64 value)
{
	char digits[DIGITS_MAX], *at = digits + sizeof(digits);

	do
		*--at = '0' + (value & 7);
	while (value >>= 3);
	memcpy(to, at, digits + sizeof(digits) - at);
	return to + (digits + sizeof(digits) - at);
}

static char *write_digits(const struct piece *piece, char *to, u64 value)
{
	char *end;

	switch (piece->conversion) {
	case 'x':
	case 'p':
		return digits__hex(to, value);
	case 'X':
		end = digits__hex(to, value);
		for (; to < end; to++)
			*to -= *to >= 'a' ? 'a' - 'A' : 0;
		return end;
	case 'o':
		return write_octal(to, value);
	}
	return digits__dec(to, value);
}

/* What stands before the digits. */
static size_t write_prefix(const struct piece *piece, char *to, u64 *value)
{
	if (piece->conversion == 'd' || piece->conversion == 'i') {
		u64 sign = 1ULL << (piece->bytes * 8 - 1);

		if (!(*value & sign))
			return 0;
		*value = cut(piece, 0 - *value);
		*to = '-';
		return 1;
	}
	if (!piece->alternate || !*value || (piece->conversion | 0x20) != 'x')
		return 0;
	to[0] = '0';
	to[1] = piece->conversion;
	return 2;
}

/* The rules of printf() for numbers. */
static char *write_padded(const struct piece *piece, char *to, u64 value)
{
	char digits[2 * DIGITS_MAX];
	size_t prefix = write_prefix(piece, to, &value), nr, wanted = 0;
	char *at = to + prefix;

	nr = write_digits(piece, digits, value) - digits;
	if (!piece->precision && !value)
		nr = 0;
	if (piece->precision >= 0)
		wanted = piece->precision;
	else if (piece->zero && !piece->left && piece->width > prefix)
		wanted = piece->width - prefix;
	if (piece->conversion == 'o' && piece->alternate && wanted <= nr && (value || !nr))
		wanted = nr + 1;
	if (nr < wanted) {
		memset(at, '0', wanted - nr);
		at += wanted - nr;
	}
	memcpy(at, digits, nr);
	return pad(piece, to, at + nr - to);
}

static char *write_number(const struct piece *piece, char *to, u64 value)
{
	value = cut(piece, value);
	if (piece->conversion == 'p') {
		if (!value) {
			memcpy(to, "(nil)", 5);
			return to + 5;
		}
		*to++ = '0';
		*to++ = 'x';
		return digits__hex(to, value);
	}
	if (piece->width || piece->precision >= 0 || piece->alternate)
		return write_padded(piece, to, value);
	to += write_prefix(piece, to, &value);
	return write_digits(piece, to, value);
}

static char *write_signed(const struct piece *piece, char *to, u64 value)
{
	unsigned int unused = 64 - piece->bytes * 8;

	return digits__signed(to, (s64)(value << unused) >> unused);
}

/* -ENOTSUP: its length is less than 0, which the library prints in its own way. */
static int write_text(const struct piece *piece, const struct print_raw *raw, char **to)
{
	struct print_style style = { piece->width, piece->left, piece->precision };

	if (piece->precision_arg) {
		style.precision = print_expr__eval(&piece->precision_expr, raw);
		if (style.precision < 0)
			return -ENOTSUP;
	}
	*to = print_text__write(piece->text, raw, &style, *to);
	return 0;
}

/* Appends; what was written up to @to is in @out already. */
static int append_function(const struct piece *piece, u64 addr,
			   const struct print_functions *functions, struct buf *out)
{
	bool with_offset = piece->conversion == 'S' || piece->conversion == 'F';
	u64 offset;
	const char *name = functions->find ? functions->find(functions->ctx, addr, &offset) : NULL;
	char number[DIGITS_MAX + 3] = "+0x";

	if (!name)
		return buf__append(out, number + 1, digits__hex(number + 3, addr) - (number + 1));
	buf__puts(out, name);
	return with_offset ? buf__append(out, number, digits__hex(number + 3, offset) - number)
			   : buf__error(out);
}

int print_program__run(const struct print_program *program, const struct print_raw *raw,
		       const struct print_functions *functions, struct buf *out)
{
	size_t begin = out->len;
	size_t room = program->max_bytes + (size_t)program->nr_texts * raw->size + DIGITS_SLACK;
	char *to = buf__reserve(out, room);

	for (u32 i = 0; i < program->nr && to; i++) {
		const struct piece *piece = &program->pieces[i];

		switch (piece->kind) {
		case PIECE_LITERAL:
			to = digits__copy(to, piece->literal, piece->len);
			break;
		case PIECE_DECIMAL:
			to = digits__dec(to, cut(piece, print_expr__eval(&piece->expr, raw)));
			break;
		case PIECE_HEXADECIMAL:
			to = digits__hex(to, cut(piece, print_expr__eval(&piece->expr, raw)));
			break;
		case PIECE_SIGNED:
			to = write_signed(piece, to, print_expr__eval(&piece->expr, raw));
			break;
		case PIECE_NUMBER:
			to = write_number(piece, to, print_expr__eval(&piece->expr, raw));
			break;
		case PIECE_TEXT:
			if (write_text(piece, raw, &to)) {
				out->len = begin;
				return -ENOTSUP;
			}
			break;
		case PIECE_FUNCTION:
			out->len = to - out->data;
			append_function(piece, print_expr__eval(&piece->expr, raw), functions, out);
			to = buf__reserve(out, room);
			break;
		}
	}
	if (!to)
		return -ENOMEM;
	out->len = to - out->data;
	*to = 0;
	return 0;
}
