// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sorted rows and their call chains -> lines by position. No row is copied: filters make a list of
 * numbers, and what is unfolded is kept by hashes, which a refresh does not change.
 */
#include "ui/tui/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/mix.h"
#include "ui/tui/ident.h"

/* Of a row with more steps than that not all are unfolded at once. */
#define MAX_UNFOLD 100000

static size_t number_of(const struct rows *rows, size_t row)
{
	return rows->index ? rows->index[row] : row;
}

const struct hist_entry *rows__entry(const struct rows *rows, const struct browser_pos *pos)
{
	size_t number;

	if (pos->row >= rows->nr)
		return NULL;
	number = number_of(rows, pos->row);
	return rows->hists->nr_levels ? rows->hists->nodes[number].entry
				      : rows->hists->list[number];
}

u64 rows__id(const struct rows *rows, size_t row)
{
	const struct hist_entry *entry;
	u64 id = 2;

	if (rows->hists->nr_levels)
		return row_levels__id(rows->hists, number_of(rows, row));
	entry = rows->hists->list[number_of(rows, row)];
	for (size_t i = 0; i < rows->hists->spec->nr_keys; i++)
		id = mix__u64(id, ident__key(rows->hists->spec->keys[i], entry->keys[i]));
	return id;
}

/* Does it stand above other rows? */
static bool is_above(const struct rows *rows, size_t row)
{
	return rows->hists->nr_levels && row_levels__is_above(rows->hists, number_of(rows, row));
}

u64 rows__key_id(const struct rows *rows, const struct hist_entry *entry, int key)
{
	return ident__key(rows->hists->spec->keys[key], entry->keys[key]);
}

struct tree rows__tree(const struct rows *rows, size_t row)
{
	const struct chain_style *style = &rows->style->chain;
	const struct hist_entry *entry = rows__entry(rows, &(struct browser_pos){ row, 0 });

	return (struct tree){ .nodes = rows->hists->chains.nodes,
			      .root = style->mode == CHAIN_NONE ? 0 : entry->tree,
			      .row_id = rows__id(rows, row),
			      .folds = &rows->folds,
			      .min = hists__chains_min(rows->hists, style->min_percent),
			      .min_percent = style->min_percent,
			      .fractal = style->mode == CHAIN_FRACTAL };
}

bool rows__can_fold(const struct rows *rows, const struct browser_pos *pos)
{
	struct tree tree;

	if (!rows__entry(rows, pos))
		return false;
	if (is_above(rows, pos->row))
		return true;
	tree = rows__tree(rows, pos->row);
	if (!tree.root)
		return false;
	return pos->part ? tree__can_fold(&tree, pos->part) : tree__first_child(&tree, tree.root);
}

bool rows__is_open(const struct rows *rows, const struct browser_pos *pos)
{
	struct tree tree = rows__tree(rows, pos->row);

	return pos->part ? tree__is_open(&tree, pos->part)
			 : folds__is_open(&rows->folds, tree.row_id, false);
}

static bool has_lines_below(const struct rows *rows, size_t row)
{
	struct browser_pos pos = { row, 0 };

	return !is_above(rows, row) && rows__can_fold(rows, &pos) && rows__is_open(rows, &pos);
}

static u32 last_part(const struct rows *rows, size_t row)
{
	struct tree tree;

	if (!has_lines_below(rows, row))
		return 0;
	tree = rows__tree(rows, row);
	return tree__last(&tree);
}

static bool first(void *ctx, struct browser_pos *pos)
{
	const struct rows *rows = ctx;

	*pos = (struct browser_pos){ 0 };
	return rows->nr;
}

static bool last(void *ctx, struct browser_pos *pos)
{
	const struct rows *rows = ctx;

	if (!rows->nr)
		return false;
	pos->row = rows->nr - 1;
	pos->part = last_part(rows, pos->row);
	return true;
}

static bool next(void *ctx, struct browser_pos *pos)
{
	const struct rows *rows = ctx;
	struct tree tree;

	if (has_lines_below(rows, pos->row)) {
		tree = rows__tree(rows, pos->row);
		if (tree__next(&tree, &pos->part))
			return true;
	}
	if (pos->row + 1 >= rows->nr)
		return false;
	*pos = (struct browser_pos){ pos->row + 1, 0 };
	return true;
}

static bool prev(void *ctx, struct browser_pos *pos)
{
	const struct rows *rows = ctx;
	struct tree tree;

	if (pos->part) {
		tree = rows__tree(rows, pos->row);
		return tree__prev(&tree, &pos->part);
	}
	if (!pos->row)
		return false;
	pos->row--;
	pos->part = last_part(rows, pos->row);
	return true;
}

void rows__init(struct rows *rows, const struct report_style *style)
{
	*rows = (struct rows){
		.model = { .ctx = rows,
			   .first = first,
			   .last = last,
			   .next = next,
			   .prev = prev,
			   .draw = rows__draw },
		.style = style,
		.verbose = style->verbose,
		.filter = { .min_percent = style->min_percent,
			    .min_samples = style->min_samples,
			    .relative = style->relative },
	};
}

void rows__exit(struct rows *rows)
{
	folds__exit(&rows->folds);
	free(rows->index);
	buf__exit(&rows->text);
}

const struct hist_column *rows__column(const struct rows *rows, enum hist_field_id field)
{
	const struct hist_spec *spec = rows->hists->spec;

	for (size_t i = 0; i < spec->nr_columns; i++)
		if (spec->columns[i].field->id == field && spec->columns[i].key >= 0)
			return &spec->columns[i];
	return NULL;
}

const struct hist_column *rows__column_at(const struct rows *rows, const struct browser_pos *pos,
					  enum hist_field_id field)
{
	const struct hists *hists = rows->hists;
	const struct hist_column *column = rows__column(rows, field);

	if (!column || pos->row >= rows->nr || !hists->nr_levels)
		return column;
	return hists->levels[column - hists->spec->columns] <=
			       hists->nodes[number_of(rows, pos->row)].level
		       ? column
		       : NULL;
}

/* Is the text of a key looked for? That is the symbol where rows have one. */
static bool has_text(struct rows *rows, const struct hist_entry *entry)
{
	const struct hist_spec *spec = rows->hists->spec;
	const struct hist_column *symbol = rows__column(rows, HIST_SYM);

	for (size_t i = 0; i < spec->nr_columns; i++) {
		const struct hist_column *column = &spec->columns[i];

		if (column->key < 0 || (symbol && column != symbol))
			continue;
		rows__print(rows, entry, column);
		if (rows->text.len && strstr(rows->text.data, rows->filter.text))
			return true;
	}
	return false;
}

bool rows__is_large(const struct rows *rows, const struct hist_entry *entry)
{
	u64 period = rows->hists->spec->children ? entry->children : entry->period;

	return !rows->hists->period ||
	       100.0 * period / rows->hists->period >= rows->filter.min_percent;
}

bool rows__passes(struct rows *rows, const struct hist_entry *entry)
{
	const struct rows_filter *filter = &rows->filter;
	bool kernel = entry->level == 'k' || entry->level == 'g';

	for (size_t i = 0; i < filter->nr_zooms; i++)
		if (rows__key_id(rows, entry, filter->zooms[i].key) != filter->zooms[i].id)
			return false;
	if (filter->level != ROWS_ALL_LEVELS && kernel == (filter->level == ROWS_NO_KERNEL))
		return false;
	if (entry->samples < filter->min_samples)
		return false;
	return !*filter->text || has_text(rows, entry);
}

static bool is_filtered(const struct rows_filter *filter)
{
	return filter->nr_zooms || filter->level != ROWS_ALL_LEVELS || filter->min_samples ||
	       filter->min_percent > 0 || *filter->text;
}

/* The numbers of rows that are shown. */
static void list_rows(struct rows *rows, struct row_index *index)
{
	const struct hists *hists = rows->hists;

	for (size_t i = 0; i < hists->nr; i++) {
		if (!rows__is_large(rows, hists->list[i]) || !rows__passes(rows, hists->list[i]))
			continue;
		index->period += hists->list[i]->period;
		index->list[index->nr++] = i;
	}
}

/* Makes the list of what is shown anew. */
static int make_index(struct rows *rows)
{
	const struct hists *hists = rows->hists;
	bool filtered = is_filtered(&rows->filter);
	struct row_index index = { 0 };
	int ret = 0;

	if (filtered || hists->nr_levels) {
		index.list = calloc(hists->nr + hists->nr_nodes + 1, sizeof(*index.list));
		if (!index.list)
			return -ENOMEM;
	}
	if (hists->nr_levels)
		ret = row_levels__list(rows, &index);
	else if (filtered)
		list_rows(rows, &index);
	if (ret) {
		free(index.list);
		return ret;
	}
	free(rows->index);
	rows->index = index.list;
	rows->nr = index.list ? index.nr : hists->nr;
	if (rows->style->max_rows && rows->nr > rows->style->max_rows)
		rows->nr = rows->style->max_rows;
	rows->period = filtered ? index.period : hists->period_shown;
	rows->total = rows->filter.relative ? rows->period : hists->period;
	return 0;
}

int rows__refilter(struct rows *rows, struct browser *browser)
{
	int ret = make_index(rows);

	if (!ret)
		browser__home(browser);
	return ret;
}

/* The step of @row that has that hash; 0: none that is visible. */
static u32 find_part(const struct rows *rows, size_t row, u64 id)
{
	struct tree tree = rows__tree(rows, row);
	u32 node = 0;

	while (has_lines_below(rows, row) && tree__next(&tree, &node))
		if (tree__id(&tree, node) == id)
			return node;
	return 0;
}

int rows__show(struct rows *rows, const struct hists *hists, struct browser *browser)
{
	bool had = rows->hists && !browser->empty && browser->at.row < rows->nr;
	struct browser_pos at = browser->at;
	u64 row_id = 0, part_id = 0;
	int ret;

	if (had) {
		struct tree tree = rows__tree(rows, at.row);

		row_id = tree.row_id;
		part_id = at.part ? tree__id(&tree, at.part) : 0;
	}
	rows->hists = hists;
	ret = make_index(rows);
	if (ret || !had || !rows->nr || (!at.row && !at.part)) {
		browser__home(browser);
		return ret;
	}
	at = (struct browser_pos){ at.row < rows->nr ? at.row : rows->nr - 1, 0 };
	for (size_t i = 0; i < rows->nr; i++) {
		if (rows__id(rows, i) != row_id)
			continue;
		at = (struct browser_pos){ i, part_id ? find_part(rows, i, part_id) : 0 };
		break;
	}
	browser__settle(browser, &at);
	return 0;
}

/*
 * In a hierarchy what is folded has no place in the list. The cursor stays where it is, or goes to what
 * it is below of.
 */
static int list_again(struct rows *rows, struct browser *browser)
{
	size_t number = number_of(rows, browser->at.row), row = 0;
	int ret;

	if (!rows->hists->nr_levels)
		return 0;
	ret = make_index(rows);
	if (ret)
		return ret;
	while (row + 1 < rows->nr && rows->index[row + 1] <= number)
		row++;
	browser__settle(browser, &(struct browser_pos){ row, 0 });
	return 0;
}

int rows__toggle(struct rows *rows, struct browser *browser)
{
	struct browser_pos at = browser->at;
	struct tree tree;
	bool by_default = false;
	u64 id;
	int ret;

	if (browser->empty)
		return 0;
	tree = rows__tree(rows, at.row);
	if (at.part) {
		at.part = tree__head(&tree, at.part);
		/* What has nothing below is part of what it is inside of. */
		if (!tree__can_fold(&tree, at.part))
			at.part = tree.nodes[at.part].parent == tree.root
					  ? 0
					  : tree__head(&tree, tree.nodes[at.part].parent);
	}
	if (!rows__can_fold(rows, &at))
		return 0;
	id = at.part ? tree__id(&tree, at.part) : tree.row_id;
	by_default = at.part && tree__opens_by_default(&tree, at.part);
	ret = folds__set(&rows->folds, id, by_default, !rows__is_open(rows, &at));
	if (!ret && is_above(rows, at.row))
		return list_again(rows, browser);
	browser__settle(browser, &at);
	return ret;
}

int rows__toggle_whole(struct rows *rows, struct browser *browser)
{
	struct browser_pos at = { browser->at.row, 0 };
	struct tree tree;
	bool open;
	u32 node = 0;
	int ret;

	if (browser->empty || !rows__can_fold(rows, &at))
		return 0;
	tree = rows__tree(rows, at.row);
	open = !rows__is_open(rows, &at);
	if (is_above(rows, at.row)) {
		ret = row_levels__fold(rows, rows->index[at.row], open);
		return ret ? ret : list_again(rows, browser);
	}
	ret = folds__set(&rows->folds, tree.row_id, false, open);
	for (u32 i = 0; open && i < MAX_UNFOLD && !ret && tree__next(&tree, &node); i++)
		if (tree__can_fold(&tree, node))
			ret = folds__set(&rows->folds, tree__id(&tree, node),
					 tree__opens_by_default(&tree, node), true);
	browser__settle(browser, &at);
	return ret;
}

int rows__fold_all(struct rows *rows, struct browser *browser, bool open)
{
	struct browser_pos at = { browser->at.row, 0 };

	folds__set_all(&rows->folds, open);
	if (browser->empty)
		return 0;
	if (rows->hists->nr_levels)
		return list_again(rows, browser);
	browser__settle(browser, &at);
	return 0;
}
