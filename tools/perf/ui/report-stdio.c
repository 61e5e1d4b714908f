// SPDX-License-Identifier: GPL-2.0-only
/* Rows -> columns of text, one section an event. */
#include "ui/report-stdio.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/report-levels.h"
#include "ui/report-table.h"

#define OUT_BYTES 65536
#define MAX_WIDTH 4096

static void print_header(struct table *t)
{
	buf__puts(&t->line, "# ");
	for (size_t i = 0; i < t->nr; i++) {
		int width = t->columns[i].field->right ? t->width[i] : -t->width[i];

		if (i && t->style->separator)
			buf__append(&t->line, &t->style->separator, 1);
		else if (i)
			buf__puts(&t->line, "  ");
		buf__printf(&t->line, "%*.*s", width, t->width[i], table__title(t, i));
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
	if (field->right)
		table__put_blanks(&t->line, pad);
	buf__append(&t->line, t->text.data, t->text.len);
	if (!field->right && (field->pads || i + 1 < t->nr))
		table__put_blanks(&t->line, pad);
}

static int print_row(struct table *t, size_t row)
{
	int ret;

	for (size_t i = 0; i < t->nr; i++) {
		ret = table__field(t, row, i);
		if (ret)
			return ret;
		if (t->style->separator)
			table__separated(t, i);
		else
			print_aligned(t, i);
	}
	buf__puts(&t->line, "\n");
	ret = report_chain__print(&t->line, &t->style->chain, t->hists, t->hists->list[row]);
	return ret ? ret : table__write(t, OUT_BYTES);
}

static int print_rows(struct table *t)
{
	int ret = 0;

	for (size_t i = 0, left = t->style->max_rows; i < t->hists->nr && !ret; i++) {
		table__fetch_ahead(t->hists, i);
		if (table__is_too_small(t, i))
			continue;
		if (t->style->max_rows && !left--)
			break;
		ret = print_row(t, i);
	}
	return ret;
}

/* "721  of", "1K of" */
static void print_event_title(struct table *t, const char *name)
{
	static const char units[] = " KMGTP";
	u64 nr = 0, total = 0;
	size_t unit = 0;

	for (const struct hists *hists = t->hists; hists; hists = hists->member) {
		nr += t->style->relative ? hists->samples_shown : hists->samples;
		total += table__total(t, hists);
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
	struct table t;
	int ret;

	table__init(&t, out, style, hists);
	if (!style->quiet)
		print_event_title(&t, name);
	if (!style->quiet && hists->nr_levels)
		report_levels__print_header(&t);
	else if (!style->quiet)
		print_header(&t);
	ret = hists->nr_levels ? report_levels__print(&t) : print_rows(&t);
	buf__puts(&t.line, "\n\n");
	if (!ret)
		ret = table__write(&t, 0);
	table__exit(&t);
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
