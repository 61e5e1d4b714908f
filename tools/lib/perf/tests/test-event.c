// SPDX-License-Identifier: LGPL-2.1-or-later
/* <perf/event.h>: where the ABI and the file format have the members, and the types' numbers. */
#include "common.h"

#include <perf/event.h>

static void offsets(void **state)
{
#define ROW(type, member, at)                                        \
	{                                                            \
#type "." #member, offsetof(struct type, member), at \
	}
	static const struct {
		const char *name;
		size_t is, should_be;
	} rows[] = {
		ROW(perf_record_mmap, pid, 8),
		ROW(perf_record_mmap, tid, 12),
		ROW(perf_record_mmap, start, 16),
		ROW(perf_record_mmap, pgoff, 32),
		ROW(perf_record_mmap, filename, 40),
		ROW(perf_record_mmap2, maj, 40),
		ROW(perf_record_mmap2, ino, 48),
		ROW(perf_record_mmap2, ino_generation, 56),
		ROW(perf_record_mmap2, build_id_size, 40),
		ROW(perf_record_mmap2, build_id, 44),
		ROW(perf_record_mmap2, prot, 64),
		ROW(perf_record_mmap2, flags, 68),
		ROW(perf_record_mmap2, filename, 72),
		ROW(perf_record_comm, tid, 12),
		ROW(perf_record_comm, comm, 16),
		ROW(perf_record_namespaces, link_info, 24),
		ROW(perf_record_fork, ppid, 12),
		ROW(perf_record_fork, ptid, 20),
		ROW(perf_record_fork, time, 24),
		ROW(perf_record_lost, lost, 16),
		ROW(perf_record_lost_samples, lost, 8),
		ROW(perf_record_read, value, 16),
		ROW(perf_record_read, lost, 48),
		ROW(perf_record_throttle, stream_id, 24),
		ROW(perf_record_ksymbol, ksym_type, 20),
		ROW(perf_record_ksymbol, name, 24),
		ROW(perf_record_bpf_event, tag, 16),
		ROW(perf_record_cgroup, path, 16),
		ROW(perf_record_text_poke_event, bytes, 20),
		ROW(perf_record_sample, array, 8),
		ROW(perf_record_switch, next_prev_tid, 12),
		ROW(perf_record_aux, flags, 24),
		ROW(perf_record_itrace_start, tid, 12),
		ROW(perf_record_aux_output_hw_id, hw_id, 8),
		ROW(perf_record_callchain_deferred, ips, 24),
		ROW(perf_record_header_event_type, event_type.name, 16),
		ROW(perf_record_header_tracing_data, size, 8),
		ROW(perf_record_header_build_id, build_id, 12),
		ROW(perf_record_header_build_id, size, 32),
		ROW(perf_record_header_build_id, filename, 36),
		ROW(perf_record_id_index, entries, 16),
		ROW(perf_record_auxtrace_info, priv, 16),
		ROW(perf_record_auxtrace, idx, 32),
		ROW(perf_record_auxtrace, cpu, 40),
		ROW(perf_record_auxtrace_error, msg, 48),
		ROW(perf_record_thread_map, entries, 16),
		ROW(perf_record_cpu_map, data.cpus_data.cpu, 12),
		ROW(perf_record_cpu_map, data.mask32_data.mask, 14),
		ROW(perf_record_cpu_map, data.mask64_data.mask, 18),
		ROW(perf_record_stat_config, data, 16),
		ROW(perf_record_stat, val, 24),
		ROW(perf_record_stat_round, time, 16),
		ROW(perf_record_event_update, id, 16),
		ROW(perf_record_event_update, name, 24),
		ROW(perf_record_event_update, scale, 24),
		ROW(perf_record_time_conv, time_mask, 40),
		ROW(perf_record_time_conv, cap_user_time_short, 49),
		ROW(perf_record_header_feature, data, 16),
		ROW(perf_record_compressed, data, 8),
		ROW(perf_record_compressed2, data, 16),
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (rows[i].is != rows[i].should_be)
			fail_msg("%s is at %zu, not at %zu", rows[i].name, rows[i].is,
				 rows[i].should_be);
	}
}

static void types(void **state)
{
	(void)state;
	assert_int_equal(PERF_RECORD_USER_TYPE_START, 64);
	assert_int_equal(PERF_RECORD_HEADER_ATTR, 64);
	assert_int_equal(PERF_RECORD_FINISHED_ROUND, 68);
	assert_int_equal(PERF_RECORD_THREAD_MAP, 73);
	assert_int_equal(PERF_RECORD_TIME_CONV, 79);
	assert_int_equal(PERF_RECORD_COMPRESSED2, 83);
	assert_true((int)PERF_RECORD_MAX <= (int)PERF_RECORD_USER_TYPE_START);
}

static void contains(void **state)
{
	struct perf_record_time_conv conv = { .header.size = 32 };

	(void)state;
	assert_true(event_contains(conv, time_zero));
	assert_false(event_contains(conv, time_cycles));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offsets),
		cmocka_unit_test(types),
		cmocka_unit_test(contains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
