// SPDX-License-Identifier: LGPL-2.1-or-later
/* The arithmetic of counts that are read from user space, and when it is not even tried. */
#include "common.h"

#include "self-read.h"

static void values(void **state)
{
	static const struct {
		struct self_read read;
		u64 val, ena, run;
	} rows[] = {
		/* not on a counter: what the page says */
		{ { .enabled_ns = 9, .running_ns = 5, .offset = 7 }, 7, 9, 5 },
		/* the counter's value is added to the offset */
		{ { .offset = 100, .counts = true, .pmc = 23, .pmc_bits = 48 }, 123, 0, 0 },
		/* it is signed, by its width */
		{ { .offset = 100, .counts = true, .pmc = 0xffffffffffff, .pmc_bits = 48 },
		  99,
		  0,
		  0 },
		{ { .offset = 100, .counts = true, .pmc = ~0ull, .pmc_bits = 64 }, 99, 0, 0 },
		{ { .offset = 100, .counts = true, .pmc = 0x7fff, .pmc_bits = 16 },
		  100 + 0x7fff,
		  0,
		  0 },
		/* bits above the width do not count */
		{ { .counts = true, .pmc = 0xabcd00000000000f, .pmc_bits = 40 }, 15, 0, 0 },
		/* both times go on while the event counts, else only the enabled one */
		{ { .enabled_ns = 10,
		    .running_ns = 5,
		    .counts = true,
		    .pmc_bits = 48,
		    .has_cycles = true,
		    .cycles = 8,
		    .time_shift = 2,
		    .time_mult = 3,
		    .time_offset = 100 },
		  0,
		  116,
		  111 },
		{ { .enabled_ns = 10,
		    .running_ns = 5,
		    .has_cycles = true,
		    .cycles = 8,
		    .time_shift = 2,
		    .time_mult = 3,
		    .time_offset = 100 },
		  0,
		  116,
		  5 },
		/* the rest below the shift counts too: 7 = 1 * 4 + 3, 3 * 3 / 4 = 2 */
		{ { .has_cycles = true, .cycles = 7, .time_shift = 2, .time_mult = 3 }, 0, 5, 0 },
		/* no overflow with years of cycles */
		{ { .has_cycles = true,
		    .cycles = 1ull << 58,
		    .time_shift = 31,
		    .time_mult = 1u << 30 },
		  0,
		  1ull << 57,
		  0 },
	};
	struct perf_counts_values counts;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		self_read__values(&rows[i].read, &counts);
		assert_int_equal(counts.val, rows[i].val);
		assert_int_equal(counts.ena, rows[i].ena);
		assert_int_equal(counts.run, rows[i].run);
	}
}

static void falls_back(void **state)
{
	struct perf_event_mmap_page page = { 0 };
	struct perf_counts_values counts;

	(void)state;
	assert_int_equal(self_read(&page, &counts), -EOPNOTSUPP);
	page.cap_user_rdpmc = 1;
	assert_int_equal(self_read(&page, &counts), -EOPNOTSUPP);
	/* allowed, but on no counter now */
	page.pmc_width = 48;
	assert_int_equal(self_read(&page, &counts), -EOPNOTSUPP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(falls_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
