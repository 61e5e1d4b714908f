// SPDX-License-Identifier: GPL-2.0-only
/* What was found for samples that came before: the same is found again, and nothing else ever is. */
#include "suites.h"

#include <string.h>

#include "hist/entry.h"
#include "hist/recent.h"

/* More than there are places, so that later ones take those of earlier ones. */
#define NR_RAWS	  10000
#define NR_EVENTS 3
#define NR_TASKS  70

static struct hist_entry *row_of(struct hist_entry *rows, u64 number)
{
	return &rows[number % NR_EVENTS];
}

/* Raw data of each number for each event; tasks take turns in another rhythm. */
static void test_raws(struct test *t)
{
	struct recent *recent = recent__new();
	struct hist_entry rows[NR_EVENTS];
	u64 nr_found = 0, nr_wrong = 0, hash;

	if (!recent)
		return T_FAIL(t, "out of memory");
	for (u64 i = 0; i < 20ULL * NR_RAWS; i++) {
		u64 number = i % 2 ? i % 8 : i % NR_RAWS;
		u64 bytes[3] = { 1, number / NR_EVENTS, 2 };
		struct recent_raw raw = { .bytes = bytes,
					  .size = number % 5 ? sizeof(bytes) : sizeof(bytes) - 4,
					  .event = number % NR_EVENTS,
					  .task = i % NR_TASKS };
		struct hist_entry *row = recent__raw(recent, &raw, &hash);

		nr_found += !!row;
		nr_wrong += row && row != row_of(rows, number);
		if (!row)
			recent__set_raw(recent, &raw, hash, row_of(rows, number));
	}
	T_EQ(t, nr_wrong, 0);
	T_OK(t, nr_found > 9ULL * NR_RAWS);
	recent__forget(recent);
	T_OK(t, !recent__raw(recent,
			     &(struct recent_raw){ .bytes = "12345678", .size = 8, .event = 0 },
			     &hash));
	recent__delete(recent);
}

/* Each thing that a row depends on is asked for. */
static void test_rows(struct test *t)
{
	static const struct recent_key known = {
		.changes = 1, .ip = 2, .task = 3, .event = 4, .cpumode = 5, .cpu = 6, .chain = 7
	};
	struct recent_key keys[7];
	struct recent *recent = recent__new();
	struct hist_entry row;

	if (!recent)
		return T_FAIL(t, "out of memory");
	T_OK(t, !recent__row(recent, &(struct recent_key){ 0 }));
	recent__set_row(recent, &known, &row);
	T_OK(t, recent__row(recent, &known) == &row);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		keys[i] = known;
	keys[0].changes++;
	keys[1].ip++;
	keys[2].task++;
	keys[3].event++;
	keys[4].cpumode++;
	keys[5].cpu++;
	keys[6].chain++;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		T_OK(t, !recent__row(recent, &keys[i]));
	/* Events of one task that take turns do not put each other out. */
	recent__set_row(recent, &keys[3], &row);
	T_OK(t, recent__row(recent, &known) == &row);
	recent__delete(recent);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_raws),
	TEST_FN(test_rows),
};

struct test_suite suite_hist_recent = {
	.name = "hist-recent",
	.desc = "Rows found by samples that came before",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
