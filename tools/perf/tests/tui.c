// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/ui/tui without a terminal: samples ("ms", "f<g<h", 10) become rows, letters are what
 * a user does, and the canvas must hold what is wanted. The cursor's line ends with '<'.
 */
#include "suites.h"

#include <errno.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hist/expand.h"
#include "hist/levels.h"
#include "hist/places.h"
#include "hist/texts.h"
#include "symbol/symbols.h"
#include "ui/tui/canvas.h"
#include "ui/tui/folds.h"
#include "ui/tui/keys.h"
#include "ui/tui/live-lines.h"
#include "ui/tui/rows.h"
#include "ui/tui/text.h"

struct sample {
	const char *comm, *chain; /* a letter each, the innermost first */
	u64 period;
};

/*
 * What is done: j k down and up, N P a page, H E first and last, + fold, e the whole row, A all unfolded, C all
 * folded, > to the side, / search for 'b', d zoom, K U levels, F relative, R a refresh with more.
 */
struct row {
	struct test_row row;
	const char *sort;
	struct sample samples[8], more[8];
	const char *done;
	int height, width;
	double min_percent;
	u32 max_rows;
	const char *only_comm;
	enum chain_mode mode;
	bool children, hierarchy;
	const char *want;
};

#define ABC                                                           \
	{                                                             \
		{ "a", "f", 50 }, { "b", "f", 30 }, { "c", "f", 20 }, \
	}
/* f is called by m (60) and by n (30), n has been called by x and y. */
#define TREE                                                               \
	{                                                                  \
		{ "a", "fm", 60 }, { "a", "fnx", 20 }, { "a", "fny", 10 }, \
		{                                                          \
			"b", "gz", 10                                      \
		}                                                          \
	}

static const struct row table[] = {
	{ TEST_ROW("rows and the cursor"), .samples = ABC,
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n"
		  "+   20.00%  c\n" },
	{ TEST_ROW("down"), .samples = ABC, .done = "j",
	  .want = "+   50.00%  a\n"
		  "+   30.00%  b <\n"
		  "+   20.00%  c\n" },
	{ TEST_ROW("down ends at the last"), .samples = ABC, .done = "jjjjj",
	  .want = "+   50.00%  a\n"
		  "+   30.00%  b\n"
		  "+   20.00%  c <\n" },
	{ TEST_ROW("up ends at the first"), .samples = ABC, .done = "jkkk",
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n"
		  "+   20.00%  c\n" },
	{ TEST_ROW("scrolled down"), .samples = ABC, .height = 2, .done = "jj",
	  .want = "+   30.00%  b\n"
		  "+   20.00%  c <\n" },
	{ TEST_ROW("and up again"), .samples = ABC, .height = 2, .done = "jjkk",
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n" },
	{ TEST_ROW("one line is enough"), .samples = ABC, .height = 1, .done = "j",
	  .want = "+   30.00%  b <\n" },
	{ TEST_ROW("a page down"), .samples = ABC, .height = 2, .done = "N",
	  .want = "+   30.00%  b\n"
		  "+   20.00%  c <\n" },
	{ TEST_ROW("a page up"), .samples = ABC, .height = 2, .done = "NP",
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n" },
	{ TEST_ROW("last"), .samples = ABC, .height = 2, .done = "E",
	  .want = "+   30.00%  b\n"
		  "+   20.00%  c <\n" },
	{ TEST_ROW("first"), .samples = ABC, .height = 2, .done = "EH",
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n" },
	{ TEST_ROW("last of few"), .samples = ABC, .height = 9, .done = "E",
	  .want = "+   50.00%  a\n"
		  "+   30.00%  b\n"
		  "+   20.00%  c <\n" },
	{ TEST_ROW("no rows"), .done = "jkNPEH+eAC/dR", .want = "" },
	{ TEST_ROW("cut at the side"), .samples = ABC, .width = 9,
	  .want = "+   50.00 <\n"
		  "+   30.00\n"
		  "+   20.00\n" },
	{ TEST_ROW("scrolled to the side"), .samples = ABC, .done = ">",
	  .want = "+ a <\n"
		  "+ b\n"
		  "+ c\n" },
	{ TEST_ROW("folded"), .samples = TREE, .children = false,
	  .want = "+   90.00%  a <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("what all chains begin with is shown at once"), .samples = TREE, .done = "+",
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      + 30.00% n\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("a branch is unfolded"), .samples = TREE, .done = "+jjj+",
	  .want = "-   90.00%  a\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n <\n"
		  "           20.00% x\n"
		  "           10.00% y\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("and folded"), .samples = TREE, .done = "+jjj++",
	  .want = "-   90.00%  a\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      + 30.00% n <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("what has nothing below folds what it is in"), .samples = TREE,
	  .done = "+jjj+j+",
	  .want = "-   90.00%  a\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      + 30.00% n <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("the row folds all"), .samples = TREE, .done = "+jkk+",
	  .want = "+   90.00%  a <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("the whole row"), .samples = TREE, .done = "e",
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n\n"
		  "           20.00% x\n"
		  "           10.00% y\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("the whole row, folded from inside"), .samples = TREE, .done = "ejjje",
	  .want = "+   90.00%  a <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("all rows"), .samples = TREE, .done = "A", .height = 9,
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n\n"
		  "           20.00% x\n"
		  "           10.00% y\n"
		  "-   10.00%  b\n"
		  "   - g\n"
		  "     z\n" },
	{ TEST_ROW("all rows, from the end up"), .samples = TREE, .done = "AEkkkkkkkkk",
	  .height = 4,
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n\n" },
	{ TEST_ROW("all folded again"), .samples = TREE, .done = "AjjjjC",
	  .want = "+   90.00%  a <\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("one folded among all unfolded"), .samples = TREE, .done = "A+",
	  .want = "+   90.00%  a <\n"
		  "-   10.00%  b\n"
		  "   - g\n"
		  "     z\n" },
	{ TEST_ROW("small branches are left out"), .samples = TREE, .done = "A", .min_percent = 15,
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n\n"
		  "           20.00% x\n" },
	{ TEST_ROW("fractal percents are of what called"), .samples = TREE, .done = "A",
	  .mode = CHAIN_FRACTAL,
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        66.67% m\n"
		  "      - 33.33% n\n"
		  "           66.67% x\n"
		  "           33.33% y\n"
		  "-   10.00%  b\n"
		  "   - g\n" },
	{ TEST_ROW("no chains are wanted"), .samples = TREE, .done = "A", .mode = CHAIN_NONE,
	  .want = "    90.00%  a <\n"
		  "    10.00%  b\n" },
	{ TEST_ROW("callers are rows"), .samples = TREE, .sort = "sym", .children = true,
	  .done = "+",
	  .want = "-   90.00%    90.00%  [.] f <\n"
		  "   + 60.00% m\n"
		  "   + 20.00% x\n"
		  "   + 10.00% y\n"
		  "+   60.00%     0.00%  [.] m\n"
		  "+   30.00%     0.00%  [.] n\n"
		  "+   20.00%     0.00%  [.] x\n"
		  "+   10.00%     0.00%  [.] y\n" },
	{ TEST_ROW("a text is looked for"), .samples = ABC, .done = "/",
	  .want = "+   30.00%  b <\n" },
	{ TEST_ROW("zoom"), .samples = ABC, .done = "jd", .want = "+   30.00%  b <\n" },
	{ TEST_ROW("zoom, and percents of what is left"), .samples = ABC, .done = "jdF",
	  .want = "+  100.00%  b <\n" },
	{ TEST_ROW("a percent limit"), .samples = ABC, .min_percent = 25,
	  .want = "+   50.00%  a <\n"
		  "+   30.00%  b\n" },
	{ TEST_ROW("the largest rows only"), .samples = ABC, .max_rows = 2, .done = "E",
	  .want = "+   50.00%  a\n"
		  "+   30.00%  b <\n" },
	{ TEST_ROW("a column with one value is not shown"), .samples = { { "a", "f", 1 } },
	  .sort = "comm,sym", .only_comm = "a", .want = "+  100.00%  [.] f <\n" },
	{ TEST_ROW("unless it is the only one"), .samples = { { "a", "f", 1 } }, .only_comm = "a",
	  .want = "+  100.00%  a <\n" },
	{ TEST_ROW("no kernel"), .samples = { { "a", "k", 9 }, { "b", "f", 1 } }, .done = "K",
	  .want = "+   10.00%  b <\n" },
	{ TEST_ROW("only kernel"), .samples = { { "a", "k", 9 }, { "b", "f", 1 } }, .done = "U",
	  .want = "+   90.00%  a <\n" },
	{ TEST_ROW("a refresh: the first row is where it was"), .samples = ABC,
	  .more = { { "c", "f", 300 } }, .done = "R",
	  .want = "+   80.00%  c <\n"
		  "+   12.50%  a\n"
		  "+    7.50%  b\n" },
	{ TEST_ROW("a refresh: the cursor goes with its row"), .samples = ABC,
	  .more = { { "c", "f", 300 } }, .done = "jjR",
	  .want = "+   80.00%  c <\n"
		  "+   12.50%  a\n"
		  "+    7.50%  b\n" },
	{ TEST_ROW("a refresh: and with its step"), .samples = TREE,
	  .more = { { "b", "gz", 900 }, { "a", "fny", 900 } }, .done = "+jjjR",
	  .want = "-   52.11%  a\n"
		  "   - f\n"
		  "      + 48.95% n <\n"
		  "        3.16% m\n"
		  "+   47.89%  b\n" },
	{ TEST_ROW("a refresh: what is unfolded stays so"), .samples = TREE, .done = "+jjj+kkkR",
	  .want = "-   90.00%  a <\n"
		  "   - f\n"
		  "        60.00% m\n"
		  "      - 30.00% n\n"
		  "           20.00% x\n"
		  "           10.00% y\n"
		  "+   10.00%  b\n" },
	{ TEST_ROW("a refresh: a zoom stays"), .samples = ABC, .more = { { "c", "f", 300 } },
	  .done = "jdR", .want = "+    7.50%  b <\n" },
	{ TEST_ROW("a refresh: what is looked for stays so"), .samples = ABC,
	  .more = { { "bb", "f", 300 } }, .done = "/R",
	  .want = "+   75.00%  bb <\n"
		  "+    7.50%  b\n" },
	{ TEST_ROW("a hierarchy is folded"), .sort = "comm,sym", .hierarchy = true, .samples = TREE,
	  .want = "    90.00%  + a <\n"
		  "    10.00%  + b\n" },
	{ TEST_ROW("a hierarchy: a level unfolds, and chains below it"), .sort = "comm,sym",
	  .hierarchy = true, .samples = TREE, .done = "+j+",
	  .want = "    90.00%  - a\n"
		  "    90.00%     - [.] f <\n"
		  "         - f\n"
		  "              60.00% m\n"
		  "            + 30.00% n\n"
		  "    10.00%  + b\n" },
	{ TEST_ROW("a hierarchy: all unfolds and folds"), .sort = "comm,sym", .hierarchy = true,
	  .samples = TREE, .done = "AjjC",
	  .want = "    90.00%  + a <\n"
		  "    10.00%  + b\n" },
	{ TEST_ROW("a hierarchy: a row unfolds as a whole"), .sort = "sym,comm,sym",
	  .hierarchy = true, .samples = ABC, .done = "e",
	  .want = "   100.00%  - [.] f <\n"
		  "    50.00%     + a\n"
		  "    30.00%     + b\n"
		  "    20.00%     + c\n" },
	{ TEST_ROW("a hierarchy: a search leaves what is above"), .sort = "comm,sym",
	  .hierarchy = true, .samples = { { "a", "b", 60 }, { "a", "g", 20 }, { "c", "g", 20 } },
	  .done = "/+",
	  .want = "    80.00%  - a <\n"
		  "    60.00%     + [.] b\n" },
	{ TEST_ROW("a hierarchy: a refresh keeps what is unfolded, and the cursor"),
	  .sort = "comm,sym", .hierarchy = true, .samples = ABC, .more = { { "c", "g", 100 } },
	  .done = "j+jR",
	  .want = "    25.00%  + a\n"
		  "    15.00%  - b\n"
		  "    15.00%     + [.] f <\n" },
	{ TEST_ROW("a hierarchy: a limit"), .sort = "comm,sym", .hierarchy = true,
	  .min_percent = 25,
	  .samples = { { "a", "f", 40 }, { "a", "g", 20 }, { "b", "f", 20 }, { "b", "g", 20 } },
	  .done = "A",
	  .want = "    60.00%  - a <\n"
		  "    40.00%     - [.] f\n"
		  "           f\n"
		  "    40.00%  - b\n" },
};

/* The symbols and places of the letters. */
struct world {
	struct symbol symbols[26];
	struct place places[2][26]; /* a refresh has places of its own */
	char names[26][2];
	struct texts texts[2];
	struct hist_spec spec;
};

static void world__init(struct world *world)
{
	for (int i = 0; i < 26; i++) {
		world->names[i][0] = 'a' + i;
		world->symbols[i] =
			(struct symbol){ .start = i, .end = i + 1, .name = world->names[i] };
		for (int k = 0; k < 2; k++)
			world->places[k][i] =
				(struct place){ .symbol = &world->symbols[i], .level = '.' };
	}
}

static void add(struct test *t, struct world *world, struct hists *raw, bool second,
		const struct sample *sample)
{
	const struct place *places = world->places[second];
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *entry;
	u32 chain = raw->chains.nr > 1 ? 1 : chains__new_root(&raw->chains);

	for (size_t i = strlen(sample->chain); i--;)
		chain = chains__step(&raw->chains, chain, &places[sample->chain[i] - 'a']);
	for (size_t i = 0; i < raw->spec->nr_keys; i++)
		keys[i] = raw->spec->keys[i]->id == HIST_COMM
				  ? (uintptr_t)texts__get(&world->texts[second], sample->comm,
							  strlen(sample->comm))
				  : (uintptr_t)&places[*sample->chain - 'a'];
	entry = hists__get(raw, keys, chain);
	if (!chain || !entry)
		return T_FAIL(t, "out of memory");
	entry->level = *sample->chain == 'k' ? 'k' : '.';
	entry->samples++;
	entry->period += sample->period;
	raw->samples++;
	raw->period += sample->period;
	raw->samples_shown++;
	raw->period_shown += sample->period;
}

static void make_rows(struct test *t, struct world *world, const struct row *row, bool more,
		      struct hists *hists)
{
	struct hists raw = { .spec = &world->spec };

	*hists = (struct hists){ .spec = &world->spec };
	for (size_t i = 0; i < ARRAY_SIZE(row->samples) && row->samples[i].comm; i++)
		add(t, world, &raw, more, &row->samples[i]);
	for (size_t i = 0; more && i < ARRAY_SIZE(row->more) && row->more[i].comm; i++)
		add(t, world, &raw, more, &row->more[i]);
	T_EQ(t, hists__expand(hists, &raw, true, row->children), 0);
	T_EQ(t, hists__sort(hists), 0);
	if (row->hierarchy)
		T_EQ(t, hists__make_levels(hists), 0);
	hists__exit(&raw);
}

static void zoom(struct rows *rows, const struct browser *browser)
{
	const struct hist_column *column = &rows->hists->spec->columns[1];
	const struct hist_entry *entry = rows__entry(rows, &browser->at);

	if (entry)
		rows->filter.zooms[rows->filter.nr_zooms++] =
			(struct rows_zoom){ .field = column->field->id,
					    .key = column->key,
					    .id = rows__key_id(rows, entry, column->key) };
}

/* Changes what is shown. False: @what is no such thing. */
static bool change_filter(struct rows *rows, struct browser *browser, char what)
{
	struct rows_filter *filter = &rows->filter;

	switch (what) {
	case '/':
		snprintf(filter->text, sizeof(filter->text), "b");
		break;
	case 'd':
		zoom(rows, browser);
		break;
	case 'K':
	case 'U':
		filter->level = what == 'K' ? ROWS_NO_KERNEL : ROWS_NO_USER;
		break;
	case 'F':
		filter->relative = true;
		break;
	default:
		return false;
	}
	return !rows__refilter(rows, browser);
}

static void act(struct test *t, struct rows *rows, struct browser *browser, char what)
{
	static const char keys[] = "NPHE";
	static const int ids[] = { KEY_ID_PAGE_DOWN, KEY_ID_PAGE_UP, KEY_ID_HOME, KEY_ID_END };
	const char *key = strchr(keys, what);

	if (what == '+')
		T_EQ(t, rows__toggle(rows, browser), 0);
	else if (what == 'e')
		T_EQ(t, rows__toggle_whole(rows, browser), 0);
	else if (what == 'A' || what == 'C')
		T_EQ(t, rows__fold_all(rows, browser, what == 'A'), 0);
	else if (!change_filter(rows, browser, what))
		T_OK(t, browser__key(browser, key ? ids[key - keys] : what));
}

static void check_canvas(struct test *t, const struct row *row, struct rows *rows,
			 struct browser *browser)
{
	struct canvas canvas = { 0 };
	struct buf text = { 0 };

	browser__fit(browser, row->height ? row->height : 8);
	T_EQ(t, canvas__resize(&canvas, browser->height, row->width ? row->width : 40), 0);
	rows__measure(rows, browser, &canvas);
	browser__draw(browser, &canvas, 0);
	for (int i = 0; i < canvas.rows; i++) {
		size_t len = text.len;
		bool cursor = canvas.cells[i * canvas.cols].style == STYLE_CURSOR;

		canvas__row_text(&canvas, i, &text);
		if (cursor)
			buf__puts(&text, " <");
		if (text.len > len)
			buf__puts(&text, "\n");
	}
	T_STR(t, text.data ? text.data : "", row->want);
	buf__exit(&text);
	canvas__exit(&canvas);
}

static void run(struct test *t, const void *p)
{
	const struct row *row = p;
	struct hist_spec_options opts = { .sort = row->sort ? row->sort : "comm",
					  .children = row->children,
					  .hierarchy = row->hierarchy };
	struct report_style style = { .min_percent = row->min_percent,
				      .max_rows = row->max_rows,
				      .only_comm = row->only_comm,
				      .chain.mode = row->mode,
				      .chain.min_percent = row->min_percent };
	struct world world = { 0 };
	struct hists first, second;
	struct rows rows;
	struct browser browser = { .model = &rows.model };

	world__init(&world);
	T_EQ(t, hist_spec__parse(&world.spec, &opts, NULL), 0);
	make_rows(t, &world, row, false, &first);
	make_rows(t, &world, row, true, &second);
	rows__init(&rows, &style);
	browser__fit(&browser, row->height ? row->height : 8);
	T_EQ(t, rows__show(&rows, &first, &browser), 0);
	for (const char *what = row->done; what && *what; what++) {
		if (*what == 'R')
			T_EQ(t, rows__show(&rows, &second, &browser), 0);
		else
			act(t, &rows, &browser, *what);
	}
	check_canvas(t, row, &rows, &browser);
	rows__exit(&rows);
	hists__exit(&first);
	hists__exit(&second);
	texts__exit(&world.texts[0]);
	texts__exit(&world.texts[1]);
}

struct test_suite suite_tui = {
	.name = "tui",
	.desc = "Rows to look around in, without a terminal",
	.rows = table,
	.nr = ARRAY_SIZE(table),
	.row_size = sizeof(table[0]),
	.run = run,
};

static void row_is(struct test *t, const struct canvas *canvas, int row, const char *want)
{
	struct buf text = { 0 };

	canvas__row_text(canvas, row, &text);
	T_STR(t, text.data ? text.data : "", want);
	buf__exit(&text);
}

static void test_canvas_is_safe(struct test *t)
{
	struct canvas canvas = { 0 };

	T_EQ(t, canvas__resize(&canvas, 2, 12), 0);
	T_EQ(t, canvas__put(&canvas, 0, 0, -1, STYLE_PLAIN, "a\033[2J\n\x9b\xff\xc3\xa4"), 9);
	row_is(t, &canvas, 0, "a?[2J????");
	T_EQ(t, canvas__put(&canvas, 1, 0, -1, STYLE_PLAIN, "longer than that"), 12);
	row_is(t, &canvas, 1, "longer than");
	canvas__put(&canvas, 7, 0, -1, STYLE_PLAIN, "x");
	canvas__put(&canvas, -1, 0, -1, STYLE_PLAIN, "x");
	canvas__fill(&canvas, 1, -5, 100, STYLE_PLAIN, '.');
	row_is(t, &canvas, 1, "............");
	canvas__put(&canvas, 1, 2, 3, STYLE_PLAIN, "abcdef");
	row_is(t, &canvas, 1, "..abc.......");
	canvas__put_span(&canvas, &(struct canvas_span){ 1, 0, 4 }, STYLE_PLAIN, "abcdef");
	row_is(t, &canvas, 1, "efabc.......");
	T_EQ(t, canvas__resize(&canvas, 0, -3), 0);
	T_EQ(t, canvas.rows * canvas.cols, 1);
	T_EQ(t, canvas__resize(&canvas, 1 << 20, 1 << 20), -ENOMEM);
	canvas__exit(&canvas);
}

static void test_canvas_utf8(struct test *t)
{
	struct canvas canvas = { .utf8 = true };

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return test__skip(t, "requires the locale C.UTF-8");
	T_EQ(t, canvas__resize(&canvas, 1, 4), 0);
	/* An umlaut takes one column, a Chinese character two, which do not fit at the end. */
	T_EQ(t, canvas__put(&canvas, 0, 0, -1, STYLE_PLAIN, "\xc3\xa4\xe4\xb8\xad\xe4\xb8\xad"), 3);
	row_is(t, &canvas, 0, "\xc3\xa4\xe4\xb8\xad");
	T_EQ(t,
	     canvas__width(&canvas, "\xe4\xb8\xad"
				    "a"),
	     3);
	/* Accents that stand alone combine with nothing here. */
	canvas__clear(&canvas);
	T_EQ(t, canvas__put(&canvas, 0, 0, -1, STYLE_PLAIN, "e\xcc\x81x"), 2);
	row_is(t, &canvas, 0, "ex");
	canvas__exit(&canvas);
}

static void test_folds(struct test *t)
{
	struct folds folds = { 0 };

	T_OK(t, !folds__is_open(&folds, 0, false));
	for (u64 id = 0; id < 1000; id++)
		T_EQ(t, folds__set(&folds, id << 20, false, true), 0);
	for (u64 id = 0; id < 1000; id += 2)
		T_EQ(t, folds__set(&folds, id << 20, false, false), 0);
	for (u64 id = 0; id < 1000; id++)
		T_EQ(t, folds__is_open(&folds, id << 20, false), id & 1);
	folds__set_all(&folds, true);
	T_OK(t, folds__is_open(&folds, 0, false));
	T_EQ(t, folds__set(&folds, 0, false, false), 0);
	T_OK(t, !folds__is_open(&folds, 0, false));
	T_OK(t, folds__is_open(&folds, 1 << 20, false));
	folds__set_all(&folds, false);
	T_OK(t, !folds__is_open(&folds, 1 << 20, false));
	folds__exit(&folds);
}

static void test_text(struct test *t)
{
	struct canvas canvas = { 0 };
	struct text text;
	struct browser browser = { .model = &text.model };

	T_EQ(t, text__init(&text, "a\n\n\tb\nlast"), 0);
	T_EQ(t, text.nr, 4);
	T_EQ(t, canvas__resize(&canvas, 3, 20), 0);
	browser__fit(&browser, 3);
	browser__home(&browser);
	browser__key(&browser, KEY_ID_END);
	browser__draw(&browser, &canvas, 0);
	row_is(t, &canvas, 0, "");
	row_is(t, &canvas, 1, "        b");
	row_is(t, &canvas, 2, "last");
	text__exit(&text);
	canvas__exit(&canvas);
}

static void status_is(struct test *t, const struct live_status *status, const char *line,
		      const char *last)
{
	struct buf text = { 0 };

	live_lines__status(&text, status, 100000000000ULL);
	T_STR(t, text.data, line);
	buf__reset(&text);
	live_lines__last(&text, status, 100000000000ULL);
	T_STR(t, text.data, last);
	buf__exit(&text);
}

static void test_live_lines(struct test *t)
{
	struct live_status status = { .readers = -1, .attached_ns = 38000000000ULL };

	status_is(t, &status,
		  "samples 0  rate 0/s  lost: kernel 0, reader 0  rings 0  attached 1:02",
		  "last: none yet");
	status = (struct live_status){ .samples = 12345,
				       .older = 7,
				       .rate = 99.6,
				       .lost_kernel = 1234567,
				       .lost_reader = 9999,
				       .ring_bytes = 512 << 10,
				       .nr_rings = 2,
				       .readers = 3,
				       .ended = true,
				       .attached_ns = 200000000000ULL,
				       .last = "bank=4",
				       .last_event = "mce_record",
				       .last_ns = 98500000000ULL };
	status_is(t, &status,
		  "samples 12K (older 7)  rate 100/s  lost: kernel 1235K, reader 9999"
		  "  rings 2 x 512K  readers 3  ended after 0:00",
		  "last: 1.5 s ago  mce_record: bank=4");
	status.ring_bytes = 4 << 20;
	status.last_ns = 1000000000;
	*status.last_event = 0;
	status.attached_ns = 0;
	status.ended = false;
	status_is(t, &status,
		  "samples 12K (older 7)  rate 100/s  lost: kernel 1235K, reader 9999"
		  "  rings 2 x 4M  readers 3  attached 1:40",
		  "last: 1:39 ago  bank=4");
}

#define MANY 1000000

static u64 cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* What a view of very many rows takes, besides the rows. */
static void test_many_rows(struct test *t)
{
	const struct hist_spec_options opts = { .sort = "cpu" };
	struct report_style style = { 0 };
	struct hist_spec spec;
	struct hists hists = { .spec = &spec };
	struct rows rows;
	struct browser browser = { .model = &rows.model };
	struct canvas canvas = { 0 };
	size_t before;
	u64 begin_ns;

	T_EQ(t, hist_spec__parse(&spec, &opts, NULL), 0);
	for (u64 i = 0; i < MANY; i++) {
		struct hist_entry *entry = hists__get(&hists, &i, 0);

		if (!entry)
			return T_FAIL(t, "out of memory");
		entry->period = MANY - i;
		hists.period += MANY - i;
	}
	before = mallinfo2().uordblks + mallinfo2().hblkhd;
	begin_ns = cpu_ns();
	rows__init(&rows, &style);
	browser__fit(&browser, 50);
	T_EQ(t, canvas__resize(&canvas, 50, 40), 0);
	T_EQ(t, rows__show(&rows, &hists, &browser), 0);
	browser__key(&browser, KEY_ID_END);
	rows__measure(&rows, &browser, &canvas);
	browser__draw(&browser, &canvas, 0);
	row_is(t, &canvas, 49, "     0.00%  999999");
	rows__fold_all(&rows, &browser, true);
	browser__key(&browser, KEY_ID_PAGE_UP);
	browser__draw(&browser, &canvas, 0);
	row_is(t, &canvas, 0, "     0.00%  999900");
	T_OK(t, cpu_ns() - begin_ns < 100000000);
	T_OK(t, mallinfo2().uordblks + mallinfo2().hblkhd < before + 100000);
	/* A filter takes the number of each row that is left. */
	snprintf(rows.filter.text, sizeof(rows.filter.text), "99");
	T_EQ(t, rows__refilter(&rows, &browser), 0);
	T_OK(t, mallinfo2().uordblks + mallinfo2().hblkhd < before + MANY * 5);
	rows__exit(&rows);
	canvas__exit(&canvas);
	hists__exit(&hists);
}

static const struct test_fn_row parts[] = {
	TEST_FN(test_canvas_is_safe), TEST_FN(test_canvas_utf8), TEST_FN(test_folds),
	TEST_FN(test_text),	      TEST_FN(test_live_lines),	 TEST_FN(test_many_rows),
};

struct test_suite suite_tui_parts = {
	.name = "tui-parts",
	.desc = "What terminal views are made of",
	.rows = parts,
	.nr = ARRAY_SIZE(parts),
	.row_size = sizeof(parts[0]),
	.run = test__run_fn,
};
