// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of an event -> which columns they have, how wide each is and the text in it. Each is as wide as
 * its widest text, also of rows that are too small to be shown.
 */
#include "ui/report-table.h"

#include <errno.h>
#include <string.h>

#include "hist/levels.h"
#include "hist/places.h"
#include "ui/report-style.h"

/* An address needs this much even where all other names are short. */
#define UNNAMED_SYM_WIDTH 22
#define UNNAMED_DSO_WIDTH 16

static bool is_single(const struct report_style *style, enum hist_field_id id)
{
	return (id == HIST_COMM && style->only_comm) || (id == HIST_DSO && style->only_dso) ||
	       (id == HIST_SYM && style->only_symbol);
}

static void choose_columns(struct table *t)
{
	const struct hist_spec *spec = t->hists->spec;
	bool any = false;

	for (size_t i = 0; i < spec->nr_columns; i++)
		any |= spec->columns[i].field->key &&
		       !is_single(t->style, spec->columns[i].field->id);
	for (size_t i = 0; i < spec->nr_columns; i++)
		if ((!any || t->hists->nr_levels ||
		     !is_single(t->style, spec->columns[i].field->id)) &&
		    !hists__is_foreign(t->hists, spec->columns[i].field))
			t->columns[t->nr++] = spec->columns[i];
}

/* Next to what callees add, the overhead is only one's own. */
const char *table__title(const struct table *t, size_t i)
{
	const struct hist_field *field = t->columns[i].field;
	bool self = false;

	for (size_t k = 0; k < t->nr && field->id == HIST_OVERHEAD; k++)
		self |= t->columns[k].field->id == HIST_CHILDREN;
	return self ? "Self" : field->header;
}

static void print_field(struct table *t, const struct hist_entry *entry, size_t i)
{
	const struct hist_column *column = &t->columns[i];

	buf__reset(&t->text);
	column->field->print(&t->text, entry, column->key, &t->field_style);
}

u64 table__total(const struct table *t, const struct hists *hists)
{
	return t->style->relative ? hists->period_shown : hists->period;
}

const struct hist_entry *table__entry(const struct hists *hists, size_t row)
{
	return hists->nr_levels ? hists->nodes[row].entry : hists->list[row];
}

void table__fetch_ahead(const struct hists *hists, size_t row)
{
	if (hists->nr_levels || !hists->spec->nr_keys)
		return;
	if (row + 16 < hists->nr)
		__builtin_prefetch(hists->list[row + 16]);
	if (row + 8 < hists->nr && hists->spec->keys[0]->kind != HIST_KEY_NUMBER)
		__builtin_prefetch((const void *)(uintptr_t)hists->list[row + 8]->keys[0]);
}

void table__put_blanks(struct buf *out, int nr)
{
	char *to = nr > 0 ? buf__reserve(out, nr) : NULL;

	if (!to)
		return;
	memset(to, ' ', nr);
	out->len += nr;
	out->data[out->len] = 0;
}

/* The sums of each event of a group in one column. */
static void print_sums(struct table *t, size_t row, size_t i)
{
	const struct hist_column *column = &t->columns[i];

	buf__reset(&t->text);
	for (const struct hists *hists = t->hists; hists; hists = hists->member) {
		struct hist_style style = t->field_style;

		style.total = table__total(t, hists);
		buf__reset(&t->sum);
		column->field->print(&t->sum, table__entry(hists, row), column->key, &style);
		if (!t->style->separator)
			table__put_blanks(&t->text, t->cell[i] - (int)t->sum.len);
		else if (hists != t->hists)
			buf__puts(&t->text, " ");
		buf__append(&t->text, t->sum.data, t->sum.len);
	}
}

int table__field(struct table *t, size_t row, size_t i)
{
	if (t->nr_joined > 1 && !t->columns[i].field->key)
		print_sums(t, row, i);
	else
		print_field(t, table__entry(t->hists, row), i);
	return buf__error(&t->text) || buf__error(&t->sum) ? -ENOMEM : 0;
}

static void widen(struct table *t, size_t i, int width)
{
	if (t->width[i] < width)
		t->width[i] = width;
}

/* Rows without a symbol also widen the column of files. */
static void widen_for_unnamed(struct table *t, const struct hist_entry *entry, size_t i)
{
	const struct place *place = (const void *)(uintptr_t)entry->keys[t->columns[i].key];

	if (place->symbol)
		return;
	widen(t, i, UNNAMED_SYM_WIDTH);
	for (size_t k = 0; k < t->nr && !t->style->separator && !t->style->only_dso; k++)
		if (t->columns[k].field->id == HIST_DSO)
			widen(t, k, UNNAMED_DSO_WIDTH);
}

static void widen_for(struct table *t, const struct hist_entry *entry, size_t i)
{
	const struct hist_column *column = &t->columns[i];

	if (column->field->measure)
		return widen(t, i, column->field->measure(entry, column->key));
	print_field(t, entry, i);
	widen(t, i, t->text.len);
}

/* What a column's texts need, of rows that can come. */
static void measure_key(struct table *t, size_t i)
{
	size_t max = t->style->max_rows;
	size_t nr = t->hists->nr_levels ? t->hists->nr_nodes : t->hists->nr;

	if (max && nr > max && !t->hists->nr_levels)
		nr = max;
	for (size_t k = 0; k < nr; k++) {
		const struct hist_entry *entry = table__entry(t->hists, k);

		table__fetch_ahead(t->hists, k);
		widen_for(t, entry, i);
		if (t->columns[i].field->id == HIST_SYM)
			widen_for_unnamed(t, entry, i);
	}
}

static void measure(struct table *t)
{
	for (size_t i = 0; i < t->nr; i++) {
		const struct hist_field *field = t->columns[i].field;

		t->width[i] = t->cell[i] = t->hists->nr_levels ? 0 : t->style->widths[i];
		if (t->width[i]) {
			if (!field->key && t->nr_joined > 1)
				widen(t, i, field->width * (int)t->nr_joined);
			continue;
		}

		widen(t, i, strlen(table__title(t, i)));
		widen(t, i, field->width);
		if (field->key) {
			measure_key(t, i);
			continue;
		}
		t->cell[i] = t->width[i];
		t->width[i] *= (int)t->nr_joined;
	}
}

int table__write(struct table *t, size_t keep)
{
	int ret = buf__error(&t->line);

	if (ret || t->line.len <= keep)
		return ret;
	errno = 0;
	if (fwrite(t->line.data, 1, t->line.len, t->out) != t->line.len)
		ret = errno ? -errno : -EIO;
	buf__reset(&t->line);
	return ret;
}

/* The text must not hold the separator. */
void table__separated(struct table *t, size_t i)
{
	bool right = t->columns[i].field->right;
	bool pads = t->columns[i].field->pads || i + 1 < t->nr;
	size_t len = t->text.len + right;

	if (i)
		buf__append(&t->line, &t->style->separator, 1);
	buf__puts(&t->line, right ? " " : "");
	for (char *c = t->text.data; c && *c; c++)
		if (*c == t->style->separator)
			*c = '.';
	buf__append(&t->line, t->text.data, t->text.len);
	if (pads && len < (size_t)t->width[i])
		table__put_blanks(&t->line, t->width[i] - (int)len);
}

bool table__is_too_small(const struct table *t, size_t row)
{
	const struct hist_entry *entry = table__entry(t->hists, row);
	u64 total = t->field_style.total;
	u64 period = t->hists->spec->children ? entry->children : entry->period;

	return entry->samples < t->style->min_samples ||
	       (total && 100.0 * period / total < t->style->min_percent);
}

void table__init(struct table *t, FILE *out, const struct report_style *style,
		 const struct hists *hists)
{
	*t = (struct table){ .out = out, .style = style, .hists = hists };
	for (const struct hists *at = hists; at; at = at->member)
		t->nr_joined++;
	t->field_style.total = table__total(t, hists);
	t->field_style.verbose = style->verbose;
	t->field_style.nanoseconds = style->nanoseconds;
	choose_columns(t);
	measure(t);
}

void table__exit(struct table *t)
{
	buf__exit(&t->text);
	buf__exit(&t->sum);
	buf__exit(&t->line);
}
