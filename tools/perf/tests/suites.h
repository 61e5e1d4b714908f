/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_TESTS_SUITES_H
#define PERF_TESTS_SUITES_H

#include "tests.h"

/* One a file, by its name. */
extern struct test_suite suite_base;
extern struct test_suite suite_build_id;
extern struct test_suite suite_data_corpus;
extern struct test_suite suite_data_damage;
extern struct test_suite suite_data_hostile;
extern struct test_suite suite_data_perf;
extern struct test_suite suite_data_reader;
extern struct test_suite suite_data_writer;
extern struct test_suite suite_elf_source;
extern struct test_suite suite_event_errors;
extern struct test_suite suite_parse_events;
extern struct test_suite suite_persistent;
extern struct test_suite suite_persistent_live;
extern struct test_suite suite_pmu_attr;
extern struct test_suite suite_hist;
extern struct test_suite suite_hist_recent;
extern struct test_suite suite_pmu_dir;
extern struct test_suite suite_pfm;
extern struct test_suite suite_pmu_format;
extern struct test_suite suite_pmus;
extern struct test_suite suite_record;
extern struct test_suite suite_record_live;
extern struct test_suite suite_ring;
extern struct test_suite suite_ring_live;
extern struct test_suite suite_runner;
extern struct test_suite suite_sample;
extern struct test_suite suite_session;
extern struct test_suite suite_session_order;
extern struct test_suite suite_srcline;
extern struct test_suite suite_stat;
extern struct test_suite suite_symbol;
extern struct test_suite suite_synthesize;
extern struct test_suite suite_trace_formats;
extern struct test_suite suite_trace_print;
extern struct test_suite suite_tracefs;
extern struct test_suite suite_tui;
extern struct test_suite suite_tui_parts;
extern struct test_suite suite_ui;
extern struct test_suite suite_unwind;

#endif
