// SPDX-License-Identifier: LGPL-2.1-or-later
/* libperf_init(): the messages reach the function that was given, and none after NULL. */
#include "common.h"

#include <perf/core.h>
#include <perf/cpumap.h>

static int nr_messages;
static char last_message[256];
static enum libperf_print_level last_level;

static int keep(enum libperf_print_level level, const char *fmt, va_list ap)
{
	nr_messages++;
	last_level = level;
	return vsnprintf(last_message, sizeof(last_message), fmt, ap);
}

static void messages_reach_the_function(void **state)
{
	(void)state;
	nr_messages = 0;
	libperf_init(keep);
	assert_null(perf_cpu_map__new("1,x"));
	assert_int_equal(nr_messages, 1);
	assert_int_equal(last_level, LIBPERF_WARN);
	assert_non_null(strstr(last_message, "1,x"));
	libperf_init(NULL);
}

static void null_silences(void **state)
{
	(void)state;
	nr_messages = 0;
	libperf_init(keep);
	libperf_init(NULL);
	assert_null(perf_cpu_map__new("x"));
	assert_int_equal(errno, EINVAL);
	assert_int_equal(nr_messages, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_reach_the_function),
		cmocka_unit_test(null_silences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
