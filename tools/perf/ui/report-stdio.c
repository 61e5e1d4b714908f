// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows -> columns of text, one section an event. Each column is as wide as its widest text,
 * also of rows that are too small to be shown.
 */
#include "ui/report-stdio.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/hists.h"
#include "hist/places.h"

/* An address needs this much even where all other names are short. */
#define UNNAMED_SYM_WIDTH 22
#define UNNAMED_DSO_WIDTH 16
#define OUT_BYTES	  65536
#define MAX_WIDTH	  4096

struct table {
	FILE *out;
	const struct report_style *style;
	const struct hists *hists;
	struct hist_style field_style;
	struct hist_column columns[HIST_MAX_COLUMNS]; /* the shown ones */
	int width[HIST_MAX_COLUMNS];
	int cell[HIST_MAX_COLUMNS]; /* of a sum: the width of one event's */
	size_t nr;
	size_t nr_joined; /* events that are shown side by side */
	struct buf text, line, sum;
};

static bool is_hidden(const struct report_style *style, enum hist_field_id id)
{
	return (id == HIST_COMM && style->only_comm) || (id == HIST_DSO && style->only_dso) ||
	       (id == HIST_SYM && style->only_symbol);
}

/* Fields of other tracepoints. */
static bool is_foreign(const struct table *t, const struct hist_field *field)
{
	return field->group == HIST_TRACEPOINT && field->tracepoint != t->hists->tracepoint;
}

static void choose_columns(struct table *t)
{
	const struct hist_spec *spec = t->hists->spec;
	bool any = false;

	for (size_t i = 0; i < spec->nr_columns; i++)
		any |= spec->columns[i].field->key &&
		       !is_hidden(t->style, spec->columns[i].field->id);
	for (size_t i = 0; i < spec->nr_columns; i++)
		if ((!any || !is_hidden(t->style, spec->columns[i].field->id)) &&
		    !is_foreign(t, spec->columns[i].field))
			t->columns[t->nr++] = spec->columns[i];
}

/* Next to what callees add, the overhead is only one's own. */
static const char *header_of(const struct table *t, size_t i)
{
	const struct hist_field *field = t->columns[i].field;

	return field->id == HIST_OVERHEAD && t->hists->spec->children ? "Self" : field->header;
}

static void print_field(struct table *t, const struct hist_entry *entry, size_t i)
{
	const struct hist_column *column = &t->columns[i];

	buf__reset(&t->text);
	column->field->print(&t->text, entry, column->key, &t->field_style);
}

static u64 total_of(const struct table *t, const struct hists *hists)
{
	return t->style->relative ? hists->period_shown : hists->period;
}

/* The sums of each event of a group in one column. */
static void print_sums(struct table *t, size_t row, size_t i)
{
	const struct hist_column *column = &t->columns[i];

	buf__reset(&t->text);
	for (const struct hists *hists = t->hists; hists; hists = hists->member) {
		struct hist_style style = t->field_style;

		style.total = total_of(t, hists);
		buf__reset(&t->sum);
		column->field->print(&t->sum, hists->list[row], column->key, &style);
		if (!t->style->separator)
			buf__printf(&t->text, "%*s", t->cell[i] - (int)t->sum.len, "");
		else if (hists != t->hists)
			buf__puts(&t->text, " ");
		buf__append(&t->text, t->sum.data, t->sum.len);
	}
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

static void measure(struct table *t)
{
	size_t max = t->style->max_rows, nr = t->hists->nr;

	/* Of rows that can not come, the widths do not matter. */
	if (max && nr > max)
		nr = max;
	for (size_t i = 0; i < t->nr; i++) {
		const struct hist_field *field = t->columns[i].field;

		t->width[i] = t->cell[i] = t->style->widths[i];
		if (t->width[i]) {
			if (!field->key && t->nr_joined > 1)
				widen(t, i, field->width * (int)t->nr_joined);
			continue;
		}

		widen(t, i, strlen(header_of(t, i)));
		widen(t, i, field->width);
		if (!field->key) {
			t->cell[i] = t->width[i];
			t->width[i] *= (int)t->nr_joined;
			continue;
		}
		for (size_t k = 0; k < nr; k++) {
			widen_for(t, t->hists->list[k], i);
			if (field->id == HIST_SYM)
				widen_for_unnamed(t, t->hists->list[k], i);
		}
	}
}

static int write_out(struct table *t, size_t keep)
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

static void print_header(struct table *t)
{
	buf__puts(&t->line, "# ");
	for (size_t i = 0; i < t->nr; i++) {
		int width = t->columns[i].field->right ? t->width[i] : -t->width[i];

		if (i && t->style->separator)
			buf__append(&t->line, &t->style->separator, 1);
		else if (i)
			buf__puts(&t->line, "  ");
		buf__printf(&t->line, "%*.*s", width, t->width[i], header_of(t, i));
	}
	buf__puts(&t->line, "\n");
	if (t->style->separator)
		return;
	buf__puts(&t->line, "# ");
	for (size_t i = 0; i < t->nr; i++) {
		buf__puts(&t->line, i ? "  " : "");
		for (int k = 0; k < t->width[i]; k++)
			buf__puts(&t->line, ".");
	}
	buf__puts(&t->line, "\n#\n");
}

/* With a separator the text must not hold it. */
static void print_separated(struct table *t, size_t i)
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
		buf__printf(&t->line, "%*s", t->width[i] - (int)len, "");
}

static void print_aligned(struct table *t, size_t i)
{
	const struct hist_field *field = t->columns[i].field;
	int pad = t->width[i] - (int)t->text.len;

	/* Asked-for widths cut names. */
	if (pad < 0 && field->key && t->style->widths[i]) {
		t->text.len = t->width[i];
		pad = 0;
	}
	buf__puts(&t->line, "  ");
	if (field->right && pad > 0)
		buf__printf(&t->line, "%*s", pad, "");
	buf__append(&t->line, t->text.data, t->text.len);
	if (!field->right && pad > 0 && (field->pads || i + 1 < t->nr))
		buf__printf(&t->line, "%*s", pad, "");
}

static bool is_too_small(const struct table *t, const struct hist_entry *entry)
{
	u64 total = t->field_style.total;
	u64 period = t->hists->spec->children ? entry->children : entry->period;

	return entry->samples < t->style->min_samples ||
	       (total && 100.0 * period / total < t->style->min_percent);
}

static int print_row(struct table *t, size_t row)
{
	const struct hist_entry *entry = t->hists->list[row];
	int ret;

	for (size_t i = 0; i < t->nr; i++) {
		if (t->nr_joined > 1 && !t->columns[i].field->key)
			print_sums(t, row, i);
		else
			print_field(t, entry, i);
		if (buf__error(&t->text) || buf__error(&t->sum))
			return -ENOMEM;
		if (t->style->separator)
			print_separated(t, i);
		else
			print_aligned(t, i);
	}
	buf__puts(&t->line, "\n");
	ret = report_chain__print(&t->line, &t->style->chain, t->hists, entry);
	return ret ? ret : write_out(t, OUT_BYTES);
}

/* "721  of", "1K of" */
static void print_event_title(struct table *t, const char *name)
{
	static const char units[] = " KMGTP";
	u64 nr = 0, total = 0;
	size_t unit = 0;

	for (const struct hists *hists = t->hists; hists; hists = hists->member) {
		nr += t->style->relative ? hists->samples_shown : hists->samples;
		total += total_of(t, hists);
	}

	for (; nr >= 1000 && unit < sizeof(units) - 2; nr /= 1000)
		unit++;
	buf__printf(&t->line, "# Samples: %llu%c of event%s '%s'", nr, units[unit],
		    t->hists->leads ? "s" : "", name);
	if (t->style->time_text)
		buf__printf(&t->line, " (time slices: %s)", t->style->time_text);
	if (t->hists->spec->mode == HIST_MODE_MEMORY)
		buf__printf(&t->line, "\n# Total weight : %llu\n# Sort order   : %s%s\n#\n", total,
			    t->hists->spec->sort,
			    hist_spec__has(t->hists->spec, HIST_IPC) ? ",ipc_null" : "");
	else
		buf__printf(&t->line, "\n# Event count (approx.): %llu\n#\n", total);
}

int report_style__parse_widths(struct report_style *style, const char *text)
{
	size_t nr = 0;

	for (const char *at = text; nr < ARRAY_SIZE(style->widths);) {
		char *end;
		unsigned long width = strtoul(at, &end, 10);

		if ((*end && *end != ',') || *at == '-' || width > MAX_WIDTH)
			return -EINVAL;
		style->widths[nr++] = width;
		if (!*end)
			return 0;
		at = end + 1;
	}
	return 0;
}

int report_stdio__print_event(FILE *out, const struct report_style *style, const char *name,
			      const struct hists *hists)
{
	struct table t = { .out = out, .style = style, .hists = hists };
	int ret = 0;

	for (const struct hists *at = hists; at; at = at->member)
		t.nr_joined++;
	t.field_style.total = total_of(&t, hists);
	t.field_style.verbose = style->verbose;
	t.field_style.nanoseconds = style->nanoseconds;
	choose_columns(&t);
	measure(&t);
	if (!style->quiet) {
		print_event_title(&t, name);
		print_header(&t);
	}
	for (size_t i = 0, left = style->max_rows; i < hists->nr && !ret; i++) {
		if (is_too_small(&t, hists->list[i]))
			continue;
		if (style->max_rows && !left--)
			break;
		ret = print_row(&t, i);
	}
	buf__puts(&t.line, "\n\n");
	if (!ret)
		ret = write_out(&t, 0);
	buf__exit(&t.text);
	buf__exit(&t.sum);
	buf__exit(&t.line);
	return ret;
}

int report_stdio__print_title(FILE *out, const struct report_style *style, bool header_shown,
			      u64 lost_samples)
{
	if (style->quiet)
		return 0;
	if (!header_shown)
		fputs("# To display the perf.data header info, please use --header/--header-only "
		      "options.\n#\n",
		      out);
	if (style->only_dso)
		fprintf(out, "# dso: %s\n", style->only_dso);
	if (style->only_comm)
		fprintf(out, "# comm: %s\n", style->only_comm);
	if (style->only_symbol)
		fprintf(out, "# symbol: %s\n", style->only_symbol);
	if (style->socket)
		fprintf(out, "# Processor Socket: %d\n", style->socket - 1);
	fprintf(out, "#\n# Total Lost Samples: %llu\n#\n", lost_samples);
	return ferror(out) ? -EIO : 0;
}
