// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fields of tracepoints as sort keys: a name -> a field for each event that has one. The text is
 * what the event's own format prints behind "name=", or else the field's value by its type.
 */
#include "hist/field-trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hist/field-table.h"
#include "hist/sample.h"
#include "session/session.h"
#include "session/trace-field.h"
#include "session/trace.h"

#define ALL_FIELDS    "trace_fields"
#define COMMON_PREFIX "common_"

struct named_field {
	struct hist_field field;
	bool raw, is_string;
	struct trace_field place;
	bool is_number; /* one that the place tells */
};

/* The value behind "name=" in the event's text, as far as the next blank; NULL: it is not there. */
static const char *find_value(const char *text, const char *name, size_t *len)
{
	size_t name_len = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++) {
		if ((at != text && at[-1] != ' ') || at[name_len] != '=')
			continue;
		at += name_len + 1;
		*len = strcspn(at, " ");
		if (*len && at[*len - 1] == ',')
			--*len;
		return at;
	}
	return NULL;
}

/* In the base that the event's text shows it in. */
static void print_number(const struct named_field *self, struct buf *out,
			 const struct perf_sample *sample)
{
	u64 number = trace_field__number(&self->place, sample->raw, sample->raw_size);

	if (self->place.is_hex)
		buf__printf(out, "%#llx", number);
	else if (self->place.is_signed)
		buf__printf(out, "%lld", (s64)number);
	else
		buf__printf(out, "%llu", number);
}

static u64 key(struct hist_sample *s, const struct hist_field *field)
{
	const struct named_field *self = container_of(field, struct named_field, field);
	const struct perf_sample *sample = s->record->sample;
	const char *value = NULL;
	size_t len = 0;

	buf__reset(s->text);
	if (!sample->raw ||
	    trace__event_id(s->trace, sample->raw, sample->raw_size) != (int)field->tracepoint)
		return (uintptr_t)texts__get(s->texts, "", 0);
	if (!self->raw && !self->is_string &&
	    !trace__print(s->trace, s->text, sample->raw, sample->raw_size, sample->cpu))
		value = find_value(s->text->data ? s->text->data : "", field->name, &len);
	if (value)
		return (uintptr_t)texts__get(s->texts, value, len);
	buf__reset(s->text);
	if (self->is_number)
		print_number(self, s->text, sample);
	else
		trace__print_field(s->trace, s->text, sample->raw, sample->raw_size, field->name);
	return (uintptr_t)texts__get(s->texts, s->text->len ? s->text->data : "", s->text->len);
}

static void find_place(const struct trace_fields *fields, u64 tracepoint, struct named_field *self,
		       const char *name)
{
	const char *system, *event = trace__event_name(fields->trace, tracepoint, &system);
	char full[256];

	snprintf(full, sizeof(full), "%s:%s", system, event);
	self->is_number = trace__find_fields(fields->trace, full, name, &self->place, 1) &&
			  !self->place.is_text && !self->place.is_array;
}

static struct hist_field *make(const struct trace_fields *fields, u64 tracepoint,
			       const struct trace_field_info *info, bool raw)
{
	struct named_field *self = arena__alloc(fields->arena, sizeof(*self));
	int width = info->is_string ? info->size : 2 * info->size + 2;

	if (!self)
		return NULL;
	self->raw = raw;
	find_place(fields, tracepoint, self, info->name);
	self->is_string = info->is_string;
	self->field = (struct hist_field){ .id = HIST_OTHER,
					   .name = info->name,
					   .header = info->name,
					   .needs = PERF_SAMPLE_RAW,
					   .width = width,
					   .right = true,
					   .group = HIST_TRACEPOINT,
					   .tracepoint = tracepoint,
					   HIST_TEXT,
					   .key = key };
	return &self->field;
}

/* What a name asks for. */
struct wanted {
	const char *event; /* any part of its name; length 0: of every event */
	size_t event_len;
	const char *field; /* "*": each */
	size_t field_len;
	bool raw;
};

static void parse(struct wanted *wanted, const char *name, size_t len)
{
	const char *dot = memchr(name, '.', len);

	*wanted = (struct wanted){ .field = name, .field_len = len };
	if (len > 4 && !memcmp(name + len - 4, "/raw", 4)) {
		wanted->raw = true;
		wanted->field_len -= 4;
	}
	if (dot) {
		wanted->event = name;
		wanted->event_len = dot - name;
		wanted->field = dot + 1;
		wanted->field_len -= wanted->event_len + 1;
	}
	if (wanted->field_len == strlen(ALL_FIELDS) &&
	    !memcmp(wanted->field, ALL_FIELDS, strlen(ALL_FIELDS))) {
		wanted->field = "*";
		wanted->field_len = 1;
	}
}

static bool is_wanted_event(const struct trace_fields *fields, const struct wanted *wanted, u64 id)
{
	const char *system, *name = trace__event_name(fields->trace, id, &system);
	char full[256];

	if (!name)
		return false;
	snprintf(full, sizeof(full), "%s:%s", system, name);
	return !wanted->event_len || memmem(full, strlen(full), wanted->event, wanted->event_len);
}

static bool is_wanted_field(const struct wanted *wanted, const char *name)
{
	if (wanted->field_len == 1 && *wanted->field == '*')
		return true;
	return strlen(name) == wanted->field_len && !memcmp(name, wanted->field, wanted->field_len);
}

/* What all events have is only found by its name. */
static int find_common(const struct trace_fields *fields, const struct wanted *wanted, u64 id,
		       void (*add)(void *ctx, const struct hist_field *field), void *ctx)
{
	const char *name = arena__strndup(fields->arena, wanted->field, wanted->field_len);
	struct trace_field_info info = { .name = name };
	struct trace_field place;
	const struct hist_field *field;

	if (!name)
		return -ENOMEM;
	/* A field of another event is none of this one. */
	if (strncmp(name, COMMON_PREFIX, strlen(COMMON_PREFIX)))
		return 0;
	if (!trace__find_fields(fields->trace, NULL, name, &place, 1))
		return 0;
	info.size = place.bytes;
	field = make(fields, id, &info, wanted->raw);
	if (!field)
		return -ENOMEM;
	add(ctx, field);
	return 1;
}

static int find_in_event(const struct trace_fields *fields, const struct wanted *wanted, u64 id,
			 void (*add)(void *ctx, const struct hist_field *field), void *ctx)
{
	struct trace_field_info info;
	int nr = 0;

	for (size_t i = 0; trace__field(fields->trace, id, i, &info); i++) {
		const struct hist_field *field;

		if (!is_wanted_field(wanted, info.name))
			continue;
		field = make(fields, id, &info, wanted->raw);
		if (!field)
			return -ENOMEM;
		add(ctx, field);
		nr++;
	}
	return nr ? nr : find_common(fields, wanted, id, add, ctx);
}

int trace_fields__find(const struct trace_fields *fields, const char *name, size_t len,
		       void (*add)(void *ctx, const struct hist_field *field), void *ctx)
{
	struct wanted wanted;
	int found = 0;

	if (!fields || !fields->trace)
		return 0;
	parse(&wanted, name, len);
	for (size_t i = 0; i < fields->events->nr; i++) {
		const struct perf_event_attr *attr =
			data_event__attr(fields->events->list[i].event);
		int nr;

		if (attr->type != PERF_TYPE_TRACEPOINT ||
		    !is_wanted_event(fields, &wanted, attr->config))
			continue;
		nr = find_in_event(fields, &wanted, attr->config, add, ctx);
		if (nr < 0)
			return nr;
		found += nr;
	}
	return found;
}
