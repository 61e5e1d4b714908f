// SPDX-License-Identifier: GPL-2.0-only
/*
 * -s and -F -> columns, keys and order. Rows differ by every key that is named; sums that -s
 * does not place come first.
 */
#include "hist/spec.h"

#include <errno.h>
#include <string.h>

#define DEFAULT_SORT	   "comm,dso,sym"
#define DEFAULT_SORT_TRACE "trace"

bool hist_spec__has(const struct hist_spec *spec, enum hist_field_id id)
{
	for (size_t i = 0; i < spec->nr_keys; i++)
		if (spec->keys[i]->id == id)
			return true;
	return false;
}

static int key_of(struct hist_spec *spec, const struct hist_field *field)
{
	if (!field->key)
		return -1;
	for (size_t i = 0; i < spec->nr_keys; i++)
		if (spec->keys[i] == field)
			return i;
	if (spec->nr_keys == HIST_MAX_COLUMNS)
		return -1;
	spec->keys[spec->nr_keys] = field;
	return spec->nr_keys++;
}

static void put(struct hist_column *list, size_t *nr, const struct hist_column *column)
{
	for (size_t i = 0; i < *nr; i++)
		if (list[i].field == column->field)
			return;
	if (*nr < HIST_MAX_COLUMNS)
		list[(*nr)++] = *column;
}

static void add(struct hist_spec *spec, const struct hist_field *field, bool show, bool order)
{
	struct hist_column column = { field, key_of(spec, field) };

	if (show)
		put(spec->columns, &spec->nr_columns, &column);
	if (order)
		put(spec->order, &spec->nr_order, &column);
}

static int unknown(const char *option, const char *name, size_t len, int column, struct err *err)
{
	struct buf names = { 0 };

	err__set_at(err, -EINVAL, column, "%s: '%.*s' is no field", option, (int)len, name);
	hist_field__names(&names);
	if (!buf__error(&names))
		err__set_hint(err, "There are: %s", names.data);
	buf__exit(&names);
	return -EINVAL;
}

/* Adds the fields that @text names. */
static int add_all(struct hist_spec *spec, const char *option, const char *text, bool show,
		   bool order, struct err *err)
{
	for (const char *at = text; *at;) {
		size_t len = strcspn(at, ", ");
		const struct hist_field *field = hist_field__find(at, len);

		if (len && !field)
			return unknown(option, at, len, at - text + 1, err);
		if (len)
			add(spec, field, show, order);
		at += len + !!at[len];
	}
	return 0;
}

/* Is @name one of the words? */
static bool names(const char *text, const char *name)
{
	size_t name_len = strlen(name);

	for (const char *at = text; at && *at;) {
		size_t len = strcspn(at, ", ");

		if (len == name_len && !memcmp(at, name, len))
			return true;
		at += len + !!at[len];
	}
	return false;
}

/* Without -F these come before what -s names. */
static void add_sums(struct hist_spec *spec, const struct hist_spec_options *opts, const char *sort)
{
	if (opts->children && !names(sort, "overhead_children"))
		add(spec, hist_field__get(HIST_CHILDREN), true, true);
	if (!names(sort, "overhead"))
		add(spec, hist_field__get(HIST_OVERHEAD), true, true);
}

int hist_spec__parse(struct hist_spec *spec, const struct hist_spec_options *opts, struct err *err)
{
	const char *sort = opts->sort;
	int ret = 0;

	*spec = (struct hist_spec){ .children = opts->children };
	if (!sort && !opts->fields)
		sort = opts->only_tracepoints ? DEFAULT_SORT_TRACE : DEFAULT_SORT;
	if (!opts->fields)
		add_sums(spec, opts, sort);
	else
		ret = add_all(spec, "-F", opts->fields, true, !opts->sort, err);
	if (opts->show_samples && !opts->fields)
		add(spec, hist_field__get(HIST_SAMPLES), true, false);
	if (opts->show_period && !opts->fields)
		add(spec, hist_field__get(HIST_PERIOD), true, false);
	if (!ret && sort)
		ret = add_all(spec, "-s", sort, true, true, err);
	/* Whatever is shown decides last, so that the order is always the same. */
	for (size_t i = 0; i < spec->nr_columns; i++)
		put(spec->order, &spec->nr_order, &spec->columns[i]);
	return ret;
}
