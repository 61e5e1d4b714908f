// SPDX-License-Identifier: LGPL-2.1-or-later
/* Thread maps: arrays of ids, with names from /proc. */
#include "common.h"

#include <perf/threadmap.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static void dummy_is_every_thread(void **state)
{
	struct perf_thread_map *map = perf_thread_map__new_dummy();

	(void)state;
	assert_int_equal(perf_thread_map__nr(map), 1);
	assert_int_equal(perf_thread_map__pid(map, 0), -1);
	assert_null(perf_thread_map__comm(map, 0));
	perf_thread_map__set_pid(map, 0, 42);
	assert_int_equal(perf_thread_map__pid(map, 0), 42);
	perf_thread_map__put(map);
}

static void arrays(void **state)
{
	pid_t pids[] = { 7, 3, 5 };
	struct perf_thread_map *map = perf_thread_map__new_array(3, pids);

	(void)state;
	pids[0] = 0;
	assert_int_equal(perf_thread_map__nr(map), 3);
	assert_int_equal(perf_thread_map__pid(map, 0), 7);
	assert_int_equal(perf_thread_map__pid(map, 1), 3);
	assert_int_equal(perf_thread_map__pid(map, 2), 5);
	perf_thread_map__put(map);

	map = perf_thread_map__new_array(2, NULL);
	assert_int_equal(perf_thread_map__pid(map, 0), -1);
	assert_int_equal(perf_thread_map__pid(map, 1), -1);
	perf_thread_map__put(map);
}

static void no_threads_are_an_error(void **state)
{
	(void)state;
	assert_null(perf_thread_map__new_array(0, NULL));
	assert_int_equal(errno, EINVAL);
	assert_null(perf_thread_map__new_array(-1, NULL));
}

static void bounds(void **state)
{
	struct perf_thread_map *map = perf_thread_map__new_dummy();

	(void)state;
	perf_thread_map__set_pid(map, 1, 5);
	perf_thread_map__set_pid(map, -1, 5);
	assert_int_equal(perf_thread_map__pid(map, 0), -1);
	assert_int_equal(perf_thread_map__pid(map, 1), -1);
	assert_int_equal(perf_thread_map__pid(map, -1), -1);
	assert_null(perf_thread_map__comm(map, 1));
	perf_thread_map__put(map);
	assert_int_equal(perf_thread_map__nr(NULL), 1);
	assert_int_equal(perf_thread_map__pid(NULL, 0), -1);
}

static void names(void **state)
{
	struct perf_thread_map *map = perf_thread_map__new_dummy();

	(void)state;
	prctl(PR_SET_NAME, "a name (x)");
	perf_thread_map__set_pid(map, 0, getpid());
	assert_string_equal(perf_thread_map__comm(map, 0), "a name (x)");
	prctl(PR_SET_NAME, "another");
	assert_string_equal(perf_thread_map__comm(map, 0), "a name (x)");
	perf_thread_map__set_pid(map, 0, 0);
	assert_string_equal(perf_thread_map__comm(map, 0), "another");
	perf_thread_map__put(map);
}

static void a_thread_that_ended_has_no_name(void **state)
{
	struct perf_thread_map *map = perf_thread_map__new_dummy();
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	perf_thread_map__set_pid(map, 0, pid);
	assert_null(perf_thread_map__comm(map, 0));
	assert_int_equal(errno, ENOENT);
	perf_thread_map__put(map);
}

static void references(void **state)
{
	struct perf_thread_map *map = perf_thread_map__new_dummy();

	(void)state;
	assert_ptr_equal(perf_thread_map__get(map), map);
	perf_thread_map__put(map);
	assert_int_equal(perf_thread_map__nr(map), 1);
	perf_thread_map__put(map);
	perf_thread_map__put(NULL);
	assert_null(perf_thread_map__get(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dummy_is_every_thread),
		cmocka_unit_test(arrays),
		cmocka_unit_test(no_threads_are_an_error),
		cmocka_unit_test(bounds),
		cmocka_unit_test(names),
		cmocka_unit_test(a_thread_that_ended_has_no_name),
		cmocka_unit_test(references),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
