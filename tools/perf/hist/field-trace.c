// SPDX-License-Identifier: GPL-2.0-only
/* Fields of rows that are fields of tracepoints: by the name in -s, each with its places in raw data. */
#include "hist/field-trace.h"

#include <linux/perf_event.h>
#include <string.h>

#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "session/trace-field.h"
#include "session/trace.h"

/* As many tracepoints share a field's name at most; common_pid is in all. */
#define MAX_EVENTS 64

struct hist_trace_field {
	struct hist_field field; /* first: keys get its address */
	struct hist_trace_field *next;
	size_t nr;
	struct trace_field places[MAX_EVENTS];
};

/* The place in this sample's event; NULL: it has no such field. */
static const struct trace_field *find_place(const struct hist_sample *s,
					    const struct hist_field *field)
{
	const struct hist_trace_field *wanted = (const struct hist_trace_field *)field;
	const struct perf_sample *sample = s->record->sample;
	int id = s->trace && sample->raw ? trace__event_id(s->trace, sample->raw, sample->raw_size)
					 : -1;

	for (size_t i = 0; i < wanted->nr; i++)
		if (wanted->places[i].event_id == id)
			return &wanted->places[i];
	return NULL;
}

static u64 key_number(struct hist_sample *s, const struct hist_field *field)
{
	const struct trace_field *place = find_place(s, field);
	const struct perf_sample *sample = s->record->sample;

	return place ? trace_field__number(place, sample->raw, sample->raw_size) : 0;
}

static u64 key_text(struct hist_sample *s, const struct hist_field *field)
{
	const struct trace_field *place = find_place(s, field);
	const struct perf_sample *sample = s->record->sample;

	buf__reset(s->text);
	if (place)
		trace_field__print(place, sample->raw, sample->raw_size, s->text);
	return (uintptr_t)texts__get(s->texts, s->text->len ? s->text->data : "", s->text->len);
}

static int compare_signed(const struct hist_entry *a, const struct hist_entry *b, int key)
{
	s64 x = a->keys[key], y = b->keys[key];

	return x < y ? -1 : x > y;
}

static int print_signed(struct buf *out, const struct hist_entry *entry, int key,
			const struct hist_style *style)
{
	(void)style;
	return buf__printf(out, "%lld", (s64)entry->keys[key]);
}

static int print_hex(struct buf *out, const struct hist_entry *entry, int key,
		     const struct hist_style *style)
{
	(void)style;
	return buf__printf(out, "%#llx", entry->keys[key]);
}

static void describe(struct hist_trace_field *made, const char *name)
{
	const struct trace_field *first = &made->places[0];
	bool text = first->is_text || first->is_array;

	made->field = (struct hist_field){
		.id = HIST_OTHER,
		.name = name,
		.header = name,
		.needs = PERF_SAMPLE_RAW,
		.pads = true,
		.group = HIST_COMMON,
		.kind = text ? HIST_KEY_TEXT : HIST_KEY_NUMBER,
		.key = text ? key_text : key_number,
		.compare = text		      ? hist_key__compare_text
			   : first->is_signed ? compare_signed
					      : hist_key__compare_number,
		.print = text		    ? hist_key__print_text
			 : first->is_hex    ? print_hex
			 : first->is_signed ? print_signed
					    : hist_key__print_number,
	};
}

static bool is_text(const struct trace_field *place)
{
	return place->is_text || place->is_array;
}

/* Events whose field of that name is of another kind than the first one's are left out. */
static void keep_alike(struct hist_trace_field *made)
{
	size_t nr = 0;

	for (size_t i = 0; i < made->nr; i++)
		if (is_text(&made->places[i]) == is_text(&made->places[0]))
			made->places[nr++] = made->places[i];
	made->nr = nr;
}

const struct hist_field *hist_trace_fields__find(struct hist_trace_fields *fields, const char *name,
						 size_t len)
{
	struct hist_trace_field *made;
	char *copy, *dot;

	for (made = fields->list; made; made = made->next)
		if (strlen(made->field.name) == len && !strncmp(made->field.name, name, len))
			return &made->field;
	if (!fields->trace || !len)
		return NULL;
	made = arena__alloc(&fields->arena, sizeof(*made));
	copy = arena__strndup(&fields->arena, name, len);
	if (!made || !copy)
		return NULL;
	dot = strchr(copy, '.');
	if (dot)
		*dot = 0;
	made->nr = trace__find_fields(fields->trace, dot ? copy : NULL, dot ? dot + 1 : copy,
				      made->places, MAX_EVENTS);
	if (dot)
		*dot = '.';
	if (!made->nr)
		return NULL;
	keep_alike(made);
	describe(made, copy);
	made->next = fields->list;
	fields->list = made;
	return &made->field;
}

void hist_trace_fields__exit(struct hist_trace_fields *fields)
{
	arena__exit(&fields->arena);
}
