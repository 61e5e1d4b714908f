// SPDX-License-Identifier: GPL-2.0-only
/*
 * -s and -F -> columns, keys and order. Rows differ by every key that is named; sums that -s
 * does not place come first.
 */
#include "hist/spec.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hist/field-trace.h"
#include "str.h"

#define DEFAULT_SORT	    "comm,dso,sym"
#define DEFAULT_SORT_TRACE  "trace"
#define DEFAULT_SORT_BRANCH "comm,dso_from,symbol_from,symbol_to,cycles"
#define DEFAULT_SORT_MEMORY                                                                       \
	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat," \
	"local_p_stage_cyc"

/* Between names. Braces put names on one level of a hierarchy. */
#define SEPARATORS ", {}"

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
	size_t nr = spec->nr_columns;

	/* More than there is room for is left out. */
	if (field->key && column.key < 0)
		return;
	if (show)
		put(spec->columns, &spec->nr_columns, &column);
	if (spec->nr_columns > nr && field->key)
		spec->levels[nr] = spec->nr_levels;
	if (order)
		put(spec->order, &spec->nr_order, &column);
}

/* The one of @names, with blanks between, that the user may have meant. */
static void put_nearest(char *names, const char *name, size_t len, struct err *err)
{
	struct str_nearest nearest = { 0 };
	char wanted[64], all[2048];
	char *rest = names, *one;

	snprintf(wanted, sizeof(wanted), "%.*s", (int)len, name);
	snprintf(all, sizeof(all), "%s", names);
	while ((one = strsep(&rest, " ")))
		str_nearest__offer(&nearest, wanted, one);
	if (nearest.name)
		err__set_hint(err, "Did you mean '%s'? There are: %s", nearest.name, all);
	else
		err__set_hint(err, "There are: %s", all);
}

static int unknown(const char *option, const char *name, size_t len, int column, struct err *err)
{
	struct buf names = { 0 };

	err__set_at(err, -EINVAL, column, "%s: '%.*s' is no field", option, (int)len, name);
	if (!hist_field__names(&names))
		put_nearest(names.data, name, len, err);
	buf__exit(&names);
	return -EINVAL;
}

/* Numbers of pipeline stages, which only some PowerPCs tell: known, and never shown. */
static bool is_never_there(const char *name, size_t len)
{
	static const char *const names[] = { "local_p_stage_cyc", "p_stage_cyc" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strlen(names[i]) == len && !strncmp(names[i], name, len))
			return true;
	return false;
}

static bool fits_mode(const struct hist_field *field, enum hist_mode mode)
{
	if (field->group == HIST_BRANCH)
		return mode == HIST_MODE_BRANCH;
	return field->group != HIST_MEMORY || mode == HIST_MODE_MEMORY;
}

/* A list of names: where it came from, and what it is for. */
struct name_list {
	const char *option, *text;
	bool show, order;
	enum hist_mode mode;
	const struct trace_fields *trace_fields;
};

struct adding {
	struct hist_spec *spec;
	const struct name_list *list;
};

static void add_trace_field(void *ctx, const struct hist_field *field)
{
	const struct adding *adding = ctx;

	add(adding->spec, field, adding->list->show, adding->list->order);
}

static int add_name(struct hist_spec *spec, const struct name_list *list, const char *name,
		    size_t len, struct err *err)
{
	const struct hist_field *field = hist_field__find(name, len);
	int column = name - list->text + 1;

	if (!len || is_never_there(name, len))
		return 0;
	if (!field) {
		struct adding adding = { spec, list };
		int found =
			trace_fields__find(list->trace_fields, name, len, add_trace_field, &adding);

		if (found < 0)
			return err__set(err, found, "out of memory");
		return found ? 0 : unknown(list->option, name, len, column, err);
	}
	if (!fits_mode(field, list->mode))
		return err__set_at(err, -EINVAL, column, "%s: '%s' is only known with %s",
				   list->option, field->name,
				   field->group == HIST_BRANCH ? "-b" : "--mem-mode");
	add(spec, field, list->show, list->order);
	return 0;
}

/* What is added from here on stands below, unless rows are no hierarchy. */
static void begin_level(struct hist_spec *spec, bool begin)
{
	if (begin && spec->nr_levels && spec->nr_levels < UINT8_MAX)
		spec->nr_levels++;
}

/* Adds the fields that the text names. */
static int add_all(struct hist_spec *spec, const struct name_list *list, struct err *err)
{
	bool braces = false;

	for (const char *at = list->text + (*list->text == '+'); *at;) {
		size_t len = strcspn(at, SEPARATORS);
		int ret;

		begin_level(spec, len && !braces);
		ret = add_name(spec, list, at, len, err);
		if (ret)
			return ret;
		begin_level(spec, at[len] == '{');
		braces = at[len] == '{' || (braces && at[len] != '}');
		at += len + !!at[len];
	}
	return 0;
}

/* Is @name one of the words? */
static bool names(const char *text, const char *name)
{
	size_t name_len = strlen(name);

	for (const char *at = text; at && *at;) {
		size_t len = strcspn(at, SEPARATORS);

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

static const char *default_sort(const struct hist_spec_options *opts)
{
	switch (opts->mode) {
	case HIST_MODE_BRANCH:
		return DEFAULT_SORT_BRANCH;
	case HIST_MODE_MEMORY:
		return DEFAULT_SORT_MEMORY;
	case HIST_MODE_NORMAL:
		break;
	}
	return opts->only_tracepoints ? DEFAULT_SORT_TRACE : DEFAULT_SORT;
}

/* Sums that options ask for stand behind those that are always there. */
static void add_asked_sums(struct hist_spec *spec, const struct hist_spec_options *opts)
{
	if (opts->show_modes) {
		add(spec, hist_field__get(HIST_KERNEL), true, false);
		add(spec, hist_field__get(HIST_USER), true, false);
	}
	if (opts->show_samples)
		add(spec, hist_field__get(HIST_SAMPLES), true, false);
	if (opts->show_period)
		add(spec, hist_field__get(HIST_PERIOD), true, false);
}

static int add_keys(struct hist_spec *spec, const struct hist_spec_options *opts, struct err *err)
{
	struct name_list list = { "-s", opts->sort, true, true, opts->mode, opts->trace_fields };
	struct name_list implied = { "-s", default_sort(opts), true, true, opts->mode, NULL };
	int ret = 0;

	spec->sort = opts->sort ? opts->sort : implied.text;
	if (!opts->sort || *opts->sort == '+')
		ret = add_all(spec, &implied, err);
	if (!ret && opts->sort)
		ret = add_all(spec, &list, err);
	/* What a symbol's code takes in cycles would stand here for branches. */
	if (!ret && opts->sort && strstr(opts->sort, "symbol") && opts->mode != HIST_MODE_BRANCH) {
		begin_level(spec, true);
		add(spec, hist_field__get(HIST_IPC), true, true);
	}
	begin_level(spec, opts->show_parent);
	if (!ret && opts->show_parent)
		add(spec, hist_field__get(HIST_PARENT), true, true);
	return ret;
}

/* Levels count from 1 on, without those that nothing is on. */
static void number_levels(struct hist_spec *spec)
{
	unsigned int nr = 0, last = 0;

	for (size_t i = 0; i < spec->nr_columns; i++) {
		if (!spec->levels[i])
			continue;
		nr += spec->levels[i] != last;
		last = spec->levels[i];
		spec->levels[i] = nr;
	}
	spec->nr_levels = nr;
}

int hist_spec__parse(struct hist_spec *spec, const struct hist_spec_options *opts, struct err *err)
{
	bool more = opts->fields && *opts->fields == '+';
	struct name_list fields = { "-F",	opts->fields,	   true, !opts->sort && !more,
				    opts->mode, opts->trace_fields };
	int ret = 0;

	*spec = (struct hist_spec){ .children = opts->children,
				    .mode = opts->mode,
				    .nr_levels = opts->hierarchy,
				    .group_sort = opts->group_sort };
	if (opts->fields && !more) {
		ret = add_all(spec, &fields, err);
	} else {
		add_sums(spec, opts, opts->sort);
		add_asked_sums(spec, opts);
		if (more)
			ret = add_all(spec, &fields, err);
	}
	if (!ret && (!opts->fields || opts->sort || more))
		ret = add_keys(spec, opts, err);
	/* Whatever is shown decides last, so that the order is always the same. */
	for (size_t i = 0; i < spec->nr_columns; i++)
		put(spec->order, &spec->nr_order, &spec->columns[i]);
	number_levels(spec);
	return ret;
}
