// SPDX-License-Identifier: GPL-2.0-only
/* perf stat below the command: derived numbers, scaling, means over runs, the three outputs. */
#include "suites.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cleanup.h"
#include "stat/counter.h"
#include "stat/metric.h"
#include "stat/result.h"
#include "stat/total.h"
#include "ui/stat.h"
#include "util/event.h"

static struct event *new_event(u32 type, u64 config)
{
	struct event *event = event__new();

	event__attr(event)->type = type;
	event__attr(event)->config = config;
	return event;
}

#define CACHE(cache, op, result) ((cache) | (op) << 8 | (result) << 16)

/* An event's count beside one other count of its place. */
static const struct metric_case {
	u32 type;
	u64 config;
	double value;
	enum metric_kind beside;
	double beside_value;
	double metric; /* < 0: none */
	const char *unit;
} metric_cases[] = {
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 5e8, METRIC_CYCLES, 1, 0.5,
	  "CPUs utilized" },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0, METRIC_CLOCK, 1e9, 0, "/sec" },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 999, METRIC_CLOCK, 1e9, 999, "/sec" },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 1000, METRIC_CLOCK, 1e9, 1, "K/sec" },
	{ PERF_TYPE_TRACEPOINT, 7, 25e6, METRIC_CLOCK, 1e9, 25, "M/sec" },
	{ PERF_TYPE_TRACEPOINT, 7, 2e13, METRIC_CLOCK, 1e9, 20000, "G/sec" },
	{ PERF_TYPE_TRACEPOINT, 7, 2e13, METRIC_CYCLES, 1e9, -1, NULL },
	{ PERF_TYPE_TRACEPOINT, 7, 2e13, METRIC_CLOCK, 0, -1, NULL },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 3e9, METRIC_CLOCK, 1e9, 3, "GHz" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 3e9, METRIC_CYCLES, 2e9, 1.5,
	  "insn per cycle" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 3e9, METRIC_CLOCK, 1e9, 3, "G/sec" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS | 4ULL << 32, 3e9, METRIC_CYCLES, 2e9, 1.5,
	  "insn per cycle" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 5, METRIC_BRANCHES, 200, 2.5,
	  "of all branches" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 5, METRIC_BRANCHES, 0, -1, NULL },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 5, METRIC_CACHE_REFS, 10, 50,
	  "of all cache refs" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 1, METRIC_CYCLES, 4, 25,
	  "frontend cycles idle" },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 1, METRIC_CYCLES, 8, 12.5,
	  "backend cycles idle" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_L1D, 0, 1), 1, METRIC_L1D_LOADS, 4, 25,
	  "of all L1-dcache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_L1I, 0, 1), 1, METRIC_L1I_LOADS, 4, 25,
	  "of all L1-icache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_LL, 0, 1), 1, METRIC_LL_LOADS, 4, 25,
	  "of all LL-cache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_DTLB, 0, 1), 1, METRIC_DTLB_LOADS, 4, 25,
	  "of all dTLB cache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_ITLB, 0, 1), 1, METRIC_ITLB_LOADS, 4, 25,
	  "of all iTLB cache accesses" },
	{ PERF_TYPE_HW_CACHE, CACHE(PERF_COUNT_HW_CACHE_L1D, 1, 1), 1, METRIC_L1D_LOADS, 4, -1,
	  NULL },
};

static void test_metrics(struct test *t)
{
	for (size_t i = 0; i < ARRAY_SIZE(metric_cases); i++) {
		const struct metric_case *c = &metric_cases[i];
		struct event *event = new_event(c->type, c->config);
		struct metric_inputs inputs = { .wall_ns = 1e9 };
		struct metric metric = { 0 };
		bool has;

		inputs.value[c->beside] = c->beside_value;
		inputs.known[c->beside] = true;
		has = metric__derive(event, c->value, &inputs, &metric);
		if (has != (c->unit != NULL))
			T_FAIL(t, "case %zu: %s metric", i, has ? "a" : "no");
		if (has && (fabs(metric.value - c->metric) > 1e-9 || strcmp(metric.unit, c->unit)))
			T_FAIL(t, "case %zu: %f %s", i, metric.value, metric.unit);
		event__delete(event);
	}
}

static void test_scaling(struct test *t)
{
	T_EQ(t, count__scaled((struct count){ 100, 10, 10 }), 100);
	T_EQ(t, count__scaled((struct count){ 100, 40, 10 }), 400);
	T_EQ(t, count__scaled((struct count){ 3, 3, 2 }), 5); /* 4.5, rounded up */
	T_EQ(t, count__scaled((struct count){ 100, 10, 0 }), 100);
	T_EQ(t, count__scaled((struct count){ 100, 0, 10 }), 100);
}

static void test_series(struct test *t)
{
	struct stat_series series = { 0 };

	stat_series__add(&series, 10);
	T_OK(t, stat_series__error(&series) == 0);
	stat_series__add(&series, 14);
	stat_series__add(&series, 12);
	T_OK(t, series.mean == 12);
	T_OK(t, fabs(stat_series__error(&series) - 2 / sqrt(3)) < 1e-9);
}

/* Two CPUs of one machine: page faults and a clock, as counters that were read. */
struct fixture {
	struct event *faults, *clock;
	struct counter counters[2], *list[2];
	int cpus[2];
	pid_t threads[1];
	int fds[2];
	struct count counts[2][2];
	struct stat_collect collect;
};

static void fixture__init(struct fixture *f)
{
	*f = (struct fixture){
		.faults = new_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS),
		.clock = new_event(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK),
		.cpus = { 0, 1 },
		.threads = { -1 },
		.fds = { 3, 4 },
		.counts = { { { 10, 1000000000, 1000000000 }, { 20, 1000000000, 500000000 } },
			    { { 1000000000, 1000000000, 1000000000 },
			      { 1000000000, 1000000000, 1000000000 } } },
	};
	f->faults->name = strdup("page-faults");
	f->clock->name = strdup("cpu-clock");
	for (int i = 0; i < 2; i++) {
		f->counters[i] = (struct counter){
			.event = i ? f->clock : f->faults,
			.cpus = f->cpus,
			.nr_cpus = 2,
			.threads = f->threads,
			.nr_threads = 1,
			.fds = f->fds,
			.counts = f->counts[i],
			.supported = true,
		};
		f->list[i] = &f->counters[i];
	}
	f->collect = (struct stat_collect){
		.counters = f->list,
		.nr_counters = 2,
		.times = { .wall_ns = 1000000000 },
	};
}

static void fixture__exit(struct fixture *f)
{
	event__delete(f->faults);
	event__delete(f->clock);
}

static void test_collect_global(struct test *t)
{
	struct stat_result result;
	struct fixture f;

	fixture__init(&f);
	T_EQ(t, stat_result__collect(&result, &f.collect), 0);
	T_EQ(t, result.nr_rows, 2);
	T_EQ(t, result.nr_places, 1);
	T_EQ(t, result.rows[0].value, 50); /* 10 + 20 scaled by 2 */
	T_EQ(t, result.rows[0].count.value, 30);
	T_EQ(t, result.rows[0].count.running_ns, 1500000000);
	T_OK(t, result.rows[1].has_metric && result.rows[1].metric.value == 2);
	T_OK(t, result.rows[0].metric.value == 25); /* 50 in 2 CPU seconds */
	stat_result__exit(&result);
	fixture__exit(&f);
}

static void test_collect_cpus(struct test *t)
{
	struct stat_result result;
	struct fixture f;

	fixture__init(&f);
	f.collect.aggr = STAT_AGGR_CPU;
	f.counts[0][1] = (struct count){ 0 };
	T_EQ(t, stat_result__collect(&result, &f.collect), 0);
	T_EQ(t, result.nr_rows, 4);
	T_EQ(t, result.nr_places, 2);
	T_EQ(t, result.places[1].cpu.cpu, 1);
	T_EQ(t, result.rows[0].state, STAT_COUNTED);
	T_EQ(t, result.rows[1].state, STAT_NOT_COUNTED);
	T_EQ(t, result.rows[1].place, 1);
	stat_result__exit(&result);
	f.counters[0].supported = false;
	T_EQ(t, stat_result__collect(&result, &f.collect), 0);
	T_EQ(t, result.rows[0].state, STAT_NOT_SUPPORTED);
	stat_result__exit(&result);
	fixture__exit(&f);
}

/* Units of one uncore event: one row, or one each with --no-merge. */
static void test_collect_units(struct test *t)
{
	struct stat_result result;
	struct fixture f;

	fixture__init(&f);
	free(f.clock->name);
	f.clock->name = strdup("page-faults");
	f.clock->cpus = strdup("0");
	f.faults->cpus = strdup("0");
	f.faults->pmu = strdup("uncore_imc_0");
	f.clock->pmu = strdup("uncore_imc_1");
	event__attr(f.clock)->config = PERF_COUNT_SW_PAGE_FAULTS;
	T_EQ(t, stat_result__collect(&result, &f.collect), 0);
	T_EQ(t, result.nr_rows, 1);
	T_EQ(t, result.rows[0].value, 2000000050);
	stat_result__exit(&result);
	f.collect.no_merge = true;
	T_EQ(t, stat_result__collect(&result, &f.collect), 0);
	T_EQ(t, result.nr_rows, 2);
	stat_result__exit(&result);
	fixture__exit(&f);
}

static void test_total(struct test *t)
{
	struct stat_total total = { 0 };
	struct stat_result result;
	struct fixture f;

	fixture__init(&f);
	for (int run = 0; run < 3; run++) {
		f.counts[0][0].value = 10 + 10 * run;
		T_EQ(t, stat_result__collect(&result, &f.collect), 0);
		T_EQ(t, stat_total__add(&total, &result), 0);
		stat_result__exit(&result);
		stat_series__add(&total.wall_s, 1);
	}
	stat_total__finish(&total, 3);
	T_OK(t, total.result.rows[0].value == 60); /* 50, 60, 70 */
	T_OK(t, fabs(total.result.rows[0].noise_ratio - 10 / sqrt(3) / 60) < 1e-9);
	T_OK(t, total.result.rows[1].noise_ratio == 0);
	T_OK(t, fabs(total.result.rows[0].metric.value - 30) < 1e-9);
	stat_total__exit(&total);
	fixture__exit(&f);
}

static char *print(enum ui_stat_format format, enum stat_aggr aggr)
{
	struct ui_stat ui = { .format = format, .separator = ";" };
	struct stat_result result;
	struct fixture f;
	char *text = NULL;
	size_t len;

	fixture__init(&f);
	f.collect.aggr = aggr;
	stat_result__collect(&result, &f.collect);
	ui.out = open_memstream(&text, &len);
	ui_stat__print_rows(&ui, &result);
	fclose(ui.out);
	stat_result__exit(&result);
	fixture__exit(&f);
	return text;
}

static void test_print_text(struct test *t)
{
	_cleanup_free_ char *text = print(UI_STAT_TEXT, STAT_AGGR_GLOBAL);

	T_STR(t, text,
	      "                50      page-faults                      #   25.000 /sec"
	      "                     (75.00%)\n"
	      "           2000.00 msec cpu-clock                        #    2.000 CPUs utilized"
	      "          \n");
}

static void test_print_csv(struct test *t)
{
	_cleanup_free_ char *text = print(UI_STAT_CSV, STAT_AGGR_CPU);

	T_STR(t, text,
	      "CPU0;10;;page-faults;1000000000;100.00;10.000;/sec\n"
	      "CPU1;40;;page-faults;500000000;50.00;40.000;/sec\n"
	      "CPU0;1000.00;msec;cpu-clock;1000000000;100.00;1.000;CPUs utilized\n"
	      "CPU1;1000.00;msec;cpu-clock;1000000000;100.00;1.000;CPUs utilized\n");
}

static void test_print_json(struct test *t)
{
	_cleanup_free_ char *text = print(UI_STAT_JSON, STAT_AGGR_GLOBAL);
	const char *first = "{\"counter-value\" : \"50.000000\", \"unit\" : \"\", "
			    "\"event\" : \"page-faults\", \"event-runtime\" : 1500000000, "
			    "\"pcnt-running\" : 75.00, \"metric-value\" : 25.000000, "
			    "\"metric-unit\" : \"/sec\"}\n";

	T_OK(t, !strncmp(text, first, strlen(first)));
}

static void test_stalled_per_insn(struct test *t)
{
	struct event *insns = new_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
	struct event *cycles = new_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	struct metric_inputs inputs = { .wall_ns = 1e9 };
	struct metric metric = { 0 };

	T_OK(t, !metric__stalled(insns, 100, &inputs, &metric));
	inputs.known[METRIC_STALLED_FRONT] = inputs.known[METRIC_STALLED_BACK] = true;
	T_OK(t, !metric__stalled(insns, 100, &inputs, &metric));
	inputs.value[METRIC_STALLED_FRONT] = 25;
	inputs.value[METRIC_STALLED_BACK] = 50;
	T_OK(t, metric__stalled(insns, 100, &inputs, &metric));
	T_OK(t, metric.value == 0.5);
	T_STR(t, metric.unit, "stalled cycles per insn");
	T_OK(t, !metric__stalled(insns, 0, &inputs, &metric));
	T_OK(t, !metric__stalled(cycles, 100, &inputs, &metric));
	event__delete(insns);
	event__delete(cycles);
}

static const struct test_fn_row rows[] = {
	TEST_FN(test_stalled_per_insn), TEST_FN(test_metrics),	      TEST_FN(test_scaling),
	TEST_FN(test_series),		TEST_FN(test_collect_global), TEST_FN(test_collect_cpus),
	TEST_FN(test_collect_units),	TEST_FN(test_total),	      TEST_FN(test_print_text),
	TEST_FN(test_print_csv),	TEST_FN(test_print_json),
};

struct test_suite suite_stat = {
	.name = "stat",
	.desc = "Counting: derived numbers, sums by place, means, text, CSV and JSON",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
	.row_size = sizeof(rows[0]),
	.run = test__run_fn,
};
