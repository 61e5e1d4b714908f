// SPDX-License-Identifier: GPL-2.0-only
/* The list of suites, in the order in which they run: lower layers first. */
#include "suites.h"

/* One a line, so that changes do not meet. */
/* clang-format off */
struct test_suite *const test_suites[] = {
	&suite_runner,
	&suite_base,
	&suite_data_reader,
	&suite_data_hostile,
	&suite_data_corpus,
	&suite_data_damage,
	&suite_data_writer,
	&suite_data_perf,
	&suite_build_id,
	&suite_symbol,
	&suite_srcline,
	&suite_elf_source,
	&suite_unwind,
	&suite_sample,
	&suite_session,
	&suite_trace_formats, &suite_trace_print, &suite_hist, &suite_session_order,
	&suite_hist_recent,
	&suite_pfm,
	&suite_pmu_format,
	&suite_pmu_dir,
	&suite_pmus,
	&suite_tracefs,
	&suite_pmu_attr,
	&suite_parse_events,
	&suite_event_errors,
	&suite_ring,
	&suite_ring_live,
	&suite_persistent,
	&suite_persistent_live,
	&suite_stat,
	&suite_record,
	&suite_record_live,
	&suite_synthesize,
	&suite_ui,
	&suite_tui,
	&suite_tui_parts,
};
/* clang-format on */
const size_t nr_test_suites = ARRAY_SIZE(test_suites);
