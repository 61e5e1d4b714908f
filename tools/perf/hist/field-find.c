// SPDX-License-Identifier: GPL-2.0-only
/* The table of fields: by their names and numbers. */
#include <string.h>

#include "hist/field-table.h"

/* In the order in which a name that several begin with finds one. */
static const struct hist_fields *const tables[] = { &hist_common_fields, &hist_more_fields,
						    &hist_sum_fields, &hist_branch_fields,
						    &hist_memory_fields };

static bool is_named(const struct hist_field *field, const char *name, size_t len)
{
	if (field->alias && strlen(field->alias) == len && !strncmp(field->alias, name, len))
		return true;
	if (field->group == HIST_SUM && strlen(field->name) != len)
		return false;
	return !strncasecmp(field->name, name, len);
}

const struct hist_field *hist_field__find(const char *name, size_t len)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables) && len; t++)
		for (size_t i = 0; i < tables[t]->nr; i++)
			if (is_named(&tables[t]->list[i], name, len))
				return &tables[t]->list[i];
	return NULL;
}

enum hist_key_kind hist_field__key_kind(const struct hist_field *field)
{
	return field->kind;
}

const struct hist_field *hist_field__get(enum hist_field_id id)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables); t++)
		for (size_t i = 0; i < tables[t]->nr; i++)
			if (tables[t]->list[i].id == id)
				return &tables[t]->list[i];
	return NULL;
}

int hist_field__names(struct buf *out)
{
	for (size_t t = 0; t < ARRAY_SIZE(tables); t++)
		for (size_t i = 0; i < tables[t]->nr; i++)
			buf__printf(out, "%s%s", t || i ? " " : "", tables[t]->list[i].name);
	return buf__error(out);
}
