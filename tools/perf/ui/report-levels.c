// SPDX-License-Identifier: GPL-2.0-only
/* Rows that are a hierarchy -> text: sums in columns, names further in with each level. */
#include "ui/report-levels.h"

#include <string.h>

#include "hist/levels.h"
#include "ui/report-style.h"
#include "ui/report-table.h"

#define INDENT	  3
#define OUT_BYTES 65536

static bool is_sum(const struct table *t, size_t i)
{
	return !t->columns[i].field->key;
}

static u8 level_of(const struct table *t, size_t i)
{
	const struct hists *hists = t->hists;

	for (size_t k = 0; k < hists->spec->nr_columns; k++)
		if (hists->spec->columns[k].field == t->columns[i].field)
			return hists->levels[k];
	return 0;
}

/* What stands between the sums and the names. */
static int margin(const struct table *t)
{
	return INDENT * ((int)t->hists->nr_levels - 1);
}

/* As wide as the titles, or as what the widest level needs. */
static int names_width(const struct table *t)
{
	int width = t->text.len, levels[HIST_MAX_COLUMNS + 1] = { 0 };

	for (size_t i = 0; i < t->nr; i++) {
		u8 level = level_of(t, i);

		if (!level)
			continue;
		levels[level] +=
			levels[level] ? t->width[i] + 1 : INDENT * (level - 1) + t->width[i];
		if (levels[level] > width)
			width = levels[level];
	}
	return width;
}

static void put_dots(struct buf *line, int nr)
{
	while (nr-- > 0)
		buf__puts(line, ".");
}

void report_levels__print_header(struct table *t)
{
	int sums_width = t->style->separator ? 0 : margin(t);
	bool any = false;

	buf__printf(&t->line, "# %*s", sums_width, "");
	for (size_t i = 0; i < t->nr; i++) {
		if (!is_sum(t, i))
			continue;
		if (any)
			buf__append(&t->line, t->style->separator ? &t->style->separator : "  ",
				    t->style->separator ? 1 : 2);
		buf__printf(&t->line, "%*s", t->width[i], table__title(t, i));
		sums_width += t->width[i] + (any ? 2 : 0);
		any = true;
	}
	buf__reset(&t->text);
	if (hists__level_titles(t->hists, &t->text))
		return;
	if (t->style->separator) {
		buf__append(&t->line, &t->style->separator, 1);
		buf__printf(&t->line, "%s\n# ", t->text.data);
		for (size_t i = 0; i < t->nr; i++) {
			put_dots(&t->line, is_sum(t, i) ? t->width[i] : 0);
			buf__append(&t->line, &t->style->separator, is_sum(t, i));
		}
	} else {
		buf__printf(&t->line, "  %s\n# ", t->text.data);
		put_dots(&t->line, sums_width);
		buf__puts(&t->line, "  ");
	}
	put_dots(&t->line, names_width(t));
	buf__puts(&t->line, "\n#\n");
}

static int put_sums(struct table *t, u32 node)
{
	bool any = false;

	for (size_t i = 0; i < t->nr; i++) {
		int ret = is_sum(t, i) ? table__field(t, node, i) : 0;

		if (ret)
			return ret;
		if (!is_sum(t, i))
			continue;
		if (t->style->separator) {
			table__separated(t, i);
		} else {
			buf__printf(&t->line, "  %*s", t->width[i], t->text.data);
		}
		any = true;
	}
	return any ? 0 : buf__error(&t->line);
}

/* The names of the node's level, each without the blanks that align it elsewhere. */
static int put_names(struct table *t, u32 node)
{
	char separator = t->style->separator;

	for (size_t i = 0; i < t->nr; i++) {
		const char *text;
		int ret, len;

		if (level_of(t, i) != t->hists->nodes[node].level)
			continue;
		ret = table__field(t, node, i);
		if (ret)
			return ret;
		for (char *c = t->text.data; separator && c && *c; c++)
			if (*c == separator)
				*c = '.';
		text = t->text.data ? t->text.data : "";
		len = strspn(text, " ");
		buf__append(&t->line, separator ? &separator : "  ", separator ? 1 : 2);
		buf__puts(&t->line, text + len);
		if (t->columns[i].field->pads && !t->columns[i].field->right &&
		    (int)t->text.len < t->width[i])
			buf__printf(&t->line, "%*s", t->width[i] - (int)t->text.len, "");
	}
	buf__puts(&t->line, "\n");
	return buf__error(&t->line);
}

static int put_node(struct table *t, u32 number)
{
	const struct hist_node *node = &t->hists->nodes[number];
	int ret;

	buf__printf(&t->line, "%*s", INDENT * (int)(node->level - 1), "");
	ret = put_sums(t, number);
	if (ret)
		return ret;
	buf__printf(&t->line, "%*s", t->style->separator ? 0 : margin(t), "");
	ret = put_names(t, number);
	if (!ret)
		ret = report_chain__print(&t->line, &t->style->chain, t->hists, node->entry);
	return ret ? ret : table__write(t, OUT_BYTES);
}

/* Are all nodes below that one too small? */
static bool shows_nothing(const struct table *t, u32 number)
{
	const struct hist_node *nodes = t->hists->nodes;

	for (u32 at = number + 1; at < nodes[number].end; at = nodes[at].end)
		if (!table__is_too_small(t, at))
			return false;
	return nodes[number].end > number + 1;
}

static void put_no_entry(struct table *t, u32 level)
{
	int width = INDENT * (int)level + margin(t);

	for (size_t i = 0; i < t->nr; i++)
		width += is_sum(t, i) ? t->width[i] + 2 : 0;
	buf__printf(&t->line, "%*sno entry >= %.2f%%\n", width + 2, "", t->style->min_percent);
}

int report_levels__print(struct table *t)
{
	const struct hists *hists = t->hists;
	int ret = 0;

	for (u32 at = 0, left = t->style->max_rows; at < hists->nr_nodes && !ret;) {
		if (table__is_too_small(t, at)) {
			at = hists->nodes[at].end;
			continue;
		}
		if (t->style->max_rows && !left--)
			break;
		ret = put_node(t, at);
		if (!t->style->separator && shows_nothing(t, at))
			put_no_entry(t, hists->nodes[at].level);
		at++;
	}
	return ret;
}
