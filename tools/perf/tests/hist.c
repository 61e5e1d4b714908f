// SPDX-License-Identifier: GPL-2.0-only
/*
 * tools/perf/hist and its text: rows of samples ("ms f<g<h 10": a command, its call chain and its period)
 * and options to the report that must come out.
 */
#include "suites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hist/copy.h"
#include "hist/expand.h"
#include "hist/filter.h"
#include "hist/hists.h"
#include "hist/levels.h"
#include "hist/order.h"
#include "hist/places.h"
#include "hist/texts.h"
#include "symbol/symbols.h"
#include "ui/report-stdio.h"

struct sample {
	const char *comm, *chain; /* a letter each, the innermost first */
	u64 period;
};

struct row {
	struct test_row row;
	const char *sort, *fields;
	struct sample samples[8];
	bool children, chains, hierarchy, relative;
	char only; /* the symbol that a filter looks for */
	struct chain_style chain;
	char separator;
	double min_percent;
	const char *want;     /* rows only; NULL: the options are refused */
	int column;	      /* of the fault */
	bool kinds;	      /* asks what the keys of all fields are */
	unsigned int eighths; /* of the rows are copied before they are shown; 0: they are not */
	bool tidy;	      /* what is copied goes on with new tables */
	size_t nr_ordered;    /* numbers are put in order */
	size_t nr_texts;      /* rows that differ by a text alone */
};

#define TWO_COMMS                                                     \
	{                                                             \
		{ "b", "f", 10 }, { "a", "g", 60 }, { "b", "g", 10 }, \
		{                                                     \
			"a", "g", 20                                  \
		}                                                     \
	}
/* Eighths, where 0 says that nothing is copied. */
#define NOTHING 9
#define FORK                                          \
	{                                             \
		{ "a", "fm", 60 }, { "a", "gm", 30 }, \
		{                                     \
			"a", "m", 10                  \
		}                                     \
	}

static const struct row rows[] = {
	{ TEST_ROW("equal keys are one row"), .sort = "comm", .samples = TWO_COMMS,
	  .want = "    80.00%  a      \n    20.00%  b      \n" },
	{ TEST_ROW("equal overhead goes by name"), .sort = "comm,sym", .samples = TWO_COMMS,
	  .want = "    80.00%  a        [.] g\n    10.00%  b        [.] f\n    10.00%  b        "
		  "[.] g\n" },
	{ TEST_ROW("the order is that of -s"), .sort = "sym,overhead", .samples = TWO_COMMS,
	  .want = "  [.] f     10.00%\n  [.] g     90.00%\n" },
	{ TEST_ROW("columns are those of -F"), .fields = "comm,sample,period", .samples = TWO_COMMS,
	  .want = "  a                   2            80\n  b                   2            "
		  "20\n" },
	{ TEST_ROW("a separator"), .sort = "comm,sym", .separator = ',',
	  .samples = { { "a,b", "f", 1 } }, .want = " 100.00%,a.b    ,[.] f\n" },
	{ TEST_ROW("a percent limit"), .sort = "comm", .min_percent = 20.5, .samples = TWO_COMMS,
	  .want = "    80.00%  a      \n" },
	{ TEST_ROW("no period at all"), .sort = "comm", .samples = { { "a", "f", 0 } },
	  .want = "     0.00%  a      \n" },
	{ TEST_ROW("callers get a share"), .sort = "sym", .children = true, .samples = FORK,
	  .want = "   100.00%    10.00%  [.] m\n    60.00%    60.00%  [.] f\n"
		  "    30.00%    30.00%  [.] g\n" },
	{ TEST_ROW("recursion counts once"), .sort = "sym", .children = true,
	  .samples = { { "a", "ffmf", 4 } },
	  .want = "   100.00%   100.00%  [.] f\n   100.00%     0.00%  [.] m\n" },
	{ TEST_ROW("chains that begin alike are one tree"), .sort = "comm", .chains = true,
	  .samples = { { "a", "fm", 60 }, { "a", "fn", 40 } },
	  .want = "   100.00%  a      \n            |\n            ---f\n               |          "
		  "\n"
		  "               |--60.00%--m\n               |          \n"
		  "                --40.00%--n\n\n" },
	{ TEST_ROW("a small branch is left out"), .sort = "comm", .chains = true,
	  .chain.min_percent = 20, .samples = { { "a", "fm", 90 }, { "a", "g", 10 } },
	  .want = "   100.00%  a      \n            |          \n             --90.00%--f\n"
		  "                       m\n\n" },
	{ TEST_ROW("fractal percents are of what called"), .sort = "comm", .chains = true,
	  .chain.mode = CHAIN_FRACTAL,
	  .samples = { { "a", "fm", 30 }, { "a", "fn", 10 }, { "b", "g", 60 } },
	  .want = "    60.00%  b      \n            |\n            ---g\n\n    40.00%  a      \n"
		  "            |\n            ---f\n               |          \n"
		  "               |--75.00%--m\n               |          \n"
		  "                --25.00%--n\n\n" },
	{ TEST_ROW("folded chains"), .sort = "comm", .chains = true, .chain.mode = CHAIN_FOLDED,
	  .samples = FORK, .want = "   100.00%  a      \n60.00% f;m\n30.00% g;m\n10.00% m\n" },
	{ TEST_ROW("flat chains"), .sort = "comm", .chains = true, .chain.mode = CHAIN_FLAT,
	  .samples = { { "a", "fm", 60 }, { "a", "g", 40 } },
	  .want = "   100.00%  a      \n           60.00%\n                f\n                m\n\n"
		  "           40.00%\n                g\n\n" },
	{ TEST_ROW("many branches from one step"), .sort = "comm", .chains = true,
	  .chain.mode = CHAIN_FOLDED,
	  .samples = { { "a", "fa", 72 },
		       { "a", "fb", 7 },
		       { "a", "fc", 6 },
		       { "a", "fd", 5 },
		       { "a", "fe", 4 },
		       { "a", "fg", 3 },
		       { "a", "fh", 2 },
		       { "a", "fbx", 1 } },
	  .want = "   100.00%  a      \n72.00% f;a\n7.00% f;b\n6.00% f;c\n5.00% f;d\n"
		  "4.00% f;e\n3.00% f;g\n2.00% f;h\n1.00% f;b;x\n" },
	{ TEST_ROW("a caller's tree begins with it"), .sort = "sym", .children = true,
	  .chains = true, .chain.mode = CHAIN_FOLDED,
	  .samples = { { "a", "fgm", 40 },
		       { "a", "hgm", 30 },
		       { "a", "fgn", 20 },
		       { "a", "gfm", 10 } },
	  .want = "   100.00%    10.00%  [.] g\n60.00% g;f\n30.00% g;h\n10.00% m;f;g\n"
		  "    80.00%     0.00%  [.] m\n40.00% m;g;f\n30.00% m;g;h\n10.00% m;f;g\n"
		  "    70.00%    60.00%  [.] f\n40.00% m;g;f\n20.00% n;g;f\n10.00% f;g\n"
		  "    30.00%    30.00%  [.] h\n30.00% m;g;h\n"
		  "    20.00%     0.00%  [.] n\n20.00% n;g;f\n" },
	{ TEST_ROW("a few numbers in order"), .nr_ordered = 20 },
	{ TEST_ROW("many numbers in order"), .nr_ordered = 5000 },
	{ TEST_ROW("texts are one row each, in order"), .nr_texts = 3000 },
	{ TEST_ROW("each key is a level"), .sort = "comm,sym", .hierarchy = true,
	  .samples = TWO_COMMS,
	  .want = "    80.00%     a      \n       80.00%     [.] g\n    20.00%     b      \n"
		  "       10.00%     [.] f\n       10.00%     [.] g\n" },
	{ TEST_ROW("braces are one level"), .sort = "{sym,comm},sym", .hierarchy = true,
	  .samples = TWO_COMMS,
	  .want = "    80.00%  [.] g  a      \n    10.00%  [.] f  b      \n"
		  "    10.00%  [.] g  b      \n" },
	{ TEST_ROW("what is above a hidden row counts it"), .sort = "comm,sym", .hierarchy = true,
	  .only = 'f', .samples = TWO_COMMS,
	  .want = "    20.00%     b      \n       10.00%     [.] f\n" },
	{ TEST_ROW("percents of what is shown are of the first level"), .sort = "comm,sym",
	  .hierarchy = true, .only = 'f', .relative = true, .samples = TWO_COMMS,
	  .want = "   100.00%     b      \n       50.00%     [.] f\n" },
	{ TEST_ROW("a level with nothing large enough says so"), .sort = "comm,sym",
	  .hierarchy = true, .min_percent = 15, .samples = TWO_COMMS,
	  .want = "    80.00%     a      \n       80.00%     [.] g\n    20.00%     b      \n"
		  "                  no entry >= 15.00%\n" },
	{ TEST_ROW("a hierarchy with a separator"), .sort = "comm,sym", .hierarchy = true,
	  .separator = ',', .samples = { { "a,b", "f", 1 } },
	  .want = " 100.00%,a.b    \n    100.00%,[.] f\n" },
	{ TEST_ROW("call chains stand below the last level"), .sort = "comm,sym", .hierarchy = true,
	  .chains = true, .chain.mode = CHAIN_FOLDED,
	  .samples = { { "a", "fm", 60 }, { "b", "g", 40 } },
	  .want = "    60.00%     a      \n       60.00%     [.] f\n60.00% f;m\n"
		  "    40.00%     b      \n       40.00%     [.] g\n40.00% g\n" },
	{ TEST_ROW("an unknown field"), .sort = "comm,nosuch", .column = 6 },
	{ TEST_ROW("an unknown column"), .fields = "nosuch", .column = 1 },
	{ TEST_ROW("it is known what each key is"), .kinds = true },
	{ TEST_ROW("a copy stands alone"), .sort = "comm,sym", .children = true, .chains = true,
	  .chain.mode = CHAIN_FOLDED, .samples = { { "a", "fm", 60 }, { "b", "gm", 40 } },
	  .want = "    60.00%    60.00%  a        [.] f\n60.00% m;f\n"
		  "    60.00%     0.00%  a        [.] m\n60.00% m;f\n"
		  "    40.00%    40.00%  b        [.] g\n40.00% m;g\n"
		  "    40.00%     0.00%  b        [.] m\n40.00% m;g\n",
	  .eighths = 8 },
	{ TEST_ROW("rows go on with places of their own"), .sort = "comm,sym", .children = true,
	  .chains = true, .chain.mode = CHAIN_FOLDED,
	  .samples = { { "a", "fm", 60 }, { "b", "gm", 30 }, { "b", "g", 10 } },
	  .want = "    60.00%    60.00%  a        [.] f\n60.00% m;f\n"
		  "    60.00%     0.00%  a        [.] m\n60.00% m;f\n"
		  "    40.00%    40.00%  b        [.] g\n30.00% m;g\n10.00% g\n"
		  "    30.00%     0.00%  b        [.] m\n30.00% m;g\n",
	  .tidy = true },
	{ TEST_ROW("old rows weigh less, and go when nothing is left"), .fields = "comm,period",
	  .samples = { { "a", "f", 16 }, { "b", "g", 1 } }, .want = "  a                  14\n",
	  .eighths = 7 },
	{ TEST_ROW("rows of an earlier refresh do not count"), .fields = "comm,period",
	  .samples = TWO_COMMS, .want = "", .eighths = NOTHING },
};

/* The symbols and places of the letters. */
struct world {
	struct symbol symbols[26];
	struct place places[26];
	char names[26][2];
	struct texts texts;
	struct arena arena;
};

static void world__init(struct world *world)
{
	for (int i = 0; i < 26; i++) {
		world->names[i][0] = 'a' + i;
		world->symbols[i] =
			(struct symbol){ .start = i, .end = i + 1, .name = world->names[i] };
		world->places[i] = (struct place){ .symbol = &world->symbols[i], .level = '.' };
	}
}

static u64 key_of(struct world *world, enum hist_field_id id, const struct sample *sample)
{
	if (id == HIST_COMM)
		return (uintptr_t)texts__get(&world->texts, sample->comm, strlen(sample->comm));
	return (uintptr_t)&world->places[*sample->chain - 'a'];
}

static void add(struct test *t, struct world *world, struct hists *raw, char only,
		const struct sample *sample)
{
	bool hidden = only && *sample->chain != only;
	u32 root = raw->chains.nr > 1 ? 1 : chains__new_root(&raw->chains);
	u64 keys[HIST_MAX_COLUMNS];
	struct hist_entry *entry;
	u32 chain = root;

	for (size_t i = strlen(sample->chain); i--;)
		chain = chains__step(&raw->chains, chain, &world->places[sample->chain[i] - 'a']);
	for (size_t i = 0; i < raw->spec->nr_keys; i++)
		keys[i] = key_of(world, raw->spec->keys[i]->id, sample);
	entry = hists__get(raw, keys, chain);
	if (!chain || !entry)
		return T_FAIL(t, "out of memory");
	entry->level = '.';
	entry->samples++;
	entry->period += sample->period;
	entry->hidden = hidden ? HIST_HIDDEN_SYM : 0;
	raw->samples++;
	raw->period += sample->period;
	raw->samples_shown += !hidden;
	raw->period_shown += hidden ? 0 : sample->period;
}

static void print(struct test *t, const struct row *row, const struct hists *hists)
{
	struct report_style style = { .chain = row->chain,
				      .separator = row->separator,
				      .min_percent = row->min_percent,
				      .relative = row->relative,
				      .quiet = true };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return T_FAIL(t, "out of memory");
	T_EQ(t, report_stdio__print_event(out, &style, "event", hists), 0);
	fclose(out);
	/* Two empty lines end every event. */
	T_OK(t, len >= 2);
	if (len >= 2)
		text[len - 2] = 0;
	T_STR(t, text, row->want);
	free(text);
}

/* Who copies rows has to know. */
static void check_kinds(struct test *t)
{
	struct buf names = { 0 };
	char *rest, *name;

	T_EQ(t, hist_field__names(&names), 0);
	for (rest = names.data; rest && (name = strsep(&rest, " "));) {
		const struct hist_field *field = hist_field__find(name, strlen(name));

		if (!field || !field->key != (hist_field__key_kind(field) == HIST_KEY_NONE))
			T_FAIL(t, "%s: its key is of no kind", name);
	}
	buf__exit(&names);
}

/* Where copies stand. */
struct copies {
	struct texts texts;
	struct arena arena;
	struct held_dsos held;
	struct places *places;
};

static void copies__exit(struct copies *copies)
{
	texts__exit(&copies->texts);
	arena__exit(&copies->arena);
	held_dsos__exit(&copies->held);
	places__delete(copies->places);
}

/* By their keys, and of equal ones the first stays the first. */
static void check_order(struct test *t, size_t nr)
{
	struct order_item *items = calloc(nr * 2, sizeof(*items)), *sorted;

	if (!items)
		return T_FAIL(t, "out of memory");
	for (size_t i = 0; i < nr; i++)
		items[i] = (struct order_item){ (i * 7919 % 997) << 20 | i % 3, i };
	sorted = order__sort(items, items + nr, nr);
	for (size_t i = 1; i < nr; i++)
		if (sorted[i - 1].key > sorted[i].key ||
		    (sorted[i - 1].key == sorted[i].key && sorted[i - 1].value >= sorted[i].value))
			T_FAIL(t, "%zu of %zu is not in order", i, nr);
	free(items);
}

/* Texts that begin alike for short and for long, each counted twice. */
static void check_texts(struct test *t, size_t nr)
{
	const struct hist_spec_options opts = { .sort = "comm" };
	struct hist_spec spec;
	struct hists hists = { .spec = &spec };
	struct arena texts = { 0 };
	struct err err = { 0 };

	T_EQ(t, hist_spec__parse(&spec, &opts, &err), 0);
	for (size_t i = 0; i < nr * 2; i++) {
		int same = i % 3 ? (int)(i % 3) * 37 : 0;
		struct hist_entry *row;
		char text[128];

		snprintf(text, sizeof(text), "%.*s%zx", same,
			 "................................................................"
			 "..........",
			 i % nr * 7919 % nr);
		row = hists__get_text(&hists, &texts, text, strlen(text));
		if (!row)
			return T_FAIL(t, "out of memory");
		row->period++;
		row->level = '.';
	}
	T_EQ(t, hists.nr, nr);
	T_EQ(t, hists__sort(&hists), 0);
	for (size_t i = 0; i < hists.nr; i++) {
		const char *text = (const char *)(uintptr_t)hists.list[i]->keys[0];
		const char *before = i ? (const char *)(uintptr_t)hists.list[i - 1]->keys[0] : "";

		T_EQ(t, hists.list[i]->period, 2);
		if (strcmp(before, text) >= 0)
			T_FAIL(t, "'%s' comes before '%s'", before, text);
	}
	hists__exit(&hists);
	arena__exit(&texts);
}

/* The rows go on as a copy, and nothing that the original pointed to is there any more. */
static void go_on_as_copy(struct test *t, const struct row *row, struct world *world,
			  struct hists *raw, struct copies *copies)
{
	struct hists copy = { .spec = raw->spec };
	struct clones clones = { 0 };
	struct hists_copy how = { .texts = &copies->texts,
				  .arena = row->tidy ? NULL : &copies->arena,
				  .clones = &clones,
				  .held = &copies->held,
				  .empty = row->eighths == NOTHING };

	if (row->tidy)
		how.places = copies->places = places__new(NULL);
	if (!how.empty)
		hists__age(raw, row->eighths, 0);
	T_EQ(t, hists__copy(&copy, raw, &how), 0);
	clones__exit(&clones);
	hists__exit(raw);
	*raw = copy;
	texts__exit(&world->texts);
	memset(world->places, 0, sizeof(world->places));
}

static void run(struct test *t, const void *p)
{
	const struct row *row = p;
	struct hist_spec_options opts = { .sort = row->sort,
					  .fields = row->fields,
					  .children = row->children,
					  .hierarchy = row->hierarchy };
	struct hist_spec spec;
	struct hists raw = { .spec = &spec }, hists = { .spec = &spec };
	struct world world = { 0 };
	struct copies copies = { 0 };
	struct err err = { 0 };

	if (row->kinds)
		return check_kinds(t);
	if (row->nr_texts)
		return check_texts(t, row->nr_texts);
	if (row->nr_ordered)
		return check_order(t, row->nr_ordered);
	T_EQ(t, hist_spec__parse(&spec, &opts, &err), row->want ? 0 : -EINVAL);
	T_EQ(t, err.column, row->column);
	if (!row->want || err.code)
		return;
	world__init(&world);
	for (size_t i = 0; i < ARRAY_SIZE(row->samples) && row->samples[i].comm; i++)
		add(t, &world, &raw, row->only, &row->samples[i]);
	if (row->eighths)
		go_on_as_copy(t, row, &world, &raw, &copies);
	T_EQ(t, hists__expand(&hists, &raw, row->chains, row->children), 0);
	T_EQ(t, hists__sort(&hists), 0);
	if (row->hierarchy)
		T_EQ(t, hists__make_levels(&hists), 0);
	print(t, row, &hists);
	hists__exit(&hists);
	hists__exit(&raw);
	texts__exit(&world.texts);
	copies__exit(&copies);
}

struct test_suite suite_hist = {
	.name = "hist",
	.desc = "Samples to rows, call chains and their text",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = run,
};
