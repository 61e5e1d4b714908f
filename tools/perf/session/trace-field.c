// SPDX-License-Identifier: GPL-2.0-only
/*
 * Single fields of tracepoints: their formats, as libtraceevent read them -> places in raw data -> a
 * number or a text. The raw data is not trusted: what lies outside of it reads as nothing.
 */
#include "session/trace-field.h"

#include <byteswap.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "session/trace-tep.h"

/* Is the event's name @want, which may have the system before a colon? */
static bool is_called(const struct tep_event *event, const char *want)
{
	size_t len = strlen(event->system);

	if (!want || !strcmp(event->name, want))
		return true;
	return !strncmp(want, event->system, len) && want[len] == ':' &&
	       !strcmp(want + len + 1, event->name);
}

/* The letter of the next conversion in *format, or 0; a star takes an argument of its own. */
static char next_conversion(const char **format, unsigned int *stars)
{
	const char *at = *format;

	for (*stars = 0; *at; at++) {
		if (*at != '%')
			continue;
		if (*++at == '%')
			continue;
		for (; *at && strchr("0123456789.-+ #*hlLzjtq", *at); at++)
			*stars += *at == '*';
		*format = *at ? at + 1 : at;
		return *at;
	}
	*format = at;
	return 0;
}

static const struct tep_print_arg *strip_cast(const struct tep_print_arg *arg)
{
	while (arg && arg->type == TEP_PRINT_TYPE)
		arg = arg->typecast.item;
	return arg;
}

/* Does the event's text show the field in hexadecimal? */
static bool is_shown_hex(const struct tep_event *event, const struct tep_format_field *field)
{
	const char *format = event->print_fmt.format;
	const struct tep_print_arg *arg = event->print_fmt.args;
	unsigned int stars;
	char letter;

	while (format && arg && (letter = next_conversion(&format, &stars))) {
		const struct tep_print_arg *item;

		for (; arg && stars; stars--)
			arg = arg->next;
		item = strip_cast(arg);
		if (item && item->type == TEP_PRINT_FIELD && item->field.name &&
		    !strcmp(item->field.name, field->name))
			return letter == 'x' || letter == 'X' || letter == 'p';
		arg = arg ? arg->next : NULL;
	}
	return field->flags & TEP_FIELD_IS_POINTER;
}

static void fill(struct trace_field *to, const struct tep_event *event,
		 const struct tep_format_field *field, bool swapped)
{
	bool is_array = field->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC);

	*to = (struct trace_field){
		.event_id = event->id,
		.offset = field->offset,
		.bytes = field->size,
		.element_bytes = field->elementsize,
		.is_text = field->flags & TEP_FIELD_IS_STRING,
		.is_array = is_array,
		.is_dynamic = field->flags & TEP_FIELD_IS_DYNAMIC,
		.is_relative = field->flags & TEP_FIELD_IS_RELATIVE,
		.is_signed = field->flags & TEP_FIELD_IS_SIGNED,
		.is_hex = is_shown_hex(event, field),
		.swapped = swapped,
	};
}

size_t trace__find_fields(const struct trace *trace, const char *event, const char *name,
			  struct trace_field *fields, size_t max)
{
	struct tep_handle *tep = trace__tep(trace);
	int nr_events = tep_get_events_count(tep);
	size_t nr = 0;

	for (int i = 0; i < nr_events && nr < max; i++) {
		struct tep_event *one = tep_get_event(tep, i);
		struct tep_format_field *field;

		if (!one || !is_called(one, event))
			continue;
		field = tep_find_any_field(one, name);
		if (field)
			fill(&fields[nr++], one, field, trace__swapped(trace));
	}
	return nr;
}

static u64 read_number(const u8 *at, u32 bytes, bool swapped)
{
	u64 wide;
	u32 word;
	u16 half;

	switch (bytes) {
	case 1:
		return *at;
	case 2:
		memcpy(&half, at, sizeof(half));
		return swapped ? bswap_16(half) : half;
	case 4:
		memcpy(&word, at, sizeof(word));
		return swapped ? bswap_32(word) : word;
	case 8:
		memcpy(&wide, at, sizeof(wide));
		return swapped ? bswap_64(wide) : wide;
	}
	return 0;
}

u64 trace_field__number(const struct trace_field *field, const void *raw, u32 size)
{
	u64 value;

	if (field->offset > size || field->bytes > size - field->offset || field->bytes > 8)
		return 0;
	value = read_number((const u8 *)raw + field->offset, field->bytes, field->swapped);
	if (field->is_signed && field->bytes < 8 && value >> (field->bytes * 8 - 1))
		value |= ~0ULL << (field->bytes * 8);
	return value;
}

/* The bytes of a text or an array; false: they are not there. */
static bool find_bytes(const struct trace_field *field, const void *raw, u32 size, const u8 **at,
		       u32 *bytes)
{
	u64 begin = field->offset;
	u32 where;

	if (begin > size || field->bytes > size - begin)
		return false;
	*bytes = field->bytes;
	if (field->is_dynamic) {
		if (field->bytes < sizeof(where))
			return false;
		/* Length and place, 16 bits each; the place may count from behind the field. */
		where = read_number((const u8 *)raw + begin, sizeof(where), field->swapped);
		*bytes = where >> 16;
		begin = (where & 0xffff) + (field->is_relative ? begin + field->bytes : 0);
		if (begin > size || *bytes > size - begin)
			return false;
	}
	*at = (const u8 *)raw + begin;
	return true;
}

int trace_field__print(const struct trace_field *field, const void *raw, u32 size, struct buf *out)
{
	u32 step = field->element_bytes ? field->element_bytes : 1, bytes;
	const u8 *at;

	if (!find_bytes(field, raw, size, &at, &bytes))
		return buf__error(out);
	if (field->is_text)
		return buf__append(out, at, strnlen((const char *)at, bytes));
	buf__puts(out, "{");
	for (u32 i = 0; i + step <= bytes; i += step)
		buf__printf(out, "%s%#llx", i ? "," : "",
			    read_number(at + i, step, field->swapped));
	return buf__puts(out, "}");
}
