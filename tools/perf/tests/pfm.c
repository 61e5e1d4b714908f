// SPDX-License-Identifier: GPL-2.0-only
/* Vendors' event names: encodings of libpfm4's tables, lists with groups, faults with columns. */
#include "suites.h"

#include <errno.h>
#include <stdlib.h>

#include "util/event.h"
#include "util/parse-events.h"
#include "util/pfm.h"
#include "util/pmus.h"

struct pfm_case {
	struct test_row row;
	const char *pmu; /* whose tables, whatever the CPU is */
	const char *string;
	int ret;
	int column;
	size_t nr;
	u64 config; /* of the first event */
	u64 flags;  /* of word 5 of the first */
	unsigned int last_leader;
};

#define K (1u << ATTR_EXCLUDE_KERNEL)
#define U (1u << ATTR_EXCLUDE_USER)
#define OK(s, n, c, f, l)                                         \
	{                                                         \
		TEST_ROW(s), "skx", (s), 0, 0, (n), (c), (f), (l) \
	}
#define BAD(s, r, c)                                          \
	{                                                     \
		TEST_ROW(s), "skx", (s), (r), (c), 0, 0, 0, 0 \
	}

static const struct pfm_case cases[] = {
	OK("INST_RETIRED:ANY_P", 1, 0xc0, 0, 0),
	OK("inst_retired:any_p:u", 1, 0xc0, K, 0),
	OK("INST_RETIRED:ANY_P:k", 1, 0xc0, U, 0),
	OK("skx::LONGEST_LAT_CACHE:MISS", 1, 0x412e, 0, 0),
	OK("MEM_LOAD_RETIRED:L3_MISS,INST_RETIRED:ANY_P", 2, 0x20d1, 0, 1),
	OK("{INST_RETIRED:ANY_P,LONGEST_LAT_CACHE:MISS}", 2, 0xc0, 0, 0),
	OK("INST_RETIRED:ANY_P,{LONGEST_LAT_CACHE:MISS,INST_RETIRED:ANY_P}", 3, 0xc0, 0, 1),
	BAD("NO_SUCH_EVENT", -ENOENT, 1),
	BAD("INST_RETIRED:ANY_P,NO_SUCH_EVENT", -ENOENT, 20),
	BAD("INST_RETIRED:NO_SUCH_MASK", -EINVAL, 1),
	BAD("", -EINVAL, 1),
	BAD("INST_RETIRED:ANY_P,", -EINVAL, 20),
	BAD("{INST_RETIRED:ANY_P", -EINVAL, 20),
	BAD("INST_RETIRED:ANY_P}", -EINVAL, 19),
	BAD("{INST_RETIRED:ANY_P}x", -EINVAL, 21),
	{ TEST_ROW("another CPU"), "amd64_fam19h_zen4", "RETIRED_INSTRUCTIONS", 0, 0, 1, 0xc0, 0,
	  0 },
};

static bool is_missing(struct test *t)
{
	struct perf_event_attr attr;

	if (pfm__encode("INST_RETIRED:ANY_P", &attr, NULL) != -ENOSYS)
		return false;
	test__skip(t, "libpfm4 is not built in or not installed");
	return true;
}

static void check_list(struct test *t, const struct pfm_case *c, const struct event_list *list)
{
	const u64 mask = U | K;

	T_EQ(t, list->nr, c->nr);
	if (!list->nr || list->nr != c->nr)
		return;
	T_EQ(t, event__attr(list->events[0])->type, PERF_TYPE_RAW);
	T_EQ(t, list->events[0]->words[ATTR_WORD_CONFIG], c->config);
	T_EQ(t, list->events[0]->words[ATTR_WORD_FLAGS] & mask, c->flags);
	T_OK(t, event__is_pinned(list->events[0], ATTR_WORD_CONFIG, ~0ULL));
	T_EQ(t, list->events[list->nr - 1]->leader, c->last_leader);
}

static void run(struct test *t, const void *row)
{
	const struct pfm_case *c = row;
	struct event_list list = { 0 };
	struct err err = { 0 };

	setenv("LIBPFM_FORCE_PMU", c->pmu, 1);
	if (is_missing(t))
		return;
	T_EQ(t, pfm_events__parse(&list, c->string, &err), c->ret);
	T_EQ(t, err.column, c->column);
	check_list(t, c, &list);
	event_list__exit(&list);
}

struct test_suite suite_pfm = {
	.name = "pfm",
	.desc = "Vendors' event names through libpfm4",
	.rows = cases,
	.nr = ARRAY_SIZE(cases),
	.row_size = sizeof(cases[0]),
	.run = run,
};
