// SPDX-License-Identifier: LGPL-2.1-or-later
/* CPU maps: lists in, sorted sets out, and what both kinds of emptiness answer. */
#include "common.h"

#include <perf/cpumap.h>

/* The map as text, "-1,0,3"; "NULL" for none. */
static const char *text_of(const struct perf_cpu_map *map)
{
	static char text[512];
	struct perf_cpu cpu;
	int idx, len = 0;

	if (!map)
		return "NULL";
	perf_cpu_map__for_each_cpu (cpu, idx, map)
		len += snprintf(text + len, sizeof(text) - len, "%s%d", idx ? "," : "", cpu.cpu);
	return text;
}

static void lists(void **state)
{
	static const struct {
		const char *list, *map;
		int error;
	} rows[] = {
		{ "0", "0", 0 },
		{ "0-3,8", "0,1,2,3,8", 0 },
		{ "8,0-3", "0,1,2,3,8", 0 },
		{ "2,2,1-2", "1,2", 0 },
		{ "4-5\n", "4,5", 0 },
		{ "-1", "-1", 0 },
		{ "", "-1", 0 },
		{ "\n", "-1", 0 },
		{ "3-1", "NULL", EINVAL },
		{ "x", "NULL", EINVAL },
		{ "1,x", "NULL", EINVAL },
		{ "1-", "NULL", EINVAL },
		{ "1 2", "NULL", EINVAL },
		{ "-2", "NULL", EINVAL },
		{ "99999999999", "NULL", ERANGE },
	};
	struct perf_cpu_map *map;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		errno = 0;
		map = perf_cpu_map__new(rows[i].list);
		assert_string_equal(text_of(map), rows[i].map);
		if (rows[i].error)
			assert_int_equal(errno, rows[i].error);
		perf_cpu_map__put(map);
	}
}

static void reads_a_line_of_a_file(void **state)
{
	FILE *file = tmpfile();
	struct perf_cpu_map *map;

	(void)state;
	assert_non_null(file);
	fputs("1-2\n7\n", file);
	rewind(file);
	map = perf_cpu_map__read(file);
	assert_string_equal(text_of(map), "1,2");
	perf_cpu_map__put(map);
	map = perf_cpu_map__read(file);
	assert_string_equal(text_of(map), "7");
	perf_cpu_map__put(map);
	assert_null(perf_cpu_map__read(file));
	assert_int_equal(errno, ENODATA);
	fclose(file);
}

static void null_list_is_the_online_cpus(void **state)
{
	struct perf_cpu_map *map = perf_cpu_map__new(NULL);
	struct perf_cpu_map *online = perf_cpu_map__new_online_cpus();
	struct perf_cpu_map *old_name = perf_cpu_map__default_new();

	(void)state;
	assert_non_null(map);
	assert_true(perf_cpu_map__equal(map, online));
	assert_true(perf_cpu_map__equal(map, old_name));
	assert_int_equal(perf_cpu_map__nr(map), sysconf(_SC_NPROCESSORS_ONLN));
	assert_false(perf_cpu_map__has_any_cpu(map));
	perf_cpu_map__put(map);
	perf_cpu_map__put(online);
	perf_cpu_map__put(old_name);
}

static void references(void **state)
{
	struct perf_cpu_map *map = perf_cpu_map__new_any_cpu();

	(void)state;
	assert_ptr_equal(perf_cpu_map__get(map), map);
	perf_cpu_map__put(map);
	assert_int_equal(perf_cpu_map__nr(map), 1);
	perf_cpu_map__put(map);
	assert_null(perf_cpu_map__get(NULL));
	perf_cpu_map__put(NULL);
}

/* What each kind of map answers, and the lowest and highest CPU. */
static void questions(void **state)
{
	static const struct {
		const char *list;
		int nr, min, max;
		bool is_empty, has_any, has_any_or_empty, is_any_or_empty;
	} rows[] = {
		{ NULL, 1, -1, -1, true, false, true, true },
		{ "-1", 1, -1, -1, false, true, true, true },
		{ "3", 1, 3, 3, false, false, false, false },
		{ "1,5-6", 3, 1, 6, false, false, false, false },
		{ "any and 1,5", 3, 1, 5, false, true, true, false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		bool mixed = rows[i].list && rows[i].list[0] == 'a';
		const char *list = mixed ? strrchr(rows[i].list, ' ') + 1 : rows[i].list;
		struct perf_cpu_map *map = list ? perf_cpu_map__new(list) : NULL;
		struct perf_cpu_map *any = perf_cpu_map__dummy_new();

		if (mixed)
			map = perf_cpu_map__merge(map, any);
		assert_int_equal(perf_cpu_map__nr(map), rows[i].nr);
		assert_int_equal(perf_cpu_map__min(map).cpu, rows[i].min);
		assert_int_equal(perf_cpu_map__max(map).cpu, rows[i].max);
		assert_int_equal(perf_cpu_map__is_empty(map), rows[i].is_empty);
		assert_int_equal(perf_cpu_map__has_any_cpu(map), rows[i].has_any);
		assert_int_equal(perf_cpu_map__has_any_cpu_or_is_empty(map),
				 rows[i].has_any_or_empty);
		assert_int_equal(perf_cpu_map__empty(map), rows[i].has_any_or_empty);
		assert_int_equal(perf_cpu_map__is_any_cpu_or_is_empty(map),
				 rows[i].is_any_or_empty);
		perf_cpu_map__put(map);
		perf_cpu_map__put(any);
	}
}

static void bounds(void **state)
{
	struct perf_cpu_map *map = perf_cpu_map__new("2,4");

	(void)state;
	assert_int_equal(perf_cpu_map__cpu(map, 0).cpu, 2);
	assert_int_equal(perf_cpu_map__cpu(map, 1).cpu, 4);
	assert_int_equal(perf_cpu_map__cpu(map, 2).cpu, -1);
	assert_int_equal(perf_cpu_map__cpu(map, -1).cpu, -1);
	assert_int_equal(perf_cpu_map__cpu(NULL, 0).cpu, -1);
	assert_true(perf_cpu_map__has(map, (struct perf_cpu){ 4 }));
	assert_false(perf_cpu_map__has(map, (struct perf_cpu){ 3 }));
	assert_false(perf_cpu_map__has(map, (struct perf_cpu){ -1 }));
	assert_false(perf_cpu_map__has(NULL, (struct perf_cpu){ 0 }));
	perf_cpu_map__put(map);
}

static void merge(void **state)
{
	static const struct {
		const char *orig, *other, *merged;
	} rows[] = {
		{ NULL, NULL, "NULL" },
		{ NULL, "1", "1" },
		{ "1", NULL, "1" },
		{ "1,3", "2", "1,2,3" },
		{ "1-2", "2-3", "1,2,3" },
		{ "1-4", "2", "1,2,3,4" },
		{ "2", "1-4", "1,2,3,4" },
		{ "-1", "0", "-1,0" },
		{ "0-3,8", "8-9", "0,1,2,3,8,9" },
	};
	struct perf_cpu_map *orig, *other;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		orig = rows[i].orig ? perf_cpu_map__new(rows[i].orig) : NULL;
		other = rows[i].other ? perf_cpu_map__new(rows[i].other) : NULL;
		orig = perf_cpu_map__merge(orig, other);
		assert_string_equal(text_of(orig), rows[i].merged);
		perf_cpu_map__put(orig);

		/* the other form, by either name */
		orig = rows[i].orig ? perf_cpu_map__new(rows[i].orig) : NULL;
		assert_int_equal(i % 2 ? perf_cpu_map__merge_into(&orig, other)
				       : perf_cpu_map__merge(&orig, other),
				 0);
		assert_string_equal(text_of(orig), rows[i].merged);
		perf_cpu_map__put(orig);
		perf_cpu_map__put(other);
	}
}

static void intersect(void **state)
{
	static const struct {
		const char *a, *b, *both;
	} rows[] = {
		{ NULL, NULL, "NULL" },	     { NULL, "1", "NULL" }, { "1", NULL, "NULL" },
		{ "1,3", "2", "NULL" },	     { "1-2", "2-3", "2" }, { "1-4", "2", "2" },
		{ "2", "1-4", "2" },	     { "-1", "0", "NULL" }, { "0-3,8", "3,8-9", "3,8" },
		{ "0-3", "0-3", "0,1,2,3" },
	};
	struct perf_cpu_map *a, *b, *both;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		a = rows[i].a ? perf_cpu_map__new(rows[i].a) : NULL;
		b = rows[i].b ? perf_cpu_map__new(rows[i].b) : NULL;
		both = perf_cpu_map__intersect(a, b);
		assert_string_equal(text_of(both), rows[i].both);
		perf_cpu_map__put(both);
		perf_cpu_map__put(a);
		perf_cpu_map__put(b);
	}
}

static void equal(void **state)
{
	struct perf_cpu_map *a = perf_cpu_map__new("0-1"), *b = perf_cpu_map__new("1,0");
	struct perf_cpu_map *c = perf_cpu_map__new("0-2"), *d = perf_cpu_map__new("0,2");

	(void)state;
	assert_true(perf_cpu_map__equal(a, a));
	assert_true(perf_cpu_map__equal(a, b));
	assert_false(perf_cpu_map__equal(a, c));
	assert_false(perf_cpu_map__equal(a, d));
	assert_false(perf_cpu_map__equal(a, NULL));
	assert_true(perf_cpu_map__equal(NULL, NULL));
	perf_cpu_map__put(a);
	perf_cpu_map__put(b);
	perf_cpu_map__put(c);
	perf_cpu_map__put(d);
}

static void loops(void **state)
{
	struct perf_cpu_map *map = perf_cpu_map__new("1,3"), *any = perf_cpu_map__new_any_cpu();
	struct perf_cpu cpu;
	int idx, nr = 0, sum = 0;

	(void)state;
	map = perf_cpu_map__merge(map, any);
	perf_cpu_map__for_each_idx (idx, map)
		nr++;
	assert_int_equal(nr, 3);
	perf_cpu_map__for_each_cpu_skip_any (cpu, idx, map)
		sum += cpu.cpu;
	assert_int_equal(sum, 4);
	/* An else belongs to the caller's if, and no compiler has to guess. */
	nr = 0;
	perf_cpu_map__for_each_cpu_skip_any (cpu, idx, map)
		if (cpu.cpu == 1)
			nr += 1;
		else
			nr += 10;
	assert_int_equal(nr, 11);
	perf_cpu_map__put(map);
	perf_cpu_map__put(any);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists),
		cmocka_unit_test(reads_a_line_of_a_file),
		cmocka_unit_test(null_list_is_the_online_cpus),
		cmocka_unit_test(references),
		cmocka_unit_test(questions),
		cmocka_unit_test(bounds),
		cmocka_unit_test(merge),
		cmocka_unit_test(intersect),
		cmocka_unit_test(equal),
		cmocka_unit_test(loops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
